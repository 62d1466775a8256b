import type pg from 'pg'
import type { Donation } from '../../contract/donations.ts'
import type { AdminVolunteer } from '../../contract/volunteers.ts'
import { rowBatches } from './row-batches.ts'
import { type MatchColumns, skillMatchOf } from './skill-match.ts'

export type ExportedVolunteer = Omit<AdminVolunteer, 'isDeleted' | 'isErased' | 'revision' | 'userId'>
export type ExportedDonation = Omit<Donation, 'isErased'>
/** Names are the present ones; the address from where an admin acted is not part of the file. */
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
export async function* volunteerBatches(pool: pg.Pool): AsyncGenerator<ExportedVolunteer[]> {
  const rows = rowBatches<Omit<ExportedVolunteer, 'aiSkillMatch'> & MatchColumns>(
    pool,
    `SELECT id, first_name AS "firstName", last_name AS "lastName", email, phone, skills, availability, interests,
       skill_match, interest_match, created_at AS "createdAt"
     FROM read.volunteers WHERE NOT is_deleted AND NOT is_erased ORDER BY id`,
  )
  for await (const batch of rows)
    yield batch.map(({ skill_match, interest_match, ...row }) => ({
      ...row,
      aiSkillMatch: skillMatchOf({ skill_match, interest_match, availability: row.availability }),
    }))
}

/** Donations of people who were not erased, oldest first. */
export const donationBatches = (pool: pg.Pool): AsyncGenerator<ExportedDonation[]> =>
  rowBatches(
    pool,
    `SELECT id, first_name AS "firstName", last_name AS "lastName", email, amount, address, city, state,
       zip_code AS "zipCode", occupation, employer, payment_id AS "paymentId", is_public AS "isPublic",
       created_at AS "createdAt"
     FROM read.donations WHERE NOT is_erased ORDER BY created_at, id`,
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
