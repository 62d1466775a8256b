import type { Knex } from 'knex'
import type { Submission } from '../../contract/profile.ts'
import { listedTables } from '../topics/index.ts'
import { isOwn, type Owner, ownedBy } from './own-items.ts'
import { ownRegistrations } from './rsvps.ts'

/** One row per item that is not deleted: a kind, its first words, and its state. */
const items = [...listedTables]
  .map(([kind, { table, topic, excerpt, status, threadId = 'NULL::integer', isShown, parent }]) => {
    const own = `item.id IN (SELECT item_id FROM own WHERE topic = '${topic}')`
    const joined = parent ? `JOIN read.${parent.table} AS parent ON parent.id = item.${parent.id}` : ''
    return `SELECT '${kind}' AS kind, item.id, ${excerpt} AS excerpt, ${status} AS status, ${threadId} AS "threadId", item.created_at
      FROM read.${table} AS item ${joined} WHERE ${own} AND ${isShown}`
  })
  .join(' UNION ALL ')

/** Submissions by the owner, newest first. */
export async function submissionsOf(knex: Knex, owner: Owner, { limit }: { limit: number }): Promise<Submission[]> {
  const { rows } = await knex.raw<{ rows: Submission[] }>(
    `WITH own AS MATERIALIZED (
       SELECT DISTINCT topic, item_id FROM read.history WHERE ${isOwn})
     SELECT kind, id, excerpt, status, "threadId", created_at AS "createdAt" FROM (${items}) AS item
     ORDER BY created_at DESC, kind, id DESC LIMIT :limit`,
    { ...ownedBy(owner), limit },
  )
  const ids = rows.flatMap(({ kind, id }) => (kind === 'rsvp' ? id : []))
  const registrations = await ownRegistrations(knex, ids)
  return rows.map((row) => ({
    ...row,
    registration: row.kind === 'rsvp' ? (registrations.get(row.id) ?? null) : null,
  }))
}
