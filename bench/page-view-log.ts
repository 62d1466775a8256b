import { upcasters } from '../backend/event-schemas/upcasters.ts'
import { verifyEvolution } from '../backend/experiments/evolution-verifier.ts'
import { createCodec } from '../backend/kernel/eventlog/codec.ts'
import { createMemorySubjectKeys } from '../backend/kernel/eventlog/encryption/subject-keys-memory.ts'
import { createPostgresLog } from '../backend/kernel/eventlog/postgres/postgres-log.ts'
import { personalFields } from '../backend/topics/index.ts'
import { type LogForm, makeVisitLog } from './page-variations/replay-log.ts'
import { startBenchDatabase, table } from './support.ts'

type Figures = {
  form: LogForm
  viewsPerMinute: number
  /** Of views alone, per view. */
  events: number
  bytes: number
  /** With rows and indexes in PostgreSQL, decisions included. */
  stored: number
  /** Seconds to verify the whole log. */
  verified: number
}
export type PageViewLogFigures = { views: number; rows: Figures[] }

const isView = `type IN ('VariationServed', 'VisitRecorded', 'ConversionCredited', 'PageViewsRecorded')`

/** Cost of the same visitors in the log, as single events and in blocks, and that both are verified alike. */
export async function benchPageViewLog({ views }: { views: number }): Promise<PageViewLogFigures> {
  const rows: Figures[] = []
  for (const [form, viewsPerMinute] of [
    ['single', 20],
    ['blocks', 3],
    ['blocks', 20],
    ['blocks', 600],
  ] as const) {
    const { database, stop } = await startBenchDatabase({ max: 2 })
    try {
      const client = await database.pool.connect()
      await makeVisitLog(client, views, { form, viewsPerMinute })
      await client.query('VACUUM (FULL, ANALYZE) eventlog.events')
      const { rows: sizes } = await client.query<{ events: number; bytes: number; stored: number }>(
        `SELECT (count(*) FILTER (WHERE ${isView}))::int AS events,
           (sum(octet_length(data) + octet_length(metadata)) FILTER (WHERE ${isView}))::float8 AS bytes,
           pg_total_relation_size('eventlog.events')::float8 AS stored FROM eventlog.events`,
      )
      client.release()
      const { events = 0, bytes = 0, stored = 0 } = sizes[0] ?? {}
      const log = createPostgresLog(database.pool)
      const { decode } = createCodec({ keys: createMemorySubjectKeys(), personalFields, upcasters })
      const startedAt = performance.now()
      const { servings, isIntact, finding } = await verifyEvolution({ log, decode })
      if (!isIntact || servings !== views) throw new Error(finding)
      const verified = (performance.now() - startedAt) / 1000
      await log.close()
      rows.push({
        form,
        viewsPerMinute,
        events: events / views,
        bytes: bytes / views,
        stored: stored / views,
        verified,
      })
    } finally {
      await stop()
    }
  }
  return { views, rows }
}

export const pageViewLogTable = ({ rows }: PageViewLogFigures): string =>
  table(
    ['Views in the log', 'Events per view', 'Bytes per view', 'With decisions, on disk', 'Verified in, s'],
    rows.map(({ form, viewsPerMinute, events, bytes, stored, verified }) => [
      form === 'single' ? 'Two events each' : `Blocks, ${viewsPerMinute} views a minute`,
      events.toFixed(4),
      bytes.toFixed(0),
      stored.toFixed(0),
      verified.toFixed(1),
    ]),
  )
