import type { Knex } from 'knex'
import type { HistoryTopic } from '../../contract/topic-words.ts'
import { submissions } from '../topics/index.ts'
import { isSentByActor } from './hand-entries.ts'
import { subjectsOf } from './subjects.ts'
import { accountRow } from './users.ts'

/** Whose items they are: the account of a person, and the subjects whose address is proved to be theirs. */
export type Owner = { userId: number | null; subjects: readonly string[] }

/** Without a verified address, anyone could have typed it. */
export async function ownerOfAccount(knex: Knex, userId: number): Promise<Owner> {
  const person = await accountRow(knex, userId)
  return { userId, subjects: person?.user.isEmailVerified ? await subjectsOf(knex, userId) : [] }
}

/** Who opened a link that was mailed to the address. */
export const ownerOfAddress = (subject: string): Owner => ({ userId: null, subjects: [subject] })

/** SQL over the history: the owner sent it in, signed in or with such an address. Its bindings come from `ownedBy`. */
export const isOwn = `type = ANY(:submissions) AND (actor_id = :userId::integer AND ${isSentByActor('history')} OR subject = ANY(:subjects::uuid[]))`

export const ownedBy = ({ userId, subjects }: Owner) => ({
  userId,
  subjects: [...subjects],
  submissions: [...submissions],
})

/** The subject under which the owner sent an item in; null when it is not theirs. */
export async function authorOfOwn(
  knex: Knex,
  owner: Owner,
  { topic, id }: { topic: HistoryTopic; id: number },
): Promise<string | null> {
  const { rows } = await knex.raw<{ rows: { subject: string }[] }>(
    `SELECT subject FROM read.history WHERE topic = :topic AND item_id = :id AND ${isOwn} ORDER BY revision LIMIT 1`,
    { ...ownedBy(owner), topic, id },
  )
  return rows[0]?.subject ?? null
}
