import type { Knex } from 'knex'
import type { MailPurpose } from '../../contract/email-segments.ts'
import { mayStillBeMailedSql } from './email-segments.ts'

/** The exclusions of a list; those from before `obeys` was recorded obey their purpose alone. */
type QueuedExclusions = { purpose: MailPurpose; obeys?: readonly MailPurpose[]; confirmedOptIn: boolean }

/**
 * A condition on `recipient`, a row of app.campaign_recipients: the email failed with one of `codes` (an SQL array),
 * and the person still wants it.
 */
export const mayGetItAgainSql = ({ purpose, obeys = [purpose], confirmedOptIn }: QueuedExclusions, codes: string) =>
  `recipient.status = 'failed' AND NOT recipient.is_hard AND recipient.email IS NOT NULL
   AND recipient.detail = ANY (${codes}::text[]) AND ${mayStillBeMailedSql({ obeys, confirmedOptIn }, 'recipient.subject')}`

export type EmailCampaignFailures = { codes: string[]; recipients: number; leftOut: number }

/**
 * The people whose email of this email campaign failed with a code that `isOurs`: how many still want it, and how many
 * of them no longer get email. Nothing while the email campaign is being sent.
 */
export async function emailCampaignFailures(
  knex: Knex,
  campaignId: number,
  isOurs: (code: string) => boolean,
): Promise<EmailCampaignFailures> {
  const failed = await knex({ recipient: 'app.campaign_recipients' })
    .join({ queue: 'app.campaign_queues' }, 'queue.list_id', 'recipient.list_id')
    .where({ 'queue.campaign_id': campaignId, 'queue.status': 'finished', 'recipient.status': 'failed' })
    .where({ 'recipient.is_hard': false })
    .whereNotNull('recipient.detail')
    .whereNotNull('queue.mail')
    .groupBy('queue.list_id', 'queue.mail', 'recipient.detail')
    .orderBy('recipient.detail')
    .select<{ listId: string; mail: QueuedExclusions; code: string; people: number }[]>(
      { listId: 'queue.list_id', mail: 'queue.mail', code: 'recipient.detail' },
      knex.raw('count(*)::integer AS people'),
    )
  const ours = failed.filter(({ code }) => isOurs(code))
  const [first] = ours
  if (first === undefined) return { codes: [], recipients: 0, leftOut: 0 }
  const codes = ours.map(({ code }) => code)
  const all = ours.reduce((sum, { people }) => sum + people, 0)
  const { rows } = await knex.raw<{ rows: { recipients: number }[] }>(
    `SELECT count(*)::integer AS recipients FROM app.campaign_recipients AS recipient
     WHERE recipient.list_id = :listId AND ${mayGetItAgainSql(first.mail, ':codes')}`,
    { listId: first.listId, codes },
  )
  const recipients = rows[0]?.recipients ?? 0
  return { codes, recipients, leftOut: all - recipients }
}
