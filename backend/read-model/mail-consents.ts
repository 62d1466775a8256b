import type { Knex } from 'knex'
import type { MailChoices } from '../../contract/mail-consents.ts'

export type Suppression = { reason: 'unsubscribed' | 'bounced' | 'complained'; at: string; campaignId: number | null }

/** Why this person gets no campaign mail; null when they do. */
export async function suppressionOf(knex: Knex, subject: string): Promise<Suppression | null> {
  const [row] = await knex('app.mail_suppressions')
    .where({ subject })
    .select<Suppression[]>({ reason: 'reason', at: 'at', campaignId: 'campaign_id' })
  return row ?? null
}

/** Column `mailSuppression`: why the person of `item` gets no campaign mail; null when they do, or were erased. */
export const mailSuppressionOf = (knex: Knex): Knex.Raw =>
  knex.raw(
    `(SELECT jsonb_build_object(
        'reason', reason,
        'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      FROM app.mail_suppressions WHERE subject = item.subject AND NOT item.is_erased) AS "mailSuppression"`,
  )

/** The choices of a person without an account; everything by default. */
export async function mailChoicesOf(knex: Knex, subject: string): Promise<MailChoices> {
  const [row] = await knex('read.mail_choices').where({ subject }).select<MailChoices[]>({
    campaignNews: 'campaign_news',
    volunteerOpportunities: 'volunteer_opportunities',
    eventInvitations: 'event_invitations',
    emailUpdates: 'email_updates',
  })
  return row ?? { campaignNews: true, volunteerOpportunities: true, eventInvitations: true, emailUpdates: true }
}

/** The account that has this address now; null when there is none. */
export async function accountWith(knex: Knex, subject: string): Promise<number | null> {
  const [row] = await knex('app.accounts')
    .where({ subject })
    .whereNotNull('registered_at')
    .select<{ id: number }[]>({ id: 'user_id' })
  return row?.id ?? null
}
