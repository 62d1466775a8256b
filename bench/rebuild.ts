import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type pg from 'pg'
import { upcasters } from '../backend/event-schemas/upcasters.ts'
import { connect } from '../backend/kernel/database/connect.ts'
import { transaction } from '../backend/kernel/database/transaction.ts'
import { createCodec } from '../backend/kernel/eventlog/codec.ts'
import { createMemorySubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-memory.ts'
import { createSubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-postgres.ts'
import type { EventLog } from '../backend/kernel/eventlog/event-log.ts'
import type { Recorded } from '../backend/kernel/eventlog/metadata.ts'
import { createPostgresLog } from '../backend/kernel/eventlog/postgres/postgres-log.ts'
import { changesOf, tablesOf } from '../backend/kernel/projector/changes.ts'
import { rebuild } from '../backend/kernel/projector/rebuild.ts'
import { compareSchemas, createIndexes, createTables, dropTables } from '../backend/kernel/projector/schema.ts'
import { projections } from '../backend/projections/index.ts'
import { personalFields } from '../backend/topics/index.ts'
import { encryptLog } from './encrypted-log.ts'
import { makeLog, sqlOnly } from './rebuild-log.ts'
import { writeRowByRow } from './row-by-row.ts'
import { alternate, median, medianRatio, startBenchDatabase, table } from './support.ts'

export type RebuildFigures = {
  events: number
  /** Events per second, medians; `encrypted` is ours with encrypted personal fields. */
  perSecond: { ours: number; encrypted: number; sqlOnly: number; rowByRow: number }
  /** Medians of the ratios per round. */
  toSqlOnly: number
  encryptedToSqlOnly: number
  toRowByRow: number
  /** Peak resident set in MB of a separate process, by number of events. */
  memory: { events: number; mb: number }[]
}

const tables = tablesOf(projections)
const plain = createCodec({ keys: createMemorySubjectKeys(), personalFields: {}, upcasters })
const masterKey = randomBytes(32)
const rowByRowSample = 10_000 // events: too slow for more, and its speed does not depend on the number

/** All projections of the application, rebuilt from the same log in three ways, into tables with the same indexes. */
export async function benchRebuild({
  events = 500_000,
  rounds = 3,
  memory = [10_000, 1_000_000],
} = {}): Promise<RebuildFigures> {
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
      ['rowByRow', () => rate(Math.min(events, rowByRowSample), () => byRows(pool, log))],
    ] as const)
    const figures = await alternate(contestants, rounds)
    const of = (name: 'ours' | 'sqlOnly' | 'rowByRow') => figures.get(name) ?? []

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
        rowByRow: median(of('rowByRow')),
      },
      toSqlOnly: medianRatio(of('ours'), of('sqlOnly')),
      encryptedToSqlOnly: medianRatio(encrypted, of('sqlOnly')),
      toRowByRow: medianRatio(of('ours'), of('rowByRow')),
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

async function bySqlOnly(pool: pg.Pool): Promise<void> {
  await inFreshTables(pool, 'sql_only', async (client) => {
    for (const statement of sqlOnly('sql_only')) await client.query(statement)
  })
}

async function byRows(pool: pg.Pool, log: EventLog): Promise<void> {
  await inFreshTables(pool, 'row_by_row', async () => {})
  const size = 500
  for (let after: string | null = null; Number(after) < rowByRowSample; ) {
    const events: Recorded[] = await plain.decode(await log.readAll(after, size))
    after = events.at(-1)?.position ?? String(rowByRowSample)
    await transaction(pool, async (client) => {
      for (const event of events)
        for (const change of changesOf(
          projections.map((projection) => ({ projection })),
          [event],
        ))
          await writeRowByRow(client, 'row_by_row', tables, change)
    })
  }
}

async function inFreshTables(pool: pg.Pool, schema: string, fill: (client: pg.PoolClient) => Promise<void>) {
  await transaction(pool, async (client) => {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await dropTables(client, schema, Object.keys(tables))
    await createTables(client, schema, tables)
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
  const child = fork(import.meta.filename, ['memory', url, String(events)], { execArgv: ['--max-semi-space-size=4'] })
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
        ['ours, personal fields encrypted', perSecond.encrypted, `${ratios.encryptedToSqlOnly.toFixed(2)} x SQL-only`],
        ['SQL-only INSERT ... SELECT', perSecond.sqlOnly, `${ratios.toSqlOnly.toFixed(2)} x`],
        ['row by row, 500 events per transaction', perSecond.rowByRow, `${ratios.toRowByRow.toFixed(1)} x`],
      ],
    ),
    table(
      ['Peak memory of a rebuild', 'MB'],
      memory.map(({ events: count, mb }) => [`${count} events`, mb]),
    ),
  ].join('\n\n')
}

if (import.meta.main) {
  const [first, url = '', count = ''] = process.argv.slice(2)
  if (first === 'memory') await rebuildAlone(url, Number(count))
  else
    console.log(
      rebuildTable(await benchRebuild(first ? { events: Number(first), memory: [10_000, 2 * Number(first)] } : {})),
    )
}
