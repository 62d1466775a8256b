import type pg from 'pg'
import { transaction } from '../database/transaction.ts'
import type { RecipientOutcome } from '../domain/email-campaign-events.ts'

export type OutcomeBatch = { listId: string; campaignId: number; batch: number; outcomes: RecipientOutcome[] }

const outcomeColumns = `subject, status, detail AS code, attempts, done_at AS at`

/** Up to `count` outcomes that the log has not heard of; null when there are none. The batch keeps its number for good. */
export function nextBatch(
  pool: pg.Pool,
  { listId, campaignId }: { listId: string; campaignId: number },
  count: number,
): Promise<OutcomeBatch | null> {
  return transaction(pool, async (client) => {
    // One batch at a time per list, also from other processes.
    const numbered = await client.query<{ batch: number }>(
      'SELECT batches + 1 AS batch FROM app.campaign_queues WHERE list_id = $1 FOR UPDATE',
      [listId],
    )
    const batch = numbered.rows[0]?.batch
    if (batch === undefined) return null
    const { rows } = await client.query<RecipientOutcome & { id: number }>(
      `WITH picked AS (
         SELECT id FROM app.campaign_recipients
         WHERE list_id = $1 AND status <> 'waiting' AND batch IS NULL ORDER BY id LIMIT $3
       )
       UPDATE app.campaign_recipients AS recipient SET batch = $2 FROM picked
       WHERE recipient.list_id = $1 AND recipient.id = picked.id RETURNING recipient.id, ${outcomeColumns}`,
      [listId, batch, count],
    )
    if (rows.length === 0) return null
    await client.query('UPDATE app.campaign_queues SET batches = $2 WHERE list_id = $1', [listId, batch])
    const ids = rows.map(({ id }) => id)
    await client.query('INSERT INTO app.campaign_batches (list_id, batch, first_id, last_id) VALUES ($1, $2, $3, $4)', [
      listId,
      batch,
      Math.min(...ids),
      Math.max(...ids),
    ])
    const outcomes = rows.sort((a, b) => a.id - b.id).map(({ id, ...outcome }) => outcome)
    return { listId, campaignId, batch, outcomes }
  })
}

/** Batches whose process died before the log had them. */
export async function leftBatches(pool: pg.Pool, olderThan: number): Promise<OutcomeBatch[]> {
  const { rows } = await pool.query<Omit<OutcomeBatch, 'outcomes'> & { firstId: number; lastId: number }>(
    `SELECT list_id AS "listId", campaign_id AS "campaignId", batch, first_id AS "firstId", last_id AS "lastId"
     FROM app.campaign_batches JOIN app.campaign_queues USING (list_id)
     WHERE made_at < now() - $1 * interval '1 ms' ORDER BY made_at LIMIT 20`,
    [olderThan],
  )
  return Promise.all(
    rows.map(async ({ firstId, lastId, ...left }) => {
      const { rows: outcomes } = await pool.query<RecipientOutcome>(
        `SELECT ${outcomeColumns} FROM app.campaign_recipients
         WHERE list_id = $1 AND id BETWEEN $2 AND $3 AND batch = $4 ORDER BY id`,
        [left.listId, firstId, lastId, left.batch],
      )
      return { ...left, outcomes }
    }),
  )
}

/** The log has it. */
export async function batchRecorded(pool: pg.Pool, { listId, batch }: OutcomeBatch): Promise<void> {
  await pool.query('DELETE FROM app.campaign_batches WHERE list_id = $1 AND batch = $2', [listId, batch])
}
