import type { Knex } from 'knex'

/** Event types of what people submit. */
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

/** The subject of an item, even if it was deleted or its person erased; null when there never was one. */
export async function subjectOf(knex: Knex, topic: string, id: number): Promise<string | null> {
  const [row] = await knex('read.history')
    .where({ topic, item_id: id })
    .whereNotNull('subject')
    .orderBy('revision')
    .limit(1)
    .select<{ subject: string }[]>('subject')
  return row?.subject ?? null
}

/**
 * Every subject of the same person, this one included: a corrected or changed address makes another subject, and each
 * item of these topics is about one person only.
 */
export async function samePerson(knex: Knex, subject: string): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { subject: string }[] }>(
    `WITH RECURSIVE known (subject) AS (
       SELECT ?::uuid
       UNION
       SELECT other.subject FROM known
       JOIN read.history own ON own.subject = known.subject AND own.topic IN ('volunteers', 'donations', 'users')
       JOIN read.history other ON other.topic = own.topic AND other.item_id = own.item_id
       WHERE other.subject IS NOT NULL
     )
     SELECT subject FROM known`,
    [subject],
  )
  return rows.map((row) => row.subject)
}

/** The account that any of these subjects belongs or belonged to; null when there is none. */
export async function accountOf(knex: Knex, subjects: readonly string[]): Promise<number | null> {
  // The read model may be behind, and the row of an account may be gone already.
  const [account] = await knex('app.accounts')
    .whereIn('subject', [...subjects])
    .limit(1)
    .select<{ id: number }[]>({ id: 'user_id' })
  if (account) return account.id
  const [item] = await knex('read.history')
    .where({ topic: 'users' })
    .whereIn('subject', [...subjects])
    .limit(1)
    .select<{ id: number }[]>({ id: 'item_id' })
  return item?.id ?? null
}

/** Of the last person who had or gave this address, ignoring case; null when nobody did, or they were erased. */
export async function subjectOfAddress(knex: Knex, email: string): Promise<string | null> {
  const [row] = await knex('read.history')
    .whereNotNull('subject')
    .whereRaw("lower(personal ->> 'email') = lower(?)", [email])
    .orderBy('at', 'desc')
    .limit(1)
    .select<{ subject: string }[]>('subject')
  return row?.subject ?? null
}

/** Every email address that these subjects had or gave. */
export async function addressesOf(knex: Knex, subjects: readonly string[]): Promise<string[]> {
  const rows = await knex('read.history')
    .distinct()
    .whereIn('subject', [...subjects])
    .whereRaw("personal ->> 'email' IS NOT NULL")
    .select<{ email: string }[]>(knex.raw("personal ->> 'email' AS email"))
  return rows.map(({ email }) => email)
}

/**
 * Every subject of the person of this account: those of the account itself, one per address it had, and those of their
 * submissions while signed in. Excluded are subjects of other accounts, and those that somebody else submitted something
 * under too: typing an address does not prove that it is yours. `logged`: those that the log knows the account had, in
 * case the read model is behind.
 */
export async function subjectsOf(knex: Knex, userId: number, logged: readonly string[] = []): Promise<string[]> {
  const own = await knex('read.history')
    .distinct('subject')
    .where({ topic: 'users', item_id: userId })
    .whereNotNull('subject')
    .select<{ subject: string }[]>()
  const known = new Set([...own.map(({ subject }) => subject), ...logged])
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
