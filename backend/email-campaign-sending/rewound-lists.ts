import type pg from 'pg'
import type { EmailCampaign } from '../domain/mail/email-campaigns.ts'
import { applyToList } from './list-states.ts'

/** A list that the log knows nothing of any more, although email was sent by it. */
type LostList = { campaignId: number; sent: number }

/**
 * After the log was put back to an earlier end: each list follows the decisions that are left, and outcomes that the log
 * may have lost are recorded once more. A list without a decision ends, and is returned. No email is sent again.
 */
export async function rewindLists(
  pool: pg.Pool,
  stateOf: (campaignId: number) => Promise<{ emailCampaign: EmailCampaign; revision: number }>,
): Promise<LostList[]> {
  const { rows } = await pool.query<{ listId: string; campaignId: number; sent: number; status: string }>(
    `SELECT list_id AS "listId", campaign_id AS "campaignId", sent, status FROM app.campaign_queues WHERE status <> 'made'
     ORDER BY campaign_id`,
  )
  const lost: LostList[] = []
  for (const { listId, campaignId, sent } of rows) {
    const { emailCampaign, revision } = await stateOf(campaignId)
    if ('draft' in emailCampaign && emailCampaign.listId === listId) {
      await pool.query('UPDATE app.campaign_queues SET revision = -1 WHERE list_id = $1 AND revision > $2', [
        listId,
        revision,
      ])
      await applyToList(pool, emailCampaign, revision)
      await recordAgain(pool, listId)
    } else {
      await pool.query(`UPDATE app.campaign_queues SET status = 'finished', waits_for = NULL WHERE list_id = $1`, [
        listId,
      ])
      await pool.query('DELETE FROM app.campaign_batches WHERE list_id = $1', [listId])
      lost.push({ campaignId, sent })
    }
  }
  return lost
}

/** The log takes no batch twice. */
async function recordAgain(pool: pg.Pool, listId: string): Promise<void> {
  await pool.query(
    `INSERT INTO app.campaign_batches (list_id, batch, first_id, last_id)
     SELECT list_id, batch, min(id), max(id) FROM app.campaign_recipients
     WHERE list_id = $1 AND batch IS NOT NULL GROUP BY list_id, batch
     ON CONFLICT DO NOTHING`,
    [listId],
  )
}
