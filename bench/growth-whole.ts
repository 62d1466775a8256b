import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { loadSecrets } from '../backend/config/secrets.ts'
import { createSeal, type Seal } from '../backend/kernel/eventlog/integrity/seal.ts'
import { sealFile } from '../backend/kernel/eventlog/integrity/seal-file.ts'
import { joinDigests, sealToJson } from '../backend/kernel/eventlog/integrity/seal-text.ts'
import { createKeySigner } from '../backend/kernel/eventlog/integrity/signer.ts'
import { createPostgresLog } from '../backend/kernel/eventlog/postgres/postgres-log.ts'
import { copyRows } from '../backend/kernel/projector/copy.ts'
import { ensureBuilt } from '../backend/tools/site-build.ts'
import { appSecret, calm, fill, rebuildAlone, startProgram } from './growth.ts'
import { makeVisitLog } from './page-variations/replay-log.ts'
import { median, residentOf, startBenchDatabase, table } from './support.ts'

type Timed = { seconds: number; mb: number }
export type WholeFigures = {
  events: number
  views: number
  rebuild: Timed
  start: Timed
  backup: Timed & { size: number }
  verify: Timed
  /** MB on disk. */
  disk: { log: number; seals: number; keys: number; tables: number; file: number }
}

const starts = 3
const mb = 2 ** 20

/**
 * Costs of a product of that size for its operator: mixed events, a tenth as many views of the page test in blocks, and,
 * as it was on quiet sites of older releases, one seal for every event.
 */
export async function benchWhole(size = 300_000): Promise<WholeFigures> {
  await ensureBuilt(() => {})
  const { database, owner, folder, stop } = await startBenchDatabase({ max: 4 })
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const views = Math.round(size / 10)
  try {
    await fill(owner.pool, size, dataDir)
    const client = await owner.pool.connect()
    const { events: ofViews } = await makeVisitLog(client, views, { after: size })
    await sealEach(client, database.pool, dataDir)
    await client.query('VACUUM ANALYZE')
    client.release()
    console.error(`${size + ofViews} events, ${new Date().toISOString()}`)

    const { rebuild, rebuildMemory } = await rebuildAlone(database.url)
    const start = await startTimes(database.url, dataDir)
    const archive = join(folder, 'backup.tar.gz')
    const backup = await tool('backup', [archive], database.url, dataDir)
    const { size: archived } = statSync(archive)
    rmSync(archive)
    const verify = await tool('verify', [], database.url, dataDir)
    return {
      events: size + ofViews,
      views,
      rebuild: { seconds: rebuild, mb: rebuildMemory },
      start,
      backup: { ...backup, size: archived / mb },
      verify,
      disk: { ...(await sizes(owner.pool)), file: statSync(sealFile(dataDir)).size / mb },
    }
  } finally {
    await stop()
  }
}

const columns = [
  ['seq', 'bigint'],
  ['positions', 'text'],
  ['digests', 'bytea'],
  ['merkle_root', 'bytea'],
  ['previous_hash', 'bytea'],
  ['hash', 'bytea'],
  ['signature', 'bytea'],
  ['sealed_at', 'timestamptz'],
  ['first_position', 'bigint'],
  ['last_position', 'bigint'],
  ['event_count', 'integer'],
].map(([name = '', type = '']) => ({ name, type }))

/** As the sealer would have written them, without its wait for the disk after each. */
async function sealEach(client: pg.ClientBase, pool: pg.Pool, dataDir: string): Promise<void> {
  const log = createPostgresLog(pool)
  const signer = createKeySigner(loadSecrets({ appSecret, dataDir }).sealing.privateKey)
  const file = createWriteStream(sealFile(dataDir))
  let previous: Seal | null = null
  for (let events = await log.readAll(null, 5000); events.length > 0; ) {
    const seals: Seal[] = []
    for (const event of events) {
      const seal: Seal = await createSeal(previous, [event], new Date().toISOString(), signer)
      seals.push(seal)
      previous = seal
    }
    await client.query('BEGIN')
    await copyRows(client, 'eventlog', 'seals', columns, seals.map(rowOf))
    await client.query('COMMIT')
    if (!file.write(seals.map((seal) => `${sealToJson(seal)}\n`).join(''))) await once(file, 'drain')
    events = await log.readAll(events.at(-1)?.position ?? null, 5000)
  }
  file.end()
  await finished(file)
  await log.close()
}

