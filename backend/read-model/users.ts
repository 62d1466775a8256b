import type { Knex } from 'knex'
import type { CurrentUser } from '../../contract/auth.ts'

const profile = {
  id: 'shown.id',
  firstName: 'shown.first_name',
  lastName: 'shown.last_name',
  phone: 'shown.phone',
  address: 'shown.address',
  city: 'shown.city',
  state: 'shown.state',
  zipCode: 'shown.zip_code',
  profileImageUrl: 'shown.profile_image_url',
}
const rights = (table: 'shown' | 'account') => ({
  email: `${table}.email`,
  isAdmin: `${table}.is_admin`,
  isActive: `${table}.is_active`,
  isBanned: `${table}.is_banned`,
  isEmailVerified: `${table}.is_email_verified`,
  createdAt: `${table}.created_at`,
})

/** A person's own view of their account; null until it is projected. Rights are not decided by this row. */
export async function userRow(knex: Knex, id: number): Promise<CurrentUser | null> {
  const [row] = await knex({ shown: 'read.users' })
    .where({ id })
    .select<CurrentUser[]>({ ...profile, ...rights('shown') })
  return row ?? null
}

/** An account as its owner sees it, and the subject it is under. */
export type AccountRow = { user: CurrentUser; subject: string }

/**
 * Rights and address come from app.accounts, the rest from the read table. Null when the account was erased or is not
 * projected yet.
 */
export async function accountRow(knex: Knex, userId: number): Promise<AccountRow | null> {
  const [row] = await knex({ shown: 'read.users' })
    .join({ account: 'app.accounts' }, 'account.user_id', 'shown.id')
    .where({ 'shown.id': userId })
    .select<(CurrentUser & { subject: string })[]>({ ...profile, ...rights('account'), subject: 'account.subject' })
  if (!row) return null
  const { subject, ...user } = row
  return { user, subject }
}

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
