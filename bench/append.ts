import { randomUUID } from 'node:crypto'
import { createPostgresLog } from '../backend/kernel/eventlog/postgres/postgres-log.ts'
import { getPostgreSQLEventStore } from './peers/emmett.ts'
import {
  alternate,
  fsyncProbe,
  latencies,
  median,
  medianRatio,
  startBenchDatabase,
  table,
  throughput,
} from './support.ts'

export type AppendFigures = {
  /** Acknowledged events per second at a concurrency of 32, medians. */
  perSecond: { ours: number; insert: number; emmett: number }
  /** Medians of the ratios per round. */
  toInsert: number
  toEmmett: number
  /** Milliseconds of one append on an idle system, medians. */
  idle: { ours: number; insert: number; emmett: number; ratio: number }
  /** Milliseconds of one fdatasync on the same disk, before and after. */
  fsync: { before: number; after: number }
}

const concurrency = 32

/** Durable appends, one new stream each: our Postgres log, a plain single-row INSERT, emmett-postgresql. */
export async function benchAppend({
  rounds,
  ms,
  idleCount,
}: {
  rounds: number
  ms: number
  idleCount: number
}): Promise<AppendFigures> {
  const { database, folder, stop } = await startBenchDatabase({ max: concurrency })
  const { pool } = database
  const log = createPostgresLog(pool)
  const emmett = getPostgreSQLEventStore(database.url, { connectionOptions: { pool } })
  await emmett.schema.migrate()
  // The peer has the columns of the log and only a primary key: the minimum cost of a durable row.
  await pool.query(`CREATE TABLE single_rows (position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    stream text, revision integer, id uuid, type text, data text, metadata text, recorded_at timestamptz DEFAULT now())`)
  const insert = {
    name: 'single-row',
    text: 'INSERT INTO single_rows (stream, revision, id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)',
  }

  let prayers = 0
  const operations = {
    ours: () => log.append(`prayer-${++prayers}`, 'no-stream', [{ id: randomUUID(), type, data, metadata }]),
    insert: () => pool.query({ ...insert, values: [`prayer-${++prayers}`, 0, randomUUID(), type, data, metadata] }),
    emmett: () =>
      emmett.appendToStream(`prayer-${++prayers}`, [{ type, data: content, metadata: about }], {
        expectedStreamVersion: 'STREAM_DOES_NOT_EXIST',
      }),
  }
  const names = ['ours', 'insert', 'emmett'] as const

  try {
    const before = fsyncProbe(folder)
    const load = await alternate(
      new Map(names.map((name) => [name, () => throughput(operations[name], concurrency, ms)])),
      rounds,
    )
    const idle = await alternate(
      new Map(names.map((name) => [name, async () => median(await latencies(operations[name], idleCount))])),
      rounds,
    )
    const after = fsyncProbe(folder)
    const of = (figures: Map<(typeof names)[number], number[]>, name: (typeof names)[number]) => figures.get(name) ?? []
    return {
      perSecond: {
        ours: median(of(load, 'ours')),
        insert: median(of(load, 'insert')),
        emmett: median(of(load, 'emmett')),
      },
      toInsert: medianRatio(of(load, 'ours'), of(load, 'insert')),
      toEmmett: medianRatio(of(load, 'ours'), of(load, 'emmett')),
      idle: {
        ours: median(of(idle, 'ours')),
        insert: median(of(idle, 'insert')),
        emmett: median(of(idle, 'emmett')),
        ratio: medianRatio(of(idle, 'ours'), of(idle, 'insert')),
      },
      fsync: { before, after },
    }
  } finally {
    await emmett.close()
    await log.close()
    await stop()
  }
}

const type = 'PrayerSubmitted'
const content = { prayerId: 123456, subject: randomUUID(), personal: `v1.${'a'.repeat(16)}.${'b'.repeat(160)}` }
const about = {
  at: '2026-01-01T00:00:00.000Z',
  actor: { kind: 'visitor' },
  requestId: randomUUID(),
  correlationId: randomUUID(),
  command: 'SubmitPrayer',
  schemaVersion: 1,
  fingerprint: 'c'.repeat(64),
}
const data = JSON.stringify(content)
const metadata = JSON.stringify(about)

export function appendTable({ perSecond, toInsert, toEmmett, idle, fsync }: AppendFigures): string {
  return [
    table(
      ['Durable append, 32 concurrent', 'per second', 'ours is'],
      [
        ['our log (group commit, gapless)', perSecond.ours, ''],
        ['single-row INSERT, pool of 32', perSecond.insert, `${toInsert.toFixed(2)} x`],
        ['emmett-postgresql append, pool of 32', perSecond.emmett, `${toEmmett.toFixed(2)} x`],
      ],
    ),
    table(
      ['One append when idle, p50', 'ms', 'ours takes'],
      [
        ['our log', idle.ours, ''],
        ['single-row INSERT', idle.insert, `${idle.ratio.toFixed(2)} x`],
        ['emmett-postgresql append', idle.emmett, `${(idle.ours / idle.emmett).toFixed(2)} x`],
        ['fdatasync of 4 kB, before and after', `${fsync.before.toFixed(3)} ${fsync.after.toFixed(3)}`, ''],
      ],
    ),
  ].join('\n\n')
}