const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

const rowOf = ({ seq, events, root, previousHash, hash, signature, sealedAt }: Seal) => ({
  seq,
  positions: events.map(({ position }) => position).join(' '),
  digests: hex(joinDigests(events)),
  merkle_root: hex(root),
  previous_hash: hex(previousHash),
  hash: hex(hash),
  signature: hex(signature),
  sealed_at: sealedAt,
  first_position: Number(events[0]?.position),
  last_position: Number(events.at(-1)?.position),
  event_count: events.length,
})

/** The median of some starts after the first one, whose reactors go through the whole log. */
async function startTimes(databaseUrl: string, dataDir: string): Promise<Timed> {
  const took: number[] = []
  for (let round = 0; ; round++) {
    const program = await startProgram(databaseUrl, dataDir)
    if (round > 0) took.push(program.took / 1000)
    if (round === 0 || round === starts) await calm(program.pid)
    const resident = residentOf(program.pid)
    await program.stop()
    if (round === starts) return { seconds: median(took), mb: resident }
  }
}

async function tool(name: string, words: string[], databaseUrl: string, dataDir: string): Promise<Timed> {
  const began = performance.now()
  const child = spawn(process.execPath, [join('backend', 'tools', `${name}.ts`), ...words], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, APP_SECRET: appSecret },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let most = 0
  const ended = once(child, 'exit')
  while (child.exitCode === null) {
    most = Math.max(most, highestOf(child.pid ?? 0) ?? most)
    await Promise.race([ended, delay(100)])
  }
  if (child.exitCode !== 0) throw new Error(`${name} ended with ${child.exitCode}.`)
  return { seconds: (performance.now() - began) / 1000, mb: most }
}

/** The most memory that a process had, in MB; undefined once it has ended. */
function highestOf(pid: number): number | undefined {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
  } catch {
    return undefined
  }
}

async function sizes(pool: pg.Pool): Promise<Omit<WholeFigures['disk'], 'file'>> {
  const { rows } = await pool.query<Omit<WholeFigures['disk'], 'file'>>(
    `SELECT (pg_total_relation_size('eventlog.events') / ${mb}::float8) AS log,
       (pg_total_relation_size('eventlog.seals') / ${mb}::float8) AS seals,
       (pg_total_relation_size('eventlog.subject_keys') / ${mb}::float8) AS keys,
       (SELECT sum(pg_total_relation_size(oid)) FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'read'::regnamespace) / ${mb}::float8 AS tables`,
  )
  const [measured] = rows
  if (measured === undefined) throw new Error('PostgreSQL told no sizes.')
  return measured
}

export const wholeTable = ({ events, views, rebuild, start, backup, verify, disk }: WholeFigures): string =>
  table(
    [`${events.toLocaleString('en-US')} events`, 'seconds', 'most memory, MB', 'on disk, MB'],
    [
      ['the log', '', '', disk.log],
      [`in it, ${views.toLocaleString('en-US')} views in blocks`, '', '', ''],
      ['a seal per event, in PostgreSQL', '', '', disk.seals],
      ['the same in `seals.jsonl`', '', '', disk.file],
      ['keys of people', '', '', disk.keys],
      ['rebuild; read tables', rebuild.seconds, rebuild.mb, disk.tables],
      ['start; idle', start.seconds, start.mb, ''],
      ['backup; its file', backup.seconds, backup.mb, backup.size],
      ['`npm run verify`, the whole chain', verify.seconds, verify.mb, ''],
    ],
  )

if (import.meta.main) {
  console.log(wholeTable(await benchWhole(process.argv[2] ? Number(process.argv[2]) : undefined)))
  process.exit()
}
