import type pg from 'pg'
import { type ForumCategory, forumCategories } from '../../contract/forum-categories.ts'
import type { ForumPost, ForumThread } from '../../contract/forum-threads.ts'
import { atomFeed } from './atom-feed.ts'
import type { PageFamily, ProjectedPage } from './projected-page.ts'

/** The forum as pages without script: what is public of it, the same for everybody. */
export type ForumThreadCard = Omit<ForumThread, 'moderationStatus'>
type ForumReply = Omit<ForumPost, 'moderationStatus' | 'threadId'>

/** The latest; a page that grew without end would be of no use to a small browser. A thread is whole: it takes 500 replies. */
const mostThreads = 100
const mostEntries = 50
/** Characters of a thread in a list. */
const excerpt = 280

const isVisible = (alias: string) => `${alias}.status = 'approved' AND NOT ${alias}.is_deleted`
const threadColumns = (content: string) => `thread.id, thread.title, ${content} AS content,
  thread.author_id AS "authorId", thread.category_id AS "categoryId", thread.is_pinned AS "isPinned",
  thread.is_locked AS "isLocked", thread.created_at AS "createdAt", thread.edited_at AS "editedAt",
  (SELECT count(*) FROM read.forum_posts post WHERE post.thread_id = thread.id AND ${isVisible('post')}) AS "replyCount",
  (SELECT max(post.created_at) FROM read.forum_posts post
    WHERE post.thread_id = thread.id AND ${isVisible('post')}) AS "lastReplyAt"`

const shortened = threadColumns(`left(thread.content, ${excerpt})`)

async function threadsOf(client: pg.ClientBase, { id }: ForumCategory): Promise<ForumThreadCard[]> {
  const { rows } = await client.query<ForumThreadCard>(
    `SELECT ${shortened} FROM read.forum_threads thread WHERE thread.category_id = $1 AND ${isVisible('thread')}
      ORDER BY thread.is_pinned DESC, thread.id DESC LIMIT ${mostThreads}`,
    [id],
  )
  return rows
}

const tags = ['forum-threads', 'erasures']

const entrance: ProjectedPage = {
  path: '/forum',
  tags,
  empty: { categories: forumCategories, threads: [] },
  async content(client) {
    const { rows } = await client.query<ForumThreadCard>(
      `SELECT ${shortened} FROM read.forum_threads thread WHERE ${isVisible('thread')} ORDER BY thread.id DESC LIMIT 10`,
    )
    return { categories: forumCategories, threads: rows }
  },
}

const categoryPage = (category: ForumCategory): ProjectedPage => ({
  path: `/forum/${category.slug}`,
  tags,
  empty: { category, threads: [] },
  content: async (client) => ({ category, threads: await threadsOf(client, category) }),
})

const categoryFeed = (category: ForumCategory): ProjectedPage => ({
  path: `/forum/${category.slug}/feed.xml`,
  tags,
  empty: { threads: [] },
  async content(client) {
    const threads = await threadsOf(client, category)
    return { threads: threads.toSorted((one, other) => other.id - one.id).slice(0, mostEntries) }
  },
  write: ({ threads }: { threads: ForumThreadCard[] }, siteUrl) =>
    atomFeed(
      {
        title: `Community Forum: ${category.name}`,
        path: `/forum/${category.slug}/feed.xml`,
        page: `/forum/${category.slug}`,
        entries: threads.map(({ id, title, content, createdAt, editedAt, lastReplyAt }) => ({
          path: `/forum/threads/${id}`,
          title,
          summary: content,
          category: category.name,
          publishedAt: createdAt,
          updatedAt: [createdAt, editedAt ?? '', lastReplyAt ?? ''].toSorted().at(-1) ?? createdAt,
        })),
      },
      siteUrl,
    ),
})

export const forumPages: readonly ProjectedPage[] = [
  entrance,
  ...forumCategories.flatMap((category) => [categoryPage(category), categoryFeed(category)]),
]

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
