import type pg from 'pg'
import type { LeftOut } from '../../contract/email-segments.ts'
import type { EventLog, Position } from '../kernel/eventlog/event-log.ts'
import type { Decode } from '../kernel/projector/batches.ts'
import type { AnyProjection } from '../kernel/projector/projection.ts'
import type { ReadSkips } from '../kernel/projector/skips.ts'
import { withTablesAt } from '../kernel/projector/tables-at.ts'
import {
  choiceCountsSql,
  countsOf,
  recipientsSql,
  type SegmentChoice,
  segmentProjection,
  subjectHashSql,
} from '../read-model/email-segments.ts'

/** `hash`: of the subjects of all chosen people, as in the ledger. */
export type SegmentAt = { hash: string; chosen: number; leftOut: LeftOut }

/**
 * The people that a choice selected at a position of the log, evaluated again from the log alone. Later erasures and
 * unsubscribes change nothing.
 */
export function segmentAt(
  tools: {
    log: EventLog
    decode: Decode
    pool: pg.Pool
    projections: readonly AnyProjection[]
    readSkips?: ReadSkips
  },
  position: Position | null,
  choice: SegmentChoice,
): Promise<SegmentAt> {
  const projection = tools.projections.find(({ name }) => name === segmentProjection)
  if (!projection) throw new Error(`There is no projection ${segmentProjection}.`)
  return withTablesAt({ ...tools, projection }, position, async (client, schema) => {
    const hashes = await client.query<{ hash: string }>(
      `SELECT ${subjectHashSql} AS hash FROM (${recipientsSql(choice, { schema })}) AS recipient`,
    )
    const counts = await client.query<{ reason: string; people: number }>(choiceCountsSql(choice, { schema }))
    return { hash: hashes.rows[0]?.hash ?? '', ...countsOf(counts.rows) }
  })
}
