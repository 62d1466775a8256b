import type pg from 'pg'
import { forumCategories } from '../../contract/forum-categories.ts'
import type { ForumEdit, ForumPost } from '../../contract/forum-threads.ts'
import { type ForumThreadCard, isVisible, threadColumns } from './forum-cards.ts'
import type { PageFamily } from './rendering/projected-page.ts'

type ForumReply = Omit<ForumPost, 'moderationStatus' | 'threadId'>

/** Earlier versions of a thread and its replies: there is no limit to how often an author edits. */
const maxEditions = 200

type Edited = { threadId: number; id: number; editedAt: string | null }

/**
 * By id, the earlier versions of these texts, oldest first: the same as the public GET /api/forum/edits, without the
 * current one.
 */
async function earlierWords(client: pg.ClientBase, texts: readonly Edited[]): Promise<Map<number, ForumEdit[]>> {
  const edited = texts.filter(({ editedAt }) => editedAt !== null)
  if (edited.length === 0) return new Map()
  const { rows } = await client.query<ForumEdit & { id: number }>(
    `SELECT id, at, title, content FROM (
       SELECT edit.content_id AS id, edit.at, edit.title, edit.content,
              row_number() OVER (PARTITION BY content_id ORDER BY edit.at DESC) AS age,
              row_number() OVER (PARTITION BY edited.thread_id ORDER BY edit.at DESC) AS place
         FROM unnest($1::integer[], $2::integer[]) AS edited (thread_id, content_id)
         JOIN read.forum_edits edit USING (content_id)) AS edition
      WHERE age > 1 AND place <= ${maxEditions} ORDER BY at`,
    [edited.map(({ threadId }) => threadId), edited.map(({ id }) => id)],
  )
  const editions = Map.groupBy(rows, ({ id }) => id)
  return new Map([...editions].map(([id, all]) => [id, all.map(({ id: _, ...edition }) => edition)]))
}

/** A thread has one page: it takes at most 500 replies. */
export const forumThreadFamily: PageFamily = {
  tag: 'forum-threads',
  path: (id) => `/forum/threads/${id}`,
  // A projection does not know whose text is in which thread.
  sweepTag: 'erasures',
  isListed: true,
  async items(client, ids) {
    const [threads, replies] = [
      await client.query<ForumThreadCard>(
        `SELECT ${threadColumns('thread.content')} FROM read.forum_threads thread
          WHERE thread.id = ANY ($1) AND ${isVisible('thread')}`,
        [ids],
      ),
      await client.query<ForumReply & { threadId: number }>(
        `SELECT reply.* FROM unnest($1::integer[]) AS wanted (id) CROSS JOIN LATERAL (
           SELECT post.id, post.thread_id AS "threadId", post.content, post.author_id AS "authorId",
                  post.created_at AS "createdAt", post.edited_at AS "editedAt"
             FROM read.forum_posts post WHERE post.thread_id = wanted.id AND ${isVisible('post')}
            ORDER BY post.id) AS reply`,
        [ids],
      ),
    ]
    const texts = [...threads.rows.map((thread) => ({ ...thread, threadId: thread.id })), ...replies.rows]
    const earlier = await earlierWords(client, texts)
    const repliesOf = Map.groupBy(replies.rows, ({ threadId }) => threadId)
    const contentOf = (thread: ForumThreadCard) => ({
      thread: { ...thread, earlier: earlier.get(thread.id) ?? [] },
      category: forumCategories.find(({ id }) => id === thread.categoryId),
      replies: (repliesOf.get(thread.id) ?? []).map(({ threadId, ...reply }) => ({
        ...reply,
        earlier: earlier.get(reply.id) ?? [],
      })),
    })
    return new Map(threads.rows.map((thread) => [thread.id, contentOf(thread)]))
  },
}
