import type pg from 'pg'
import { transactionOn } from '../database/transaction.ts'
import type { EventLog, Position } from '../eventlog/event-log.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import type { Decode } from './batches.ts'
import { createBoundedReader } from './bounded-reader.ts'
import { stepsOf, tablesOf } from './changes.ts'
import type { Steps } from './coalesce.ts'
import { isolating, isPoison, type Standing, type Stop } from './poison.ts'
import { createMeter, type Progress } from './progress.ts'
import type { AnyProjection } from './projection.ts'
import { moveRebuild, startOrResume } from './rebuild-checkpoints.ts'
import { onlyOneRebuild } from './rebuild-lock.ts'
import { beginLoad, beginSwitch, fenceProjector, isBlocked, showsAll, switchTables } from './rebuild-switch.ts'
import { createIndexes, keepDerivedRows, rebuildSchema } from './schema.ts'
import { noSkips, type ReadSkips } from './skips.ts'
import { qualified } from './sql.ts'
import { createRowWriter } from './write-rows.ts'

/** `failed`: projections with a poison event; their live tables stay unchanged. */
export type Rebuilt = { switched: string[]; failed: ({ projection: string } & Stop)[] }

export type RebuildOptions = {
  log: EventLog
  decode: Decode
  pool: pg.Pool
  projections: readonly AnyProjection[]
  readSkips?: ReadSkips
  /** Names of projections; all when omitted. */
  only?: readonly string[]
  /** Starts over even if an interrupted rebuild could be resumed. */
  fresh?: boolean
  onProgress?: (progress: Progress) => void
  /** Stops after the current batch; the next rebuild resumes there. */
  signal?: AbortSignal
}

/**
 * Builds new tables beside the live ones, which keep serving and stay up to date, then switches in one transaction.
 * Only one rebuild runs per database; a second one waits. Throws the signal’s reason when interrupted, and connection
 * errors: calling it again resumes.
 */
export function rebuild(options: RebuildOptions): Promise<Rebuilt> {
  const { projections, only } = options
  const unknown = only?.filter((name) => !projections.some((projection) => projection.name === name)) ?? []
  if (unknown.length > 0) {
    const known = projections.map(({ name }) => name).join(', ')
    return Promise.reject(new RangeError(`Unknown projection: ${unknown.join(', ')}. Known projections: ${known}.`))
  }
  const chosen = only ? projections.filter(({ name }) => only.includes(name)) : projections
  return onlyOneRebuild(options.pool, options.signal, (client) =>
    rebuildOn(client, { ...options, projections: chosen }),
  )
}

/** Does the same on the connection that holds the rebuild lock. */
export async function rebuildOn(client: pg.ClientBase, options: RebuildOptions): Promise<Rebuilt> {
  const { log, decode, projections, signal, fresh = false, onProgress = () => {}, readSkips = noSkips } = options
  const tables = tablesOf(projections)
  const indexed = new Set<string>()
  // Creating indexes after the load is cheaper; a change by columns other than the key needs them earlier.
  const writeRows = createRowWriter(rebuildSchema, tables, async (on, name) => {
    const table = tables[name]
    if (table && !indexed.has(name)) await createIndexes(on, rebuildSchema, name, table)
    indexed.add(name)
  })
  const failed: Rebuilt['failed'] = []
  const start = await startOrResume(client, projections, fresh)
  const meter = await createMeter(log, start, onProgress)
  const skips = await readSkips()
  let standings: Standing[] = projections.map((projection) => ({
    projection,
    skips: skips.get(projection.name),
    position: start,
    stopped: null,
  }))

  async function write(
    group: readonly Standing[],
    events: readonly Recorded[],
    steps = stepsOf(tables, group, events),
  ) {
    const last = events.at(-1)
    if (!last) return
    await writeRows(client, steps)
    await moveRebuild(client, group, last.position)
  }
  async function stop(standing: Standing, stopped: Stop): Promise<void> {
    standing.stopped = stopped
    failed.push({ projection: standing.projection.name, ...stopped })
  }
  // Two batches are in memory, one being read and one being written.
  const nextAfter = createBoundedReader(log.readAll)
  const read = async (after: Position | null) => decode(await nextAfter(after))

  /** Loads up to the current end of the log; the next batch is read and coalesced while one is written. */
  async function load(): Promise<void> {
    const end = await log.head()
    const following = async (position: Position | null): Promise<Batch> => {
      const isEnd = end === null || (position !== null && log.compare(position, end) >= 0)
      const events = isEnd ? [] : await read(position)
      return { events, group: standings, steps: orUndefined(() => stepsOf(tables, standings, events)) }
    }
    let batch = await following(standings[0]?.position ?? null)
    while (batch.events.length > 0 && standings.length > 0) {
      signal?.throwIfAborted()
      const { events, group: wholeGroup, steps } = batch
      const next = following(events.at(-1)?.position ?? null)
      next.catch(() => {}) // Awaited below, unless writing fails first.
      const writeInTransaction = async (group: readonly Standing[], part: readonly Recorded[]) => {
        const coalesced = group === wholeGroup && part === events ? steps : undefined
        await transactionOn(client, () => write(group, part, coalesced), beginLoad)
        for (const standing of group) standing.position = part.at(-1)?.position ?? standing.position
      }
      await isolating(standings, events, writeInTransaction, stop)
      if (standings.some(({ stopped }) => stopped)) standings = standings.filter(({ stopped }) => !stopped)
      meter.add(events.length)
      batch = await next
    }
  }

  /** Writes the last events and switches, in one transaction during which no other process can project. */
  async function finish(): Promise<void> {
    const live = await fenceProjector(client)
    const finished = standings.map(({ projection }) => projection)
    let position = standings[0]?.position ?? null
    while (!showsAll(log, live, finished, position)) {
      const batch = await read(position)
      if (batch.length === 0) break // The log ends before what was shown: it was restored from an older backup.
      await write(standings, batch)
      position = batch.at(-1)?.position ?? position
    }
    await switchTables(client, live, finished, position)
  }

  await load()
  for (const { projection } of standings) await completeTables(client, projection)
  for (let attempt = 1; standings.length > 0; attempt++) {
    signal?.throwIfAborted()
    await load()
    try {
      await transactionOn(client, finish, beginSwitch)
      break
    } catch (error) {
      // A poison event among the last events is isolated by loading them again.
      const isIsolable = isPoison(error) && attempt <= standings.length
      if (!isIsolable && !isBlocked(error, attempt)) throw error
    }
  }
  return { switched: standings.map(({ projection }) => projection.name), failed }
}

/** Does what is cheaper once all rows are there. */
async function completeTables(client: pg.ClientBase, projection: AnyProjection): Promise<void> {
  for (const [name, table] of Object.entries(projection.tables)) {
    await createIndexes(client, rebuildSchema, name, table)
    await client.query(`ANALYZE ${qualified(rebuildSchema, name)}`)
  }
  await transactionOn(client, () => keepDerivedRows(client, rebuildSchema, projection))
}

/** `steps` undefined: coalescing failed, and will fail again where the error is handled. */
type Batch = { events: Recorded[]; group: readonly Standing[]; steps: Steps | undefined }

function orUndefined<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
