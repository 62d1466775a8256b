import type pg from 'pg'
import type { RecipientOutcome } from '../domain/mail/email-campaign-events.ts'

/** `hard`: those of the outcomes that say that the mailbox is gone. */
export type OutcomeBatch = {
  listId: string
  campaignId: number
  batch: number
  /** Number of times that the email campaign was sent again before. */
  round: number
  outcomes: RecipientOutcome[]
  hard: RecipientOutcome[]
}

type Row = RecipientOutcome & { isHard: boolean }

/** The log keeps what the mail server said, and a bounce is an event of its own. */
const withHard = (rows: readonly Row[]): Pick<OutcomeBatch, 'outcomes' | 'hard'> => ({
  outcomes: rows.map(outcomeOf),
  hard: rows.filter(({ isHard }) => isHard).map(outcomeOf),
})
const outcomeOf = ({ subject, status, code, attempts, at }: Row): RecipientOutcome => ({
  subject,
  status,
  code,
  attempts,
  at,
})

const outcomeColumns = `subject, status, detail AS code, attempts, done_at AS at, is_hard AS "isHard"`

/**
 * Up to `count` outcomes that the log does not have yet; null when there are none. The batch keeps its number for good.
 * One batch at a time per list, also from other processes: a caller that waited for the list’s row skips outcomes taken
 * by others.
 */
export async function nextBatch(
  pool: pg.Pool,
  { listId, campaignId }: { listId: string; campaignId: number },
  count: number,
): Promise<OutcomeBatch | null> {
  const { rows } = await pool.query<Row & { id: number; batch: number; round: number }>({
    name: 'campaign-next-batch',
    text: `WITH numbered AS (
        SELECT batches + 1 AS batch, rounds FROM app.campaign_queues WHERE list_id = $1 FOR UPDATE
      ), picked AS (
        SELECT id, numbered.batch FROM app.campaign_recipients AS waiting, numbered
        WHERE list_id = $1 AND status <> 'waiting' AND waiting.batch IS NULL ORDER BY id LIMIT $2
      ), taken AS (
        UPDATE app.campaign_recipients AS recipient SET batch = picked.batch FROM picked
        WHERE recipient.list_id = $1 AND recipient.id = picked.id AND recipient.batch IS NULL
        RETURNING recipient.id, recipient.batch, ${outcomeColumns}
      ), counted AS (
        UPDATE app.campaign_queues AS queue SET batches = taken.batch FROM (SELECT DISTINCT batch FROM taken) AS taken
        WHERE list_id = $1
      ), noted AS (
        INSERT INTO app.campaign_batches (list_id, batch, first_id, last_id)
        SELECT $1, batch, min(id), max(id) FROM taken GROUP BY batch
      )
      SELECT taken.*, numbered.rounds AS round FROM taken, numbered ORDER BY id`,
    values: [listId, count],
  })
  const [first] = rows
  if (!first) return null
  return { listId, campaignId, batch: first.batch, round: first.round, ...withHard(rows) }
}

/** Batches whose process died before the log had them. */
export async function leftBatches(pool: pg.Pool, olderThan: number): Promise<OutcomeBatch[]> {
  const { rows } = await pool.query<Omit<OutcomeBatch, 'outcomes' | 'hard'> & { firstId: number; lastId: number }>(
    `SELECT list_id AS "listId", campaign_id AS "campaignId", batch, rounds AS round, first_id AS "firstId", last_id AS "lastId"
     FROM app.campaign_batches JOIN app.campaign_queues USING (list_id)
     WHERE made_at < now() - $1 * interval '1 ms' ORDER BY made_at LIMIT 20`,
    [olderThan],
  )
  return Promise.all(
    rows.map(async ({ firstId, lastId, ...left }) => {
      const { rows: outcomes } = await pool.query<Row>(
        `SELECT ${outcomeColumns} FROM app.campaign_recipients
         WHERE list_id = $1 AND id BETWEEN $2 AND $3 AND batch = $4 ORDER BY id`,
        [left.listId, firstId, lastId, left.batch],
      )
      return { ...left, ...withHard(outcomes) }
    }),
  )
}

/** The log has the batch. */
export async function batchRecorded(
  pool: pg.Pool,
  { listId, batch }: Pick<OutcomeBatch, 'listId' | 'batch'>,
): Promise<void> {
  await pool.query('DELETE FROM app.campaign_batches WHERE list_id = $1 AND batch = $2', [listId, batch])
}
