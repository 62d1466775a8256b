import type { Knex } from 'knex'
import type { MailChoices } from '../../contract/mail-consents.ts'
import type { Suppression } from '../../records/mail.ts'
import { sinceDay, untilDay } from './campaign-days.ts'

/** Why this person gets no campaign mail; null when they do. */
export async function suppressionOf(knex: Knex, subject: string): Promise<Suppression | null> {
  const [row] = await knex('read.mail_suppressions')
    .where({ subject })
    .select<Suppression[]>({ reason: 'reason', at: 'at', campaignId: 'campaign_id' })
  return row ?? null
}

/**
 * The subjects whose address at this domain bounced for good on a day, in the time zone of the campaign. `domain`: in
 * lower case. `after`: only subjects behind this one.
 */
export async function bouncedOn(
  knex: Knex,
  { domain, day }: { domain: string; day: string },
  after: string | null = null,
): Promise<string[]> {
  const [since, until] = [sinceDay('suppression.at', day), untilDay('suppression.at', day)]
  const rows = await knex({ suppression: 'read.mail_suppressions' })
    .join({ person: 'read.supporters' }, 'person.subject', 'suppression.subject')
    .where({ 'suppression.reason': 'bounced' })
    .whereRaw("lower(substring(person.email from '[^@]*$')) = ?", [domain])
    .whereRaw(since.sql, since.values ?? [])
    .whereRaw(until.sql, until.values ?? [])
    .whereRaw('(?::uuid IS NULL OR suppression.subject > ?::uuid)', [after, after])
    .orderBy('suppression.subject')
    .select<{ subject: string }[]>('suppression.subject')
  return rows.map(({ subject }) => subject)
}

/** Column `mailSuppression`: why the person of `item` gets no campaign mail; null when they do, or were erased. */
export const mailSuppressionOf = (knex: Knex): Knex.Raw =>
  knex.raw(
    `(SELECT jsonb_build_object(
        'reason', reason,
        'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      FROM read.mail_suppressions WHERE subject = item.subject AND NOT item.is_erased) AS "mailSuppression"`,
  )

/** SQL: the people who get no more mail since the email campaign of `queue`, as `stopped`. */
export const stoppedByQueueSql = 'FROM read.mail_suppressions AS stopped WHERE stopped.campaign_id = queue.campaign_id'

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

/** The address that the person of this one moved to, by subject; the same where they did not move. */
export async function presentSubject(knex: Knex, subject: string): Promise<string> {
  const { rows } = await knex.raw<{ rows: { subject: string }[] }>(
    `WITH RECURSIVE path (subject, steps) AS (
       SELECT ?::uuid, 0
       UNION ALL
       SELECT moved.subject, steps + 1 FROM path
       JOIN read.moved_addresses AS moved ON moved.previous_subject = path.subject WHERE steps < 100
     )
     SELECT subject FROM path ORDER BY steps DESC LIMIT 1`,
    [subject],
  )
  return rows[0]?.subject ?? subject
}

/** Complaints that wait for staff, the oldest first. */
export const heldComplaints = (knex: Knex): Promise<{ email: string; at: string }[]> =>
  knex({ held: 'read.held_complaints' })
    .join({ person: 'read.supporters' }, 'person.subject', 'held.subject')
    .orderBy('held.at')
    .limit(100)
    .select<{ email: string; at: string }[]>({ email: 'person.email', at: 'held.at' })
