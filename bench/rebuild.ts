import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type pg from 'pg'
import { upcasters } from '../backend/event-schemas/upcasters.ts'
import { connect } from '../backend/kernel/database/connect.ts'
import { keyLookups } from '../backend/kernel/database/key-lookups.ts'
import { transaction } from '../backend/kernel/database/transaction.ts'
import { createCodec } from '../backend/kernel/eventlog/codec.ts'
import { createMemorySubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-memory.ts'
import { createSubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-postgres.ts'
import type { EventLog } from '../backend/kernel/eventlog/event-log.ts'
import type { Recorded } from '../backend/kernel/eventlog/metadata.ts'
import { createPostgresLog } from '../backend/kernel/eventlog/postgres/postgres-log.ts'
import { changesOf, tablesOf } from '../backend/kernel/projector/changes.ts'
import { coalesce } from '../backend/kernel/projector/coalesce.ts'
import { rebuild } from '../backend/kernel/projector/rebuild.ts'
import {
  compareSchemas,
  createIndexes,
  createTables,
  createUncountedTables,
  dropTables,
  liveSchema,
} from '../backend/kernel/projector/schema.ts'
import { columnList } from '../backend/kernel/projector/sql.ts'
import { createRowWriter } from '../backend/kernel/projector/write-rows.ts'
import { projections } from '../backend/projections/index.ts'
import { personalFields } from '../backend/topics/index.ts'
import { encryptLog } from './encrypted-log.ts'
import { makeLog } from './rebuild-log.ts'
import { alternate, median, medianRatio, startBenchDatabase, table } from './support.ts'

export type RebuildFigures = {
  events: number
  /** Events per second, medians; `encrypted` is ours with encrypted personal fields. */
  perSecond: { ours: number; encrypted: number; sqlOnly: number; byEvent: number }
  /** Medians of the ratios per round. */
  toSqlOnly: number
  encryptedToSqlOnly: number
  toEvents: number
  /** Peak resident set in MB of a separate process, by number of events. */
  memory: { events: number; mb: number }[]
}

const tables = tablesOf(projections)
const plain = createCodec({ keys: createMemorySubjectKeys(), personalFields: {}, upcasters })
const masterKey = randomBytes(32)
const byEventSample = 10_000 // events: too slow for more, and its speed does not depend on the number

/** All projections of the application, rebuilt from the same log in three ways, into tables with the same indexes. */
export async function benchRebuild({
  events,
  rounds,
  memory,
}: {
  events: number
  rounds: number
  memory: readonly number[]
}): Promise<RebuildFigures> {
  const { database, owner, stop } = await startBenchDatabase({ max: 4 })
  const { pool } = database
  const log = createPostgresLog(pool)
  try {
    await makeLog(owner.pool, events)
    const ours = async (decode = plain.decode) => {
      const { failed } = await rebuild({ log, decode, pool, projections })
      if (failed.length > 0) throw new Error(failed.map(({ reason }) => reason).join(' '))
    }
    await ours()
    await bySqlOnly(pool)
    rejectDifference(await compareSchemas(pool, 'read', 'sql_only'))

    const contestants = new Map([
      ['ours', () => rate(events, () => ours())],
      ['sqlOnly', () => rate(events, () => bySqlOnly(pool))],
      ['byEvent', () => rate(Math.min(events, byEventSample), () => byEvents(pool, log))],
    ] as const)
    const figures = await alternate(contestants, rounds)
    const of = (name: 'ours' | 'sqlOnly' | 'byEvent') => figures.get(name) ?? []

    const subjects = () => createSubjectKeys({ pool, masterKey })
    const secret = (keys = subjects()) => createCodec({ keys, personalFields, upcasters })
    const writing = subjects()
    await encryptLog(owner.pool, log, plain, secret(writing), writing)
    const encrypted: number[] = []
    for (let round = 0; round < rounds; round++)
      // A new codec each time, with no keys in memory, as after a start.
      encrypted.push(await rate(events, () => ours(secret().decode)))

    const measured: RebuildFigures['memory'] = []
    if (memory.length > 0) await makeLog(owner.pool, Math.max(...memory))
    for (const count of memory) measured.push({ events: count, mb: await memoryOf(database.url, count) })
    return {
      events,
      perSecond: {
        ours: median(of('ours')),
        encrypted: median(encrypted),
        sqlOnly: median(of('sqlOnly')),
        byEvent: median(of('byEvent')),
      },
      toSqlOnly: medianRatio(of('ours'), of('sqlOnly')),
      encryptedToSqlOnly: medianRatio(encrypted, of('sqlOnly')),
      toEvents: medianRatio(of('ours'), of('byEvent')),
      memory: measured,
    }
  } finally {
    await log.close()
    await stop()
  }
}

async function rate(events: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return (events / (performance.now() - start)) * 1000
}

/**
 * PostgreSQL alone, a limit that no event handler can beat: it parses each event once, and writes the rows that ours made
 * with all of their indexes.
 */
async function bySqlOnly(pool: pg.Pool): Promise<void> {
  await inFreshTables(pool, 'sql_only', createUncountedTables, async (client) => {
    await client.query('SELECT count(data::jsonb), count(metadata::jsonb) FROM eventlog.events')
    for (const [name, { columns }] of Object.entries(tables)) {
      const written = Object.entries(columns).filter(([, definition]) => !definition.includes('GENERATED'))
      const list = columnList(written.map(([column]) => column))
      await client.query(`INSERT INTO sql_only.${name} (${list}) SELECT ${list} FROM ${liveSchema}.${name}`)
    }
  })
}

/** Work of a projector that folds nothing: each event is written by itself, 500 in a transaction. */
async function byEvents(pool: pg.Pool, log: EventLog): Promise<void> {
  await inFreshTables(pool, 'by_event', createTables, async () => {})
  const writeRows = createRowWriter('by_event', tables)
  const all = projections.map((projection) => ({ projection }))
  const size = 500
  for (let after: string | null = null; Number(after) < byEventSample; ) {
    const events: Recorded[] = await plain.decode(await log.readAll(after, size))
    after = events.at(-1)?.position ?? String(byEventSample)
    await transaction(pool, async (client) => {
      for (const [name, value] of Object.entries(keyLookups)) await client.query(`SET LOCAL ${name} = '${value}'`)
      for (const event of events) await writeRows(client, coalesce(tables, changesOf(all, [event])))
    })
  }
}

async function inFreshTables(
  pool: pg.Pool,
  schema: string,
  create: typeof createUncountedTables,
  fill: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await dropTables(client, schema, Object.keys(tables))
    await create(client, schema, tables)
    await fill(client)
    for (const [name, each] of Object.entries(tables)) await createIndexes(client, schema, name, each)
  })
}

