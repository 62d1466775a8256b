import type { AdminActionListQuery } from '../../contract/admin.ts'
import type { Donation, DonationListQuery } from '../../contract/donations.ts'
import type { AdminUser, UserListQuery } from '../../contract/users.ts'
import type { AdminVolunteer, VolunteerListQuery } from '../../contract/volunteers.ts'
import { donationDetails } from '../../records/donations.ts'
import { origin } from '../../records/origins.ts'
import { volunteer } from '../../records/volunteers.ts'
import { apiKeyName } from './actors.ts'
import { adminActionList } from './admin-actions.ts'
import { matchingRows } from './admin-lists.ts'
import { columnsOf, recordColumns } from './columns.ts'
import { withDistrict } from './districts.ts'
import { donationList } from './donations.ts'
import {
  consentColumns,
  consentJoins,
  type ExportedConsent,
  type ExportedHeadings,
  type ExportedRows,
  headingsIn,
  saidNo,
  wantedPeople,
} from './exported-consent.ts'
import { rowBatches } from './row-batches.ts'
import { type MatchColumns, skillMatchOf } from './skill-match.ts'
import { userList } from './user-list.ts'
import { volunteerList } from './volunteers.ts'

export type ExportedVolunteer = Omit<AdminVolunteer, 'isDeleted' | 'isErased' | 'revision' | 'userId'> &
  ExportedConsent &
  ExportedHeadings
export type ExportedDonation = Omit<Donation, 'isErased'> & ExportedConsent & ExportedHeadings
/** Columns that the console shows of an account. `activities`: ways to take part and how often, such as 'donation 3'. */
export type ExportedPerson = Pick<
  AdminUser,
  | ('id' | 'firstName' | 'lastName' | 'email' | 'isAdmin' | 'isEmailVerified' | 'createdAt' | 'lastActiveAt')
  | keyof typeof origin
> & { status: 'active' | 'inactive' | 'banned'; activities: string[]; lastActivityAt: string | null } & ExportedConsent
/**
 * Uses current names. The IP address of the admin is not part of the file. `consent`: of the person that the action is
 * about, with or without an account.
 */
export type ExportedAction = {
  timestamp: string
  actor: string
  action: string
  rights: string[]
  targetUser: string | null
  topic: string | null
  itemId: number | null
  details: { [name: string]: unknown }
} & ExportedConsent

/** Volunteers who were not erased, oldest first. */
export async function* volunteerBatches({
  database: { knex, pool },
  everyone,
  query,
}: ExportedRows<VolunteerListQuery['filter']>): AsyncGenerator<ExportedVolunteer[]> {
  const wanted = matchingRows(knex, volunteerList, query)
    .joinRaw(consentJoins)
    .whereRaw(`NOT item.is_erased AND ${wantedPeople(everyone)}`)
  const rows = rowBatches<Omit<ExportedVolunteer, 'aiSkillMatch' | 'districtShare'> & MatchColumns>(
    pool,
    wanted
      .clone()
      .orderBy('item.id')
      .select(
        columnsOf('item', 'id'),
        recordColumns('item', volunteer),
        recordColumns('item', origin),
        columnsOf('item', 'skill_match, interest_match, createdAt'),
        knex.raw(consentColumns),
        headingsIn(knex, wanted),
      ),
  )
  for await (const batch of rows)
    yield batch.map(({ skill_match, interest_match, ...row }) => ({
      ...withDistrict(row),
      aiSkillMatch: skillMatchOf({ skill_match, interest_match, availability: row.availability }),
    }))
}

/** Donations of people who were not erased, oldest first. */
export function donationBatches({
  database: { knex, pool },
  everyone,
  query,
}: ExportedRows<DonationListQuery['filter']>): AsyncGenerator<ExportedDonation[]> {
  const wanted = matchingRows(knex, donationList, query)
    .joinRaw(consentJoins)
    .whereRaw(`NOT item.is_erased AND ${wantedPeople(everyone)}`)
  return rowBatches(
    pool,
    wanted
      .clone()
      .orderBy(['item.created_at', 'item.id'])
      .select(
        columnsOf('item', 'id'),
        recordColumns('item', donationDetails),
        knex.raw(`(SELECT max(refund.refunded_at) FROM read.donation_refunds AS refund WHERE refund.donation_id = item.id) AS "refundedAt",
       item.amount - coalesce(item.left_over, item.amount) AS refunded, item.created_at AS "createdAt", ${consentColumns}`),
        headingsIn(knex, wanted, 'item.created_at, item.id'),
      ),
  )
}

const takingPart = `LEFT JOIN (
    SELECT subject, array_agg(engagement_type || ' ' || times ORDER BY engagement_type) AS activities, max(last_at) AS last_at
    FROM (SELECT subject, engagement_type, count(*) AS times, max("timestamp") AS last_at FROM read.user_engagement
      WHERE deleted_at IS NULL GROUP BY subject, engagement_type) AS engagement
    GROUP BY subject
  ) AS took_part ON took_part.subject = item.subject`

/** Accounts that were neither deleted nor erased, oldest first. */
export const peopleBatches = ({
  database: { knex, pool },
  everyone,
  query,
}: ExportedRows<UserListQuery['filter']>): AsyncGenerator<ExportedPerson[]> =>
  rowBatches(
    pool,
    matchingRows(knex, userList, query)
      .joinRaw(consentJoins)
      .joinRaw(takingPart)
      .whereRaw(`NOT item.is_deleted AND NOT item.is_erased AND ${wantedPeople(everyone)}`)
      .orderBy('item.id')
      .select(
        recordColumns('item', origin),
        knex.raw(`item.id, item.first_name AS "firstName", item.last_name AS "lastName", item.email,
       CASE WHEN item.is_banned THEN 'banned' WHEN item.is_active THEN 'active' ELSE 'inactive' END AS status,
       item.is_admin AS "isAdmin", item.is_email_verified AS "isEmailVerified", item.created_at AS "createdAt",
       nullif(visit.at, '-infinity') AS "lastActiveAt", coalesce(took_part.activities, '{}') AS activities, took_part.last_at AS "lastActivityAt",
       ${consentColumns}`),
      ),
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
export const actionBatches = ({
  database: { knex, pool },
  everyone,
  query,
}: ExportedRows<AdminActionListQuery['filter']>): AsyncGenerator<ExportedAction[]> => {
  const actor = `coalesce(${apiKeyName}, CASE item.actor_kind WHEN 'admin' THEN ${nameOf('actor')} ELSE ${nameIfWanted('actor', everyone)} END,
    CASE item.actor_kind WHEN 'server' THEN 'Server' WHEN 'visitor' THEN 'Visitor' ELSE 'Person ' || item.actor_id END)`
  const actions = matchingRows(knex, adminActionList, query).select(
    'item.*',
    knex.raw(`${subjectOfAction} AS subject, ${actor} AS actor, ${nameIfWanted('target', everyone)} AS target`),
  )
  return rowBatches(
    pool,
    knex
      .from(actions.as('item'))
      .joinRaw(consentJoins)
      .orderBy(['item.timestamp', 'item.id'])
      .select(
        knex.raw(`item."timestamp", item.action, item.rights, item.topic, item.item_id AS "itemId", item.details, item.actor,
          item.target AS "targetUser", ${consentColumns}`),
      ),
  )
}
