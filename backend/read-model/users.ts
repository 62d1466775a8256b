import type { Knex } from 'knex'
import type { CurrentUser } from '../../contract/auth.ts'
import type { AdminUser, UserBan } from '../../contract/users.ts'
import { origin } from '../../records/origins.ts'
import type { HeldRights, HeldWithRights, RoleGrant } from '../../records/staff-rights.ts'
import { profile as record } from '../../records/users.ts'
import { columnsOf, recordColumns } from './columns.ts'
import { mailSuppressionOf } from './mail-consents.ts'
import { personNamedFor } from './staff-names.ts'
import { isRemovedSet, setNameIn } from './staff-sets.ts'

const profile = { ...columnsOf('shown', 'id, profileImageUrl'), ...recordColumns('shown', record) }
const rights = (table: 'shown' | 'account') => ({
  email: `${table}.email`,
  isAdmin: `${table}.is_admin`,
  isActive: `${table}.is_active`,
  isEmailVerified: `${table}.is_email_verified`,
  createdAt: `${table}.created_at`,
})

/** A person's own view of their account; null until it is projected. Rights are not decided by this row. */
export async function userRow(knex: Knex, id: number): Promise<CurrentUser | null> {
  const [row] = await knex({ shown: 'read.users' })
    .where({ id })
    .select<CurrentUser[]>({ ...profile, ...rights('shown'), isBanned: 'shown.is_banned' })
  return row ?? null
}

/** An account as its owner sees it, and the subject it is under. */
export type AccountRow = { user: CurrentUser; subject: string }

/**
 * Rights, address and its proof come from app.accounts, the rest from the read table: an admin’s word for the address
 * does not reveal what its reader sent. Null when the account was erased or is not projected yet.
 */
export async function accountRow(knex: Knex, userId: number): Promise<AccountRow | null> {
  const [row] = await knex({ shown: 'read.users' })
    .join({ account: 'app.accounts' }, 'account.user_id', 'shown.id')
    .where({ 'shown.id': userId })
    .select<(CurrentUser & { subject: string })[]>(
      { ...profile, ...rights('account'), subject: 'account.subject' },
      knex.raw('app.is_banned(account) AS "isBanned"'),
    )
  if (!row) return null
  const { subject, ...user } = row
  return { user, subject }
}

const adminColumns = {
  ...columnsOf('item', 'id, firstName, lastName, email, isActive, isAdmin, banReason, bannedUntil'),
  ...recordColumns('item', origin),
  ...columnsOf('item', 'isEmailVerified, createdAt, isErased, revision'),
}

/** The rows `held` of the roles that `item` holds; those that have ended or were removed stay in the table. */
export const heldRoles = (moment = 'now()') =>
  `FROM read.user_roles AS held
   WHERE held.user_id = item.id AND NOT item.is_erased AND (held.until IS NULL OR held.until > ${moment})
     AND NOT ${isRemovedSet('held.role')}`

const rolesColumn = `(SELECT coalesce(jsonb_agg(jsonb_build_object(
    'role', held.role, 'eventId', nullif(held.event_id, 0),
    'until', to_char(held.until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'eventTitle', (SELECT title FROM read.campaign_events WHERE id = held.event_id)) || ${setNameIn('held.role')} ORDER BY held.role, held.event_id), '[]')
  ${heldRoles()}) AS roles`

/** Selects `item` of the table of users as admins see it, for one row and for lists. */
export const asAdminUser = (knex: Knex, items: Knex.QueryBuilder): Promise<AdminUser[]> =>
  items.select(
    adminColumns,
    knex.raw(rolesColumn),
    knex.raw('item.is_banned AND (item.banned_until IS NULL OR item.banned_until > now()) AS "isBanned"'),
    knex.raw(`(SELECT nullif(at, '-infinity') FROM app.last_visits WHERE user_id = item.id) AS "lastActiveAt"`),
    mailSuppressionOf(knex),
  )

