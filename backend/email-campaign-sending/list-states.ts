import type pg from 'pg'
import type { EmailCampaign } from '../domain/mail/email-campaigns.ts'
import { transaction } from '../kernel/database/transaction.ts'
import { mayGetItAgainSql } from '../read-model/email-campaign-failures.ts'
import { reportedSql } from './automatic-pause.ts'
import type { QueuedMail } from './queued-mail.ts'

const statusOf = { sending: 'sending', paused: 'paused', cancelled: 'cancelled', sent: 'finished' } as const

/** Days after the end of a campaign. */
const addressesKept = 30

/**
 * Applies the log’s decision about an email campaign to its list. Idempotent, and an old decision never undoes a newer
 * one: `revision` is that of the last event of the stream. After a pause, and when it is sent again, the automatic
 * pause starts counting again.
 */
export async function applyToList(pool: pg.Pool, emailCampaign: EmailCampaign, revision: number): Promise<void> {
  if (!('draft' in emailCampaign) || emailCampaign.listId === null) return
  const { status, listId, isFinished, again } = emailCampaign
  if (status === 'draft' || status === 'scheduled' || status === 'failed') return
  await transaction(pool, async (client) => {
    const { rows } = await client.query<{ rounds: number; mail: QueuedMail | null }>(
      'SELECT rounds, mail FROM app.campaign_queues WHERE list_id = $1 AND revision < $2 FOR UPDATE',
      [listId, revision],
    )
    const [list] = rows
    if (list === undefined) return
    if (list.mail !== null && list.rounds < again.rounds) await waitAgain(client, listId, list.mail, again)
    await setState(client, { listId, status: isFinished ? 'finished' : statusOf[status], revision })
  })
}

/** The people whose email failed because of us wait for it once more. */
async function waitAgain(
  client: pg.ClientBase,
  listId: string,
  mail: QueuedMail,
  { rounds, codes }: { rounds: number; codes: readonly string[] },
): Promise<void> {
  await client.query(
    `WITH again AS (
       UPDATE app.campaign_recipients AS recipient
       SET status = 'waiting', detail = NULL, attempts = 0, is_leased = false, due_at = now(), done_at = NULL, batch = NULL
       WHERE list_id = $1 AND ${mayGetItAgainSql(mail, '$2')} RETURNING id
     )
     UPDATE app.campaign_queues SET failed = failed - (SELECT count(*) FROM again), rounds = $3 WHERE list_id = $1`,
    [listId, codes, rounds],
  )
}

async function setState(
  client: pg.ClientBase,
  { listId, status, revision }: { listId: string; status: string; revision: number },
): Promise<void> {
  await client.query(
    `UPDATE app.campaign_queues AS queue SET revision = $3, waits_for = NULL,
       judged_from = CASE WHEN status IN ('paused', 'finished') AND $2 = 'sending' THEN sent + failed ELSE judged_from END,
       bounced_before = CASE WHEN status IN ('paused', 'finished') AND $2 = 'sending' THEN bounced + ${reportedSql('bounced')} ELSE bounced_before END,
       complained_before = CASE WHEN status IN ('paused', 'finished') AND $2 = 'sending'
         THEN ${reportedSql('complained')}
         ELSE complained_before END,
       addresses_until = CASE WHEN $2 = 'finished' THEN now() + $4 * interval '1 day' END,
       status = $2
     WHERE list_id = $1`,
    [listId, status, revision, addressesKept],
  )
}
