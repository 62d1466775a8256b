import type pg from 'pg'
import type { Donation } from '../../contract/donations.ts'
import type { AdminVolunteer } from '../../contract/volunteers.ts'
import { consentColumns, consentJoins, type ExportedConsent, wantedPeople } from './exported-consent.ts'
import { rowBatches } from './row-batches.ts'
import { type MatchColumns, skillMatchOf } from './skill-match.ts'

export type ExportedVolunteer = Omit<AdminVolunteer, 'isDeleted' | 'isErased' | 'revision' | 'userId'> & ExportedConsent
export type ExportedDonation = Omit<Donation, 'isErased'> & ExportedConsent
/** Uses current names. The IP address of the admin is not part of the file. */
export type ExportedAction = {
  timestamp: string
  actor: string
  action: string
  targetUser: string | null
  topic: string | null
  itemId: number | null
  details: { [name: string]: unknown }
}

/** Volunteers whose application was neither deleted nor erased, oldest first. */
export async function* volunteerBatches(pool: pg.Pool, everyone: boolean): AsyncGenerator<ExportedVolunteer[]> {
  const rows = rowBatches<Omit<ExportedVolunteer, 'aiSkillMatch'> & MatchColumns>(
    pool,
    `SELECT item.id, item.first_name AS "firstName", item.last_name AS "lastName", item.email, item.phone, item.skills,
       item.availability, item.interests, item.skill_match, item.interest_match, item.created_at AS "createdAt",
       ${consentColumns}
     FROM read.volunteers AS item ${consentJoins}
     WHERE NOT item.is_deleted AND NOT item.is_erased AND ${wantedPeople(everyone)} ORDER BY item.id`,
  )
  for await (const batch of rows)
    yield batch.map(({ skill_match, interest_match, ...row }) => ({
      ...row,
      aiSkillMatch: skillMatchOf({ skill_match, interest_match, availability: row.availability }),
    }))
}

/** Donations of people who were not erased, oldest first. */
export const donationBatches = (pool: pg.Pool, everyone: boolean): AsyncGenerator<ExportedDonation[]> =>
  rowBatches(
    pool,
    `SELECT item.id, item.first_name AS "firstName", item.last_name AS "lastName", item.email, item.amount,
       item.address, item.city, item.state, item.zip_code AS "zipCode", item.occupation, item.employer,
       item.payment_id AS "paymentId", item.is_public AS "isPublic", item.created_at AS "createdAt", ${consentColumns}
     FROM read.donations AS item ${consentJoins}
     WHERE NOT item.is_erased AND ${wantedPeople(everyone)} ORDER BY item.created_at, item.id`,
  )

const nameOf = (person: string) =>
  `CASE WHEN ${person}.is_erased THEN 'Erased person'
    ELSE nullif(trim(concat_ws(' ', ${person}.first_name, ${person}.last_name)), '') END`

/** The log of actions, oldest first. */
export const actionBatches = (pool: pg.Pool): AsyncGenerator<ExportedAction[]> =>
  rowBatches(
    pool,
    `SELECT item."timestamp", item.action, item.topic, item.item_id AS "itemId", item.details,
       coalesce(${nameOf('actor')}, actor.email, CASE item.actor_kind WHEN 'server' THEN 'Server'
         WHEN 'visitor' THEN 'Visitor' ELSE 'Person ' || item.actor_id END) AS actor,
       coalesce(${nameOf('target')}, target.email) AS "targetUser"
     FROM read.admin_actions AS item
     LEFT JOIN read.users AS actor ON actor.id = item.actor_id
     LEFT JOIN read.users AS target ON target.id = item.target_user_id
     ORDER BY item."timestamp", item.id`,
  )
