import type { Knex } from 'knex'
import type { CurrentUser } from '../../contract/auth.ts'
import { samePerson } from './history.ts'

/** What somebody sends in, as the log tells it. */
export const submissions = [
  'PrayerSubmitted',
  'EndorsementSubmitted',
  'MailingListJoined',
  'VolunteerApplied',
  'RsvpConfirmed',
  'RsvpWaitlisted',
  'ThreadStarted',
  'ReplyPosted',
]

/** Rights and address are the identity room's word, everything else the read model's. */
const columns = {
  id: 'shown.id',
  email: 'account.email',
  firstName: 'shown.first_name',
  lastName: 'shown.last_name',
  phone: 'shown.phone',
  address: 'shown.address',
  city: 'shown.city',
  state: 'shown.state',
  zipCode: 'shown.zip_code',
  profileImageUrl: 'shown.profile_image_url',
  isAdmin: 'account.is_admin',
  isActive: 'account.is_active',
  isBanned: 'account.is_banned',
  isEmailVerified: 'account.is_email_verified',
  createdAt: 'account.created_at',
}

/** An account as its owner sees it; null when it was erased, or the read model does not show it yet. */
export async function personRow(knex: Knex, userId: number): Promise<{ user: CurrentUser; subject: string } | null> {
  const [row] = await knex({ shown: 'read.users' })
    .join({ account: 'app.accounts' }, 'account.user_id', 'shown.id')
    .where({ 'shown.id': userId })
    .select<(CurrentUser & { subject: string })[]>({ ...columns, subject: 'account.subject' })
  if (!row) return null
  const { subject, ...user } = row
  return { user, subject }
}

/** Every e-mail address that the account ever had. */
export async function addressesOf(knex: Knex, userId: number): Promise<string[]> {
  const rows = await knex('read.history')
    .where({ topic: 'users', item_id: userId })
    .whereRaw("personal ->> 'email' IS NOT NULL")
    .select<{ email: string }[]>(knex.raw("personal ->> 'email' AS email"))
  return rows.map(({ email }) => email)
}

/**
 * Every subject that is the person of this account: those of the account itself, under each address it had, and those of
 * what they sent while signed in under no address or another one. Left out are subjects of other accounts, and those
 * under which somebody else sent something too: typing an address proves nothing about it.
 */
export async function subjectsOf(knex: Knex, userId: number): Promise<string[]> {
  const own = await knex('read.history')
    .distinct('subject')
    .where({ topic: 'users', item_id: userId })
    .whereNotNull('subject')
    .select<{ subject: string }[]>()
  const known = new Set(own.map(({ subject }) => subject))
  for (const subject of [...known]) for (const same of await samePerson(knex, subject)) known.add(same)
  const sent = await knex({ item: 'read.history' })
    .distinct('item.subject')
    .where({ 'item.actor_id': userId })
    .whereIn('item.type', submissions)
    .whereNotNull('item.subject')
    .whereNotExists(
      knex({ other: 'read.history' })
        .whereRaw('other.subject = item.subject AND other.actor_id IS DISTINCT FROM ?', [userId])
        .whereIn('other.type', submissions),
    )
    .select<{ subject: string }[]>()
  for (const { subject } of sent) known.add(subject)
  const others = await knex({ account: 'app.accounts' })
    .whereIn('subject', [...known])
    .whereNot({ user_id: userId })
    .select<{ subject: string }[]>('subject')
  for (const { subject } of others) known.delete(subject)
  return [...known]
}
