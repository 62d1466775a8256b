import type { Knex } from 'knex'
import type { HistoryTopic } from '../../contract/topic-words.ts'
import { submissions } from '../topics/index.ts'
import { isSentByActor } from './hand-entries.ts'
import { subjectsOf } from './subjects.ts'
import { accountRow } from './users.ts'

/**
 * SQL over the history: the person of an account sent it in, signed in or with an address that they proved since; before
 * that, anyone could have typed it. Its bindings come from `ownOf`.
 */
export const isOwn = `type = ANY(:submissions) AND (actor_id = :userId AND ${isSentByActor('history')} OR subject = ANY(:subjects::uuid[]))`

export async function ownOf(knex: Knex, userId: number) {
  const person = await accountRow(knex, userId)
  return { userId, subjects: person?.user.isEmailVerified ? await subjectsOf(knex, userId) : [], submissions }
}

/**
 * The subject under which the person of an account sent an item in, or their proven address did; null when it is not
 * theirs.
 */
export async function authorOfOwn(
  knex: Knex,
  userId: number,
  { topic, id }: { topic: HistoryTopic; id: number },
): Promise<string | null> {
  const { rows } = await knex.raw<{ rows: { subject: string }[] }>(
    `SELECT subject FROM read.history WHERE topic = :topic AND item_id = :id AND ${isOwn} ORDER BY revision LIMIT 1`,
    { ...(await ownOf(knex, userId)), topic, id },
  )
  return rows[0]?.subject ?? null
}