function rejectDifference(differing: { [table: string]: number }): void {
  const wrong = Object.entries(differing).filter(([, rows]) => rows > 0)
  if (wrong.length > 0)
    throw new Error(`Ours and SQL-only differ, so they cannot be compared: ${JSON.stringify(wrong)}`)
}

/** Rebuilds the first `events` in a separate process, like `npm run rebuild`; returns its peak memory in MB. */
async function memoryOf(url: string, events: number): Promise<number> {
  const child = fork(import.meta.filename, [url, String(events)], { execArgv: ['--max-semi-space-size=4'] })
  const [mb] = await once(child, 'message')
  await once(child, 'exit')
  return Number(mb)
}

async function rebuildAlone(url: string, events: number): Promise<void> {
  const database = connect(url, { max: 4 })
  const log = createPostgresLog(database.pool)
  const head = String(events)
  const readAll: EventLog['readAll'] = (after, limit) => log.readAll(after, Math.min(limit, events - Number(after)))
  const shortened: EventLog = { ...log, readAll, head: async () => head }
  await rebuild({ log: shortened, decode: plain.decode, pool: database.pool, projections, fresh: true })
  process.send?.(process.resourceUsage().maxRSS / 1024)
  await log.close()
  await database.close()
  process.disconnect()
}

export function rebuildTable({ events, perSecond, memory, ...ratios }: RebuildFigures): string {
  return [
    table(
      [`Rebuild of ${events} mixed events, all projections`, 'events/s', 'ours is'],
      [
        ['ours', perSecond.ours, ''],
        [
          'ours, personal fields encrypted',
          perSecond.encrypted,
          `${ratios.encryptedToSqlOnly.toFixed(2)} x PostgreSQL alone`,
        ],
        ['PostgreSQL alone: INSERT … SELECT of the rows', perSecond.sqlOnly, `${ratios.toSqlOnly.toFixed(2)} x`],
        ['event by event, 500 per transaction', perSecond.byEvent, `${ratios.toEvents.toFixed(1)} x`],
      ],
    ),
    table(
      ['Peak memory of a rebuild', 'MB'],
      memory.map(({ events: count, mb }) => [`${count} events`, mb]),
    ),
  ].join('\n\n')
}

if (import.meta.main) {
  const [, , url = '', count = ''] = process.argv
  await rebuildAlone(url, Number(count))
}
