import { forumCategories } from '../../contract/forum-categories.ts'
import type { ForumPost } from '../../contract/forum-threads.ts'
import { type ForumThreadCard, isVisible, threadColumns } from './forum-cards.ts'
import type { PageFamily } from './projected-page.ts'

type ForumReply = Omit<ForumPost, 'moderationStatus' | 'threadId'>

/** A thread is whole: it takes 500 replies. */
export const forumThreadFamily: PageFamily = {
  tag: 'forum-threads',
  path: (id) => `/forum/threads/${id}`,
  // Whose words are in which thread is not known to a projection.
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
    const repliesOf = Map.groupBy(replies.rows, ({ threadId }) => threadId)
    const contentOf = (thread: ForumThreadCard) => ({
      thread,
      category: forumCategories.find(({ id }) => id === thread.categoryId),
      replies: (repliesOf.get(thread.id) ?? []).map(({ threadId, ...reply }) => reply),
    })
    return new Map(threads.rows.map((thread) => [thread.id, contentOf(thread)]))
  },
}
