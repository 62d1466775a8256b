import type pg from 'pg'
import type { Donation } from '../../contract/donations.ts'
import type { AdminUser } from '../../contract/users.ts'
import type { AdminVolunteer } from '../../contract/volunteers.ts'
import { consentColumns, consentJoins, type ExportedConsent, saidNo, wantedPeople } from './exported-consent.ts'
import { rowBatches } from './row-batches.ts'
import { type MatchColumns, skillMatchOf } from './skill-match.ts'

export type ExportedVolunteer = Omit<AdminVolunteer, 'isDeleted' | 'isErased' | 'revision' | 'userId'> & ExportedConsent
export type ExportedDonation = Omit<Donation, 'isErased'> & ExportedConsent
/** What the console shows of an account. `activities`: ways to take part and how often, such as 'donation 3'. */
export type ExportedPerson = Pick<
  AdminUser,
  'id' | 'firstName' | 'lastName' | 'email' | 'isAdmin' | 'isEmailVerified' | 'createdAt' | 'lastActiveAt'
> & { status: 'active' | 'inactive' | 'banned'; activities: string[]; lastActivityAt: string | null } & ExportedConsent
/**
 * Uses current names. The IP address of the admin is not part of the file. `consent`: of the person that the action is
 * about, with or without an account.
 */
export type ExportedAction = {
  timestamp: string
  actor: string
  action: string
  targetUser: string | null
  topic: string | null
  itemId: number | null
  details: { [name: string]: unknown }
} & ExportedConsent

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
       item.payment_id AS "paymentId",
       (SELECT max(refund.refunded_at) FROM read.donation_refunds AS refund WHERE refund.donation_id = item.id) AS "refundedAt",
       item.amount - coalesce(item.left_over, item.amount) AS refunded, item.is_public AS "isPublic", item.created_at AS "createdAt", ${consentColumns}
     FROM read.donations AS item ${consentJoins}
     WHERE NOT item.is_erased AND ${wantedPeople(everyone)} ORDER BY item.created_at, item.id`,
  )

/** Accounts that were neither deleted nor erased, oldest first. */
export const peopleBatches = (pool: pg.Pool, everyone: boolean): AsyncGenerator<ExportedPerson[]> =>
  rowBatches(
    pool,
    `SELECT item.id, item.first_name AS "firstName", item.last_name AS "lastName", item.email,
       CASE WHEN item.is_banned THEN 'banned' WHEN item.is_active THEN 'active' ELSE 'inactive' END AS status,
       item.is_admin AS "isAdmin", item.is_email_verified AS "isEmailVerified", item.created_at AS "createdAt",
       nullif(visit.at, '-infinity') AS "lastActiveAt", coalesce(took_part.activities, '{}') AS activities, took_part.last_at AS "lastActivityAt",
       ${consentColumns}
     FROM read.users AS item ${consentJoins}
     LEFT JOIN app.last_visits AS visit ON visit.user_id = item.id
     LEFT JOIN (
       SELECT subject, array_agg(engagement_type || ' ' || times ORDER BY engagement_type) AS activities, max(last_at) AS last_at
       FROM (SELECT subject, engagement_type, count(*) AS times, max("timestamp") AS last_at FROM read.user_engagement
         WHERE deleted_at IS NULL GROUP BY subject, engagement_type) AS engagement
       GROUP BY subject
     ) AS took_part ON took_part.subject = item.subject
     WHERE NOT item.is_deleted AND NOT item.is_erased AND ${wantedPeople(everyone)} ORDER BY item.id`,
  )

const nameOf = (person: string) =>
  `CASE WHEN ${person}.is_erased THEN 'Erased person'
    ELSE coalesce(nullif(trim(concat_ws(' ', ${person}.first_name, ${person}.last_name)), ''), ${person}.email) END`

/** Null for a person who said no to email, unless everyone is wanted. */
const nameIfWanted = (person: string, everyone: boolean) =>
  everyone ? nameOf(person) : `CASE WHEN ${saidNo(`${person}.subject`)} THEN NULL ELSE ${nameOf(person)} END`

/** The person of the account, else of the decision about mail, else of the item. */
const subjectOfAction = `coalesce(
    target.subject,
    CASE WHEN item.details->>'subject' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN (item.details->>'subject')::uuid END,
    (SELECT entry.subject FROM read.history AS entry WHERE entry.topic = item.topic AND entry.item_id = item.item_id
       AND entry.subject IS NOT NULL ORDER BY entry.revision DESC LIMIT 1))`

/** The log of actions, oldest first. Admins are always named: they act for the campaign. */
export const actionBatches = (pool: pg.Pool, everyone: boolean): AsyncGenerator<ExportedAction[]> =>
  rowBatches(
    pool,
    `SELECT item."timestamp", item.action, item.topic, item.item_id AS "itemId", item.details, item.actor,
       item.target AS "targetUser", ${consentColumns}
     FROM (
       SELECT item.*, ${subjectOfAction} AS subject,
         coalesce(CASE item.actor_kind WHEN 'admin' THEN ${nameOf('actor')} ELSE ${nameIfWanted('actor', everyone)} END,
           CASE item.actor_kind WHEN 'server' THEN 'Server' WHEN 'visitor' THEN 'Visitor'
             ELSE 'Person ' || item.actor_id END) AS actor,
         ${nameIfWanted('target', everyone)} AS target
       FROM read.admin_actions AS item
       LEFT JOIN read.users AS actor ON actor.id = item.actor_id
       LEFT JOIN read.users AS target ON target.id = item.target_user_id
     ) AS item ${consentJoins}
     ORDER BY item."timestamp", item.id`,
  )
