import type pg from 'pg'
import type { ForumEdit, ForumPost, ForumThread } from '../../contract/forum-threads.ts'
import { hasClosedHistory } from './forum-threads.ts'

/** A thread as the public sees it. */
export type ForumThreadCard = Omit<ForumThread, 'moderationStatus'>

/** Characters of a thread shown in a list. */
const excerpt = 280

export const isVisible = (alias: string) => `${alias}.status = 'approved' AND NOT ${alias}.is_deleted`

const threadColumns = (content: string) => `thread.id, thread.title, ${content} AS content,
  thread.author_id AS "authorId", thread.category_id AS "categoryId", thread.is_pinned AS "isPinned",
  thread.is_locked AS "isLocked", thread.published_at AS "createdAt", thread.edited_at AS "editedAt",
  (SELECT count(*) FROM read.forum_posts post WHERE post.thread_id = thread.id AND ${isVisible('post')}) AS "replyCount",
  (SELECT max(post.published_at) FROM read.forum_posts post
    WHERE post.thread_id = thread.id AND ${isVisible('post')}) AS "lastReplyAt"`

export const cardColumns = threadColumns(`left(thread.content, ${excerpt})`)

/** The newest threads of the forum, or of one category. */
export async function newestThreads(
  client: pg.ClientBase,
  { categoryId, limit }: { categoryId?: number; limit: number },
): Promise<ForumThreadCard[]> {
  const { rows } = await client.query<ForumThreadCard>(
    `SELECT ${cardColumns} FROM read.forum_threads thread
      WHERE ${categoryId === undefined ? '' : 'category_id = $1 AND '}${isVisible('thread')}
      ORDER BY thread.place DESC LIMIT ${limit}`,
    categoryId === undefined ? [] : [categoryId],
  )
  return rows
}

/** Number of visible threads of a category, and when the newest was published. */
export type CategoryActivity = { categoryId: number; threads: number; newestAt: string }

export async function categoryActivity(client: pg.ClientBase): Promise<CategoryActivity[]> {
  const { rows } = await client.query<CategoryActivity>(
    `SELECT category_id AS "categoryId", count(*)::int AS threads, max(published_at) AS "newestAt"
       FROM read.forum_threads thread WHERE ${isVisible('thread')} GROUP BY category_id ORDER BY category_id`,
  )
  return rows
}

/** The public ones among these threads, in full. */
export async function threadsById(client: pg.ClientBase, ids: readonly number[]): Promise<ForumThreadCard[]> {
  const { rows } = await client.query<ForumThreadCard>(
    `SELECT ${threadColumns('thread.content')} FROM read.forum_threads thread
      WHERE thread.id = ANY ($1) AND ${isVisible('thread')}`,
    [ids],
  )
  return rows
}

type ForumReply = Omit<ForumPost, 'moderationStatus'>

/** All public replies to these threads, oldest first. */
export async function repliesTo(client: pg.ClientBase, threadIds: readonly number[]): Promise<ForumReply[]> {
  const { rows } = await client.query<ForumReply>(
    `SELECT reply.* FROM unnest($1::integer[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT post.id, post.thread_id AS "threadId", post.content, post.author_id AS "authorId",
              post.published_at AS "createdAt", post.edited_at AS "editedAt"
         FROM read.forum_posts post WHERE post.thread_id = wanted.id AND ${isVisible('post')}
        ORDER BY post.place) AS reply`,
    [threadIds],
  )
  return rows
}

/** Earlier versions of a thread and its replies: there is no limit to how often an author edits. */
const maxEditions = 200

type Edited = { threadId: number; id: number; editedAt: string | null }

/**
 * By id, the earlier versions of these texts that everyone may read, oldest first: the same as the public GET
 * /api/forum/edits, without the current one.
 */
export async function earlierWords(client: pg.ClientBase, texts: readonly Edited[]): Promise<Map<number, ForumEdit[]>> {
  const edited = texts.filter(({ editedAt }) => editedAt !== null)
  if (edited.length === 0) return new Map()
  const { rows } = await client.query<ForumEdit & { id: number }>(
    `SELECT id, at, title, content FROM (
       SELECT edit.content_id AS id, edit.at, edit.title, edit.content, edit.is_hidden,
              row_number() OVER (PARTITION BY content_id ORDER BY edit.at DESC) AS age,
              row_number() OVER (PARTITION BY edited.thread_id ORDER BY edit.at DESC) AS place
         FROM unnest($1::integer[], $2::integer[]) AS edited (thread_id, content_id)
         JOIN read.forum_edits edit USING (content_id)) AS edition
      WHERE age > 1 AND place <= ${maxEditions} AND NOT is_hidden AND NOT ${hasClosedHistory('edition.id')}
      ORDER BY at`,
    [edited.map(({ threadId }) => threadId), edited.map(({ id }) => id)],
  )
  const editions = Map.groupBy(rows, ({ id }) => id)
  return new Map([...editions].map(([id, all]) => [id, all.map(({ id: _, ...edition }) => edition)]))
}
