import type { Knex } from 'knex'
import { erasableTopics, submissions, uses } from '../topics/index.ts'
import { isSentByActor } from './hand-entries.ts'

/** The subjects under which anyone but this account did something. */
export async function usedByOthers(knex: Knex, userId: number, subjects: readonly string[]): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { subject: string }[] }>(
    `SELECT DISTINCT item.subject FROM read.history AS item
     WHERE item.subject = ANY(:subjects::uuid[])
       AND ((item.actor_id IS DISTINCT FROM :userId AND item.type = ANY(:uses))
         OR (item.topic = 'users' AND item.item_id <> :userId))`,
    { subjects: [...subjects], userId, uses },
  )
  return rows.map(({ subject }) => subject)
}

/** Items that this account itself sent under these subjects. */
export async function sentUnder(
  knex: Knex,
  userId: number,
  subjects: readonly string[],
): Promise<{ topic: string; id: number }[]> {
  return knex('read.history')
    .distinct()
    .where({ actor_id: userId })
    .whereIn('type', submissions)
    .whereRaw(isSentByActor('history'))
    .whereIn('topic', [...erasableTopics.keys()])
    .whereIn('subject', [...subjects])
    .orderBy(['topic', 'item_id'])
    .select<{ topic: string; id: number }[]>('topic', { id: 'item_id' })
}

/** The subject of an item, even if it was deleted or its person erased; null when it never existed. */
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
 * True when the address of a row of the topic 'users' belongs to the account: it proved it, or no other person used it.
 * The same rule as `sharedSubjects` in commands/auth/addresses.ts, for accounts that may be gone.
 */
const isOfAccount = (row: string) => `(
  NOT EXISTS (SELECT FROM read.history AS item WHERE item.subject = ${row}.subject
    AND ((item.actor_id IS DISTINCT FROM ${row}.item_id AND item.type IN (${uses.map((type) => `'${type}'`).join(', ')}))
      OR (item.topic = 'users' AND item.item_id <> ${row}.item_id)))
  OR EXISTS (
    SELECT FROM read.history AS given
    WHERE given.topic = 'users' AND given.item_id = ${row}.item_id AND given.subject = ${row}.subject
      AND ((given.type = 'UserEmailChanged' AND given.changes ->> 'isVerified' IS DISTINCT FROM 'false')
        OR (given.type IN ('UserRegistered', 'UserEmailChanged') AND EXISTS (
          SELECT FROM read.history AS proof
          WHERE proof.topic = 'users' AND proof.item_id = given.item_id AND proof.type = 'UserEmailVerified'
            AND proof.revision > given.revision AND NOT EXISTS (
              SELECT FROM read.history AS next
              WHERE next.topic = 'users' AND next.item_id = given.item_id AND next.type = 'UserEmailChanged'
                AND next.revision > given.revision AND next.revision < proof.revision))))))`

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
         AND (own.topic <> 'users' OR own.subject = other.subject OR (${isOfAccount('own')} AND ${isOfAccount('other')}))
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

/**
 * The subject of the last person who had or gave this address, ignoring case; null when there is none, or they were
 * erased.
 */
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
 * submissions while signed in. Excluded are subjects of other accounts, and those that another person submitted
 * something under too: typing an address does not prove that it is yours. `logged`: those that the log knows the
 * account had, in case the read model is behind.
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
    .whereRaw(isSentByActor('item'))
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
