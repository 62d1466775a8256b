import type pg from 'pg'
import type { EmailCampaign } from '../domain/email-campaigns.ts'
import { reportedSql } from './automatic-pause.ts'

const statusOf = { sending: 'sending', paused: 'paused', cancelled: 'cancelled', sent: 'finished' } as const

/** Days after the end of a campaign. */
const addressesKept = 30

/**
 * Applies the log’s decision about a campaign to its list. Idempotent, and an old decision never undoes a newer one:
 * `revision` is that of the last event of the stream. After a pause the automatic pause starts counting again.
 */
export async function applyToList(pool: pg.Pool, campaign: EmailCampaign, revision: number): Promise<void> {
  if (!('draft' in campaign) || campaign.listId === null) return
  const { status, listId, isFinished } = campaign
  if (status === 'draft' || status === 'scheduled' || status === 'failed') return
  await pool.query(
    `UPDATE app.campaign_queues AS queue SET revision = $3, waits_for = NULL,
       judged_from = CASE WHEN status = 'paused' AND $2 = 'sending' THEN sent + failed ELSE judged_from END,
       bounced_before = CASE WHEN status = 'paused' AND $2 = 'sending' THEN bounced + ${reportedSql('bounced')} ELSE bounced_before END,
       complained_before = CASE WHEN status = 'paused' AND $2 = 'sending'
         THEN ${reportedSql('complained')}
         ELSE complained_before END,
       addresses_until = CASE WHEN $2 = 'finished' THEN now() + $4 * interval '1 day' END,
       status = $2
     WHERE list_id = $1 AND revision < $3`,
    [listId, isFinished ? 'finished' : statusOf[status], revision, addressesKept],
  )
}
