import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { connect, type Database } from '../backend/kernel/database/connect.ts'
import { embeddedPostgres } from '../backend/kernel/database/embedded/embedded-postgres.ts'
import { migrateAsOwner } from '../backend/kernel/database/migrate.ts'

/** Used to create the tables of peers and limits, and to start each round from the same state. */
const grantMeasuring = 'GRANT CREATE ON SCHEMA public TO campaign_server; GRANT pg_checkpoint TO campaign_server'

/** A migrated database on a separate PostgreSQL, which the product's own code starts, in a folder that `stop` removes. */
export async function startBenchDatabase({ max }: { max: number }): Promise<{
  /** As the server connects. */
  database: Database
  /** For what the server may not do, such as filling the log at once. */
  owner: Database
  url: string
  folder: string
  stop(): Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'campaign-bench-'))
  await chmod(folder, 0o755) // PostgreSQL never runs as root, so its own user must have access
  const postgres = await embeddedPostgres(folder, 'bench')
  await postgres.start()
  const owner = connect(postgres.url, { max: 1 })
  await owner.pool.query(grantMeasuring)
  const url = postgres.serverUrl
  const database = connect(url, { max })
  await migrateAsOwner(database, postgres.url)
  return {
    database,
    owner,
    url,
    folder,
    async stop() {
      await owner.close()
      await database.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The median; the upper one of two. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** `q` from 0 to 1: 0.99 is the value that 99 of 100 do not exceed. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

/**
 * Measures the contestants alternately, round after round, starting with a different one each time, so that a noisy
 * moment on a shared machine affects them all. The first round is a warm-up and not counted. Returns one figure per
 * round and contestant.
 */
export async function alternate<Name extends string>(
  contestants: ReadonlyMap<Name, () => Promise<number>>,
  rounds: number,
): Promise<Map<Name, number[]>> {
  const figures = new Map([...contestants.keys()].map((name): [Name, number[]] => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    const entries = [...contestants]
    const first = round % entries.length
    for (const [name, measure] of [...entries.slice(first), ...entries.slice(0, first)]) {
      const figure = await measure()
      if (round > 0) figures.get(name)?.push(figure)
    }
  }
  return figures
}

/** The median of the ratios per round: noise in a round affects both sides. */
export function medianRatio(ours: readonly number[], peers: readonly number[]): number {
  return median(ours.map((figure, round) => figure / (peers[round] ?? Number.NaN)))
}

/** Operations per second with `concurrency` operations always in flight, for `ms`. */
export async function throughput(operation: () => Promise<unknown>, concurrency: number, ms: number): Promise<number> {
  const start = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() - start < ms) {
        await operation()
        done++
      }
    }),
  )
  return (done / (performance.now() - start)) * 1000
}

/** Milliseconds of each of `count` sequential operations. */
export async function latencies(operation: () => Promise<unknown>, count: number): Promise<number[]> {
  const taken: number[] = []
  for (let index = 0; index < count; index++) {
    const start = performance.now()
    await operation()
    taken.push(performance.now() - start)
  }
  return taken
}

/** Median milliseconds of one fdatasync of 4 kB in this folder: the basic cost of every durable write. */
export function fsyncProbe(folder: string, count = 200): number {
  const file = openSync(join(folder, 'fsync-probe'), 'w')
  const page = Buffer.alloc(4096, 1)
  const taken: number[] = []
  for (let index = 0; index < count; index++) {
    writeSync(file, page)
    const start = performance.now()
    fdatasyncSync(file)
    taken.push(performance.now() - start)
  }
  closeSync(file)
  return median(taken)
}

/** The fields of /proc/PID/stat after the name: state, parent, … */
const statOf = (pid: number) => (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ')

const ticks = (stat: readonly string[], from: number, count: number) =>
  stat.slice(from, from + count).reduce((sum, field) => sum + Number(field), 0) * 10

/**
 * Milliseconds that the process has spent on processors, with the kernel's part; the kernel counts hundredths of a second.
 * Linux only.
 */
export const processorTimeOf = (pid: number): number => ticks(statOf(pid), 11, 2)

/** The same for a PostgreSQL server with all of its processes. */
export async function serverTime(pool: pg.Pool): Promise<() => number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const parent = Number(statOf(rows[0]?.pid ?? 0)[1])
  return () => {
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').map(Number)
    return children.reduce((sum, child) => sum + processorTimeOf(child), ticks(statOf(parent), 11, 4))
  }
}

/** MB; Linux only. */
export const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** A Markdown table, so that docs/performance.md can contain what the terminal shows. */
export function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => (typeof cell === 'number' ? readable(cell) : cell)))
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`)
  return lines.join('\n')
}

/** Three significant digits, or the whole number when it is larger. */
export const readable = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toString() : String(Number(value.toPrecision(3)))