/** Null until the account is projected. */
export async function adminUserRow(knex: Knex, id: number): Promise<AdminUser | null> {
  const [row] = await asAdminUser(knex, knex({ item: 'read.users' }).where({ id }))
  return row ?? null
}

/** Accounts that an admin deleted, whose owner is not erased yet. */
export const usersToErase = (knex: Knex): Promise<{ userId: number; subject: string }[]> =>
  knex('read.users')
    .where({ is_deleted: true, is_erased: false })
    .select<{ userId: number; subject: string }[]>({ userId: 'id', subject: 'subject' })

type BanRow = {
  type: 'UserBanned' | 'UserUnbanned'
  at: string
  by: UserBan['bannedBy']
  reason: string | null
  until: string | null
}

/** Every ban of the person, newest first: each UserBanned with the event that ended it. */
export async function userBans(knex: Knex, userId: number, rights: HeldRights, at = new Date()): Promise<UserBan[]> {
  const found = await knex({ item: 'read.history' })
    .leftJoin({ admin: 'read.users' }, 'admin.id', 'item.actor_id')
    .where({ 'item.topic': 'users', 'item.item_id': userId })
    .whereIn('item.type', ['UserBanned', 'UserUnbanned'])
    .orderBy('item.revision')
    .select<BanRow[]>(
      { type: 'item.type', at: 'item.at' },
      knex.raw(`CASE WHEN admin.id IS NOT NULL THEN jsonb_build_object(
        'id', admin.id, 'firstName', admin.first_name, 'lastName', admin.last_name) END AS by`),
      knex.raw("item.personal ->> 'reason' AS reason, item.changes ->> 'until' AS until"),
    )
  const rows = found.map((row) => ({ ...row, by: row.by && personNamedFor(rights, row.by) }))
  const now = at.toISOString()
  return rows
    .flatMap((row, index): UserBan[] => {
      if (row.type !== 'UserBanned') return []
      const { reason, until, at: bannedAt, by: bannedBy } = row
      return [{ reason, bannedAt, bannedBy, until, ...endOf(row, rows[index + 1], now) }]
    })
    .reverse()
}

function endOf({ until }: BanRow, next: BanRow | undefined, now: string) {
  const endedAt = next?.at ?? now
  if (until !== null && until <= endedAt) return { status: 'ran out', endedAt: until, liftedBy: null } as const
  if (!next) return { status: 'in force', endedAt: null, liftedBy: null } as const
  if (next.type === 'UserBanned') return { status: 'replaced', endedAt, liftedBy: null } as const
  return { status: 'lifted', endedAt, liftedBy: next.by } as const
}

export type StaffAddress = { userId: number; email: string; isAdmin: boolean; roles: (RoleGrant & HeldWithRights)[] }

/**
 * Admins, and people who hold a role or held one, who are neither deactivated nor banned. An address that its reader has not
 * proven gets no mail by a role.
 */
export const staffAddresses = (knex: Knex): Promise<StaffAddress[]> =>
  knex('app.accounts')
    .whereRaw(`is_active AND NOT app.is_banned(accounts) AND (is_admin OR (is_email_verified AND roles <> '[]'))`)
    .orderBy('user_id')
    .select<StaffAddress[]>(
      { userId: 'user_id', email: 'email', isAdmin: 'is_admin' },
      knex.raw('app.held_roles(roles) AS roles'),
    )

export type Person = { firstName: string | null; lastName: string | null; email: string }

/** Column `as`: the person joined from the table of users under an alias, as one JSON object; null when there is none. */
export const personOf = (knex: Knex, alias: string, as: string): Knex.Raw =>
  knex.raw(
    `CASE WHEN :id: IS NOT NULL
     THEN jsonb_build_object('firstName', :firstName:, 'lastName', :lastName:, 'email', :email:) END AS :as:`,
    {
      as,
      id: `${alias}.id`,
      firstName: `${alias}.first_name`,
      lastName: `${alias}.last_name`,
      email: `${alias}.email`,
    },
  )

/** 'First Last', else the address. */
export const nameOf = ({ firstName, lastName, email }: Person): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email
