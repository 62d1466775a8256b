import type { Knex } from 'knex'
import type { MailedTo } from '../../records/mail.ts'

/** `deliveredAt` null: the mail server has not accepted it yet. */
export type MailDelivery = { deliveredAt: string | null }

/**
 * The email of an email campaign, or of the welcome series, to one person; null when they were not among its
 * recipients.
 */
export async function mailDelivery(
  knex: Knex,
  { campaignId, subject }: { campaignId: number; subject: string },
): Promise<MailDelivery | null> {
  const { rows } = await knex.raw<{ rows: MailDelivery[] }>(
    `SELECT CASE WHEN recipient.status = 'sent' THEN recipient.done_at END AS "deliveredAt"
       FROM app.campaign_queues AS queue JOIN app.campaign_recipients AS recipient USING (list_id)
       WHERE queue.campaign_id = :campaignId AND queue.status <> 'made' AND recipient.subject = :subject
     UNION ALL
     SELECT CASE WHEN status = 'sent' THEN done_at END FROM app.welcome_mails
       WHERE campaign_id = :campaignId AND subject = :subject
     LIMIT 1`,
    { campaignId, subject },
  )
  return rows[0] ?? null
}

/** The email campaign that mailed this person last; null: none did. Reports of some providers name only an address. */
export async function lastEmailCampaignOf(knex: Knex, subject: string): Promise<number | null> {
  const [row] = await knex('app.campaign_recipients as recipient')
    .join('app.campaign_queues as queue', 'queue.list_id', 'recipient.list_id')
    .where({ 'recipient.subject': subject, 'recipient.status': 'sent' })
    .orderBy('recipient.done_at', 'desc')
    .limit(1)
    .select<{ campaignId: number }[]>({ campaignId: 'queue.campaign_id' })
  return row?.campaignId ?? null
}

/** Time for which a report may come back after its mail; servers give up after five days. */
const longestReturn = `interval '30 days'`

/**
 * When this person got that mail, or the last one that belongs to no email campaign, if that was in the last 30 days;
 * null: not then. A mail whose delivery is not recorded yet counts as sent at this moment.
 */
export async function mailedAt(knex: Knex, { campaignId, subject }: MailedTo): Promise<string | null> {
  const delivery =
    campaignId === null
      ? await knex('app.mail_ledger').where({ subject }).first<MailDelivery>({ deliveredAt: 'sent_at' })
      : await mailDelivery(knex, { campaignId, subject })
  if (!delivery) return null
  const { rows } = await knex.raw<{ rows: { at: string; isRecent: boolean }[] }>(
    `SELECT at, at > now() - ${longestReturn} AS "isRecent" FROM (SELECT coalesce(?::timestamptz, now()) AS at) AS sent`,
    [delivery.deliveredAt],
  )
  const [sent] = rows
  return sent?.isRecent ? new Date(sent.at).toISOString() : null
}
