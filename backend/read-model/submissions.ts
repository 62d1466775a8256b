import type { Knex } from 'knex'
import type { Submission } from '../../contract/profile.ts'
import { submissions } from '../topics/index.ts'
import { subjectsOf } from './subjects.ts'
import { accountRow } from './users.ts'

const own = (topic: string) => `id IN (SELECT item_id FROM own WHERE topic = '${topic}')`

/** One row per item that is not deleted: a kind, its first words, and its state. */
const items = `
  SELECT 'prayer' AS kind, id, left(prayer, 120) AS excerpt, status, NULL::integer AS "threadId", created_at
    FROM read.prayers WHERE ${own('prayers')} AND status <> 'deleted'
  UNION ALL
  SELECT 'endorsement', id, left(coalesce(nullif(endorsement_text, ''), name), 120), status, NULL, created_at
    FROM read.endorsements WHERE ${own('endorsements')} AND status <> 'deleted'
  UNION ALL
  SELECT 'volunteer', id, array_to_string(interests, ', '), 'received', NULL, created_at
    FROM read.volunteers WHERE ${own('volunteers')} AND NOT is_deleted
  UNION ALL
  SELECT 'rsvp', item.id, event.title, item.status, NULL, item.created_at
    FROM (SELECT * FROM read.rsvps WHERE ${own('rsvps')}) AS item
    JOIN read.campaign_events AS event ON event.id = item.campaign_event_id
  UNION ALL
  SELECT 'thread', id, title, status, id, created_at
    FROM read.forum_threads WHERE ${own('forum')} AND NOT is_deleted
  UNION ALL
  SELECT 'reply', id, left(content, 120), status, thread_id, created_at
    FROM read.forum_posts WHERE ${own('forum')} AND NOT is_deleted`

/**
 * What the person of an account sent in, newest first. What was sent without signing in is included once the address is
 * verified: before that, anyone could have registered with it.
 */
export async function submissionsOf(knex: Knex, userId: number, { limit }: { limit: number }): Promise<Submission[]> {
  const person = await accountRow(knex, userId)
  const subjects = person?.user.isEmailVerified ? await subjectsOf(knex, userId) : []
  const { rows } = await knex.raw<{ rows: Submission[] }>(
    `WITH own AS MATERIALIZED (
       SELECT DISTINCT topic, item_id FROM read.history
       WHERE type = ANY(:submissions) AND (actor_id = :userId OR subject = ANY(:subjects::uuid[])))
     SELECT kind, id, excerpt, status, "threadId", created_at AS "createdAt" FROM (${items}) AS item
     ORDER BY created_at DESC, kind, id DESC LIMIT :limit`,
    { userId, subjects, limit, submissions },
  )
  return rows
}
