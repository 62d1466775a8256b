import type pg from 'pg'
import { cardColumns, type ForumThreadCard, isVisible } from './forum-pages.ts'
import type { NumberedList } from './older-pages.ts'

/** A category's threads on numbered pages; pinned ones are only on the first page. */
export const threadPages = (categoryId: number): NumberedList => ({
  table: 'read.forum_threads',
  place: 'place',
  id: 'id',
  where: `category_id = ${categoryId} AND is_published`,
  isShown: `${isVisible('forum_threads')} AND NOT is_pinned`,
})

/** The pinned threads, then the others from this place on, newest first. */
export async function firstPageThreads(
  client: pg.ClientBase,
  categoryId: number,
  place: number,
): Promise<ForumThreadCard[]> {
  const { rows } = await client.query<ForumThreadCard>(
    `SELECT ${cardColumns} FROM read.forum_threads thread WHERE category_id = $1 AND ${isVisible('thread')}
        AND (is_pinned OR place >= $2) ORDER BY is_pinned DESC, place DESC`,
    [categoryId, place],
  )
  return rows
}

/** These threads as cards, newest first. */
export async function threadCards(client: pg.ClientBase, ids: readonly number[]): Promise<ForumThreadCard[]> {
  const { rows } = await client.query<ForumThreadCard>(
    `SELECT ${cardColumns} FROM read.forum_threads thread WHERE id = ANY ($1) ORDER BY place DESC`,
    [ids],
  )
  return rows
}
