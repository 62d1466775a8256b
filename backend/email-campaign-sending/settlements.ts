import type pg from 'pg'
import { createBatcher } from '../kernel/concurrency/batcher.ts'
import { transaction } from '../kernel/database/transaction.ts'

/** The outcome for a claimed recipient. `later`: try again after `pause` ms; `untried`: as if never claimed. */
export type Settlement = { listId: string; id: number } & (
  | { status: 'sent' | 'failed'; detail: string; isHard?: boolean }
  | { status: 'later'; detail: string; pause: number }
  | { status: 'untried' }
)

/** Durable once it resolves. Concurrent calls share one transaction. */
export type RecordOutcome = (settlement: Settlement) => Promise<true>

/**
 * A recipient whose lease ran out and who was claimed again elsewhere gets the outcome of the first writer, because
 * only rows that were still waiting are counted.
 */
const settleSql = `WITH given AS (
    SELECT * FROM unnest($2::integer[], $3::text[], $4::text[], $5::float8[], $6::boolean[]) AS given (id, outcome, detail, pause, hard)
  ), settled AS (
    UPDATE app.campaign_recipients AS recipient SET
      status = CASE WHEN outcome IN ('sent', 'failed') THEN outcome ELSE 'waiting' END,
      detail = given.detail,
      is_hard = given.hard,
      done_at = CASE WHEN outcome IN ('sent', 'failed') THEN now() END,
      due_at = now() + pause * interval '1 ms',
      attempts = attempts - (outcome = 'untried')::integer,
      is_leased = false
    FROM given WHERE recipient.list_id = $1 AND recipient.id = given.id AND recipient.status = 'waiting'
    RETURNING outcome, hard
  ), counts AS (
    SELECT count(*) FILTER (WHERE outcome = 'sent') AS sent, count(*) FILTER (WHERE outcome = 'failed') AS failed,
      count(*) FILTER (WHERE hard) AS hard FROM settled
  ), counted AS (
    UPDATE app.campaign_queues AS queue SET sent = queue.sent + counts.sent, failed = queue.failed + counts.failed,
      bounced = bounced + counts.hard, waits_for = CASE WHEN counts.sent > 0 THEN NULL ELSE waits_for END
    FROM counts WHERE list_id = $1
  )
  INSERT INTO app.campaign_rates AS rate (list_id, second, sent)
  SELECT $1, date_trunc('second', now()), sent FROM counts WHERE sent > 0
  ON CONFLICT (list_id, second) DO UPDATE SET sent = rate.sent + excluded.sent`

/** Outcomes that arrive during a write are committed together. */
export function createRecordOutcome(pool: pg.Pool): RecordOutcome {
  return createBatcher<Settlement, true>(async (settlements) => {
    const lists = Map.groupBy(settlements, ({ listId }) => listId)
    const statements = [...lists].map(([listId, own]) => ({
      name: 'campaign-settle',
      text: settleSql,
      values: [
        listId,
        own.map(({ id }) => id),
        own.map(({ status }) => status),
        own.map((one) => ('detail' in one ? one.detail : null)),
        own.map((one) => ('pause' in one ? one.pause : 0)),
        own.map((one) => 'isHard' in one && one.isHard === true),
      ],
    }))
    const [only] = statements
    if (only && statements.length === 1) await pool.query(only)
    else
      await transaction(pool, async (client) => {
        for (const statement of statements) await client.query(statement)
      })
    return settlements.map(() => true as const)
  })
}
