import type { Knex } from 'knex'
import type { ForumEdit, ForumPost, ForumThread } from '../../contract/forum-threads.ts'
import { columnsOf } from './columns.ts'

const written = {
  ...columnsOf('item', 'id, revision, content, authorId, editedAt'),
  createdAt: 'item.published_at',
  moderationStatus: 'item.status',
}
const postColumns = { ...written, threadId: 'item.thread_id' }
const isVisible = { 'item.status': 'approved', 'item.is_deleted': false }

/** Counted on demand: a page of threads costs 50 index lookups. */
const replies = (knex: Knex, what: string, as: string) =>
  knex.raw(
    `(SELECT ${what} FROM read.forum_posts AS post
      WHERE post.thread_id = item.id AND post.status = 'approved' AND NOT post.is_deleted) AS ??`,
    [as],
  )

const threads = (knex: Knex) =>
  knex({ item: 'read.forum_threads' }).select<ForumThread[]>(
    { ...written, title: 'item.title', categoryId: 'item.category_id' },
    { isPinned: 'item.is_pinned', isLocked: 'item.is_locked' },
    replies(knex, 'count(*)', 'replyCount'),
    replies(knex, 'max(post.published_at)', 'lastReplyAt'),
  )

/** Visible: approved posts, and the viewer's own whatever their moderation status. */
const seenBy = (viewerId: number | undefined) => (query: Knex.QueryBuilder) => {
  query.where(isVisible)
  if (viewerId !== undefined) query.orWhere({ 'item.author_id': viewerId, 'item.is_deleted': false })
}

const placeIn = (knex: Knex, table: string, id: number, otherwise: number) =>
  knex.raw('coalesce((SELECT place FROM ?? WHERE id = ?), ?)', [`read.${table}`, id, otherwise])

/** One page as the viewer sees it; without `before`, pinned threads come first, however old. */
export async function threadPage(
  knex: Knex,
  { categoryId, before, limit, viewerId }: { categoryId?: number; before?: number; limit: number; viewerId?: number },
): Promise<ForumThread[]> {
  const page = () => {
    const query = threads(knex).where(seenBy(viewerId)).orderBy('item.place', 'desc').limit(limit)
    return categoryId === undefined ? query : query.where({ 'item.category_id': categoryId })
  }
  const rest = page().where({ 'item.is_pinned': false })
  if (before !== undefined)
    return rest.where('item.place', '<', placeIn(knex, 'forum_threads', before, Number.MAX_SAFE_INTEGER))
  const pinned = await page().where({ 'item.is_pinned': true })
  return [...pinned, ...(await rest)]
}

export const visibleThread = async (knex: Knex, id: number, viewerId?: number): Promise<ForumThread | null> =>
  (await threads(knex).where({ 'item.id': id }).where(seenBy(viewerId)))[0] ?? null

export const postPage = (
  knex: Knex,
  { threadId, after, limit, viewerId }: { threadId: number; after?: number; limit: number; viewerId?: number },
): Promise<ForumPost[]> =>
  knex({ item: 'read.forum_posts' })
    .where({ 'item.thread_id': threadId })
    .where('item.place', '>', after === undefined ? 0 : placeIn(knex, 'forum_posts', after, 0))
    .where(seenBy(viewerId))
    .orderBy('item.place')
    .limit(limit)
    .select<ForumPost[]>(postColumns)

/** As the author or an admin sees it; null when deleted. */
export const forumThreadRow = async (knex: Knex, id: number): Promise<ForumThread | null> =>
  (await threads(knex).where({ 'item.id': id, 'item.is_deleted': false }))[0] ?? null

export async function forumPostRow(knex: Knex, id: number): Promise<ForumPost | null> {
  const [row] = await knex({ item: 'read.forum_posts' })
    .where({ 'item.id': id, 'item.is_deleted': false })
    .select<ForumPost[]>(postColumns)
  return row ?? null
}

/** The thread an id belongs to, deleted or not; threads and replies share one sequence. */
export async function forumContentRow(
  knex: Knex,
  id: number,
): Promise<{ threadId: number; contentType: 'thread' | 'post' } | null> {
  const [row] = await knex({ item: 'read.moderation_items' })
    .where({ id })
    .select<{ threadId: number; contentType: 'thread' | 'post' }[]>({
      threadId: 'item.thread_id',
      contentType: 'item.content_type',
    })
  return row ?? null
}

export async function isPostVisible(knex: Knex, id: number, viewerId?: number): Promise<boolean> {
  const [post] = await knex({ item: 'read.forum_posts' }).where({ 'item.id': id }).where(seenBy(viewerId)).select('id')
  return post !== undefined
}

/** Its earlier versions are for admins: `id` is an expression. */
export const hasClosedHistory = (id: string) =>
  `(EXISTS (SELECT FROM read.forum_threads WHERE id = ${id} AND has_closed_history)
    OR EXISTS (SELECT FROM read.forum_posts WHERE id = ${id} AND has_closed_history))`

/**
 * All versions of a thread or reply including the current one, oldest first. `seesWithheld`: with the words that others do
 * not read.
 */
export async function forumEdits(
  knex: Knex,
  contentId: number,
  { seesWithheld }: { seesWithheld: boolean },
): Promise<ForumEdit[]> {
  const edits = await knex('read.forum_edits')
    .where({ content_id: contentId })
    .orderBy('at')
    .select<{ at: string; title: string | null; content: string; is_hidden: boolean; is_closed: boolean }[]>(
      'at',
      'title',
      'content',
      'is_hidden',
      knex.raw(`${hasClosedHistory('content_id')} AS is_closed`),
    )
  return edits.map(({ at, title, content, is_hidden, is_closed }, place) => {
    const isWithheld = place < edits.length - 1 && (is_hidden || is_closed)
    return {
      at,
      ...(isWithheld && !seesWithheld ? { title: null, content: '' } : { title, content }),
      ...(isWithheld && { isWithheld }),
      ...(isWithheld && seesWithheld && is_hidden && { isHidden: is_hidden }),
    }
  })
}
