import type { Knex } from 'knex'

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

/** Whose item this is or was, also when it is deleted or its person is erased; null when never known. */
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
 * Every subject under which the log knows the person of this one, itself included: a corrected or changed address makes
 * another subject of the same person, and the items of these topics are each about one person alone.
 */
export async function samePerson(knex: Knex, subject: string): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { subject: string }[] }>(
    `WITH RECURSIVE known (subject) AS (
       SELECT ?::uuid
       UNION
       SELECT other.subject FROM known
       JOIN read.history own ON own.subject = known.subject AND own.topic IN ('volunteers', 'users')
       JOIN read.history other ON other.topic = own.topic AND other.item_id = own.item_id
       WHERE other.subject IS NOT NULL
     )
     SELECT subject FROM known`,
    [subject],
  )
  return rows.map((row) => row.subject)
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
