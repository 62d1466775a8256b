import type { Knex } from 'knex'
import type { Submission } from '../../contract/profile.ts'
import type { HistoryTopic } from '../../contract/topic-words.ts'
import { listedTables, submissions } from '../topics/index.ts'
import { isSentByActor } from './hand-entries.ts'
import { subjectsOf } from './subjects.ts'
import { accountRow } from './users.ts'

/** One row per item that is not deleted: a kind, its first words, and its state. */
const items = [...listedTables]
  .map(([kind, { table, topic, excerpt, status, threadId = 'NULL::integer', isShown, parent }]) => {
    const own = `item.id IN (SELECT item_id FROM own WHERE topic = '${topic}')`
    const joined = parent ? `JOIN read.${parent.table} AS parent ON parent.id = item.${parent.id}` : ''
    return `SELECT '${kind}' AS kind, item.id, ${excerpt} AS excerpt, ${status} AS status, ${threadId} AS "threadId", item.created_at
      FROM read.${table} AS item ${joined} WHERE ${own} AND ${isShown}`
  })
  .join(' UNION ALL ')

/** SQL: the person sent it in, signed in or with a proven address. Named bindings: `ownOf`. */
const isOwn = `type = ANY(:submissions) AND (actor_id = :userId AND ${isSentByActor('history')} OR subject = ANY(:subjects::uuid[]))`

async function ownOf(knex: Knex, userId: number) {
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

/**
 * Submissions by the person of an account, newest first. Those made without signing in are included once the address is
 * verified: before that, anyone could have registered with it.
 */
export async function submissionsOf(knex: Knex, userId: number, { limit }: { limit: number }): Promise<Submission[]> {
  const { rows } = await knex.raw<{ rows: Submission[] }>(
    `WITH own AS MATERIALIZED (
       SELECT DISTINCT topic, item_id FROM read.history WHERE ${isOwn})
     SELECT kind, id, excerpt, status, "threadId", created_at AS "createdAt" FROM (${items}) AS item
     ORDER BY created_at DESC, kind, id DESC LIMIT :limit`,
    { ...(await ownOf(knex, userId)), limit },
  )
  return rows
}
