import type { Knex } from 'knex'
import { submissions } from '../topics/index.ts'
import { isSentByActor } from './hand-entries.ts'

type SentIn = { topic: string; id: number; name: string | null; sentBy: number | null }

/** Everything that was sent in with the address of this subject, or that staff entered with it. */
export async function sentInUnder(knex: Knex, subject: string): Promise<SentIn[]> {
  const { rows } = await knex.raw<{ rows: SentIn[] }>(
    `SELECT topic, item_id AS id, max(actor_id) FILTER (WHERE type = ANY(:submissions) AND ${isSentByActor('said')}) AS "sentBy",
       (array_agg(name ORDER BY revision DESC) FILTER (WHERE name <> ''))[1] AS name
     FROM (
       SELECT *, coalesce(personal ->> 'name', concat_ws(' ', personal ->> 'firstName', personal ->> 'lastName')) AS name
       FROM read.history WHERE subject = :subject AND item_id IS NOT NULL AND topic <> 'users'
     ) AS said
     GROUP BY topic, item_id ORDER BY topic, item_id`,
    { subject, submissions },
  )
  return rows
}

/** The event of each open registration with the address of this subject, by the number of the registration. */
export async function eventsOfRsvps(knex: Knex, subject: string): Promise<Map<number, number>> {
  const rows = await knex('read.rsvps')
    .where({ subject })
    .whereNot({ status: 'cancelled' })
    .select<{ id: number; campaignEventId: number }[]>({ id: 'id', campaignEventId: 'campaign_event_id' })
  return new Map(rows.map(({ id, campaignEventId }) => [id, campaignEventId]))
}

/** The sources of what counts as taking part under this subject, apart from what has an address of its own in the lists. */
export async function engagementsUnder(knex: Knex, subject: string): Promise<string[]> {
  const rows = await knex('read.user_engagement')
    .where({ subject })
    .whereNotIn('engagement_type', ['rsvp', 'volunteer', 'signup'])
    .orderBy('source')
    .select<{ source: string }[]>('source')
  return rows.map(({ source }) => source)
}

/** The address for mail about this engagement now, which may be another than the item names; null without one. */
export async function addressOfEngagement(
  knex: Knex,
  source: string,
): Promise<{ subject: string; email: string } | null> {
  const [row] = await knex('read.user_engagement')
    .where({ source })
    .whereNotNull('email')
    .select<{ subject: string; email: string }[]>('subject', 'email')
  return row ?? null
}
