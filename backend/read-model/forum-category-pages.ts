import type pg from 'pg'
import { cardColumns, type ForumThreadCard, isVisible } from './forum-pages.ts'

/**
 * Number of threads per page of older threads, including hidden ones: pages are counted from the oldest, so a thread
 * always stays on the same page. The first page has at least as many visible threads (if there are that many), and less
 * than twice as many.
 */
const threadsPerPage = 50

/** All threads of category $1 with their page numbers. */
const placed = `SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${threadsPerPage} + 1 AS page
  FROM read.forum_threads WHERE category_id = $1`

/** The number of pages of older threads: all before the page that contains the last thread of a full first page. */
export async function olderPageCount(client: pg.ClientBase, categoryId: number): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT (count(*) - 1) / ${threadsPerPage} AS count FROM read.forum_threads WHERE category_id = $1 AND id <= (
       SELECT id FROM read.forum_threads thread WHERE category_id = $1 AND ${isVisible('thread')} AND NOT is_pinned
        ORDER BY id DESC OFFSET ${threadsPerPage - 1} LIMIT 1)`,
    [categoryId],
  )
  return rows[0]?.count ?? 0
}

/** The pinned threads, then those that are on none of the `olderPages` oldest pages. */
export async function firstPageThreads(
  client: pg.ClientBase,
  categoryId: number,
  olderPages: number,
): Promise<ForumThreadCard[]> {
  const { rows } = await client.query<ForumThreadCard>(
    `SELECT ${cardColumns} FROM read.forum_threads thread WHERE category_id = $1 AND ${isVisible('thread')}
        AND (is_pinned OR id >= (SELECT id FROM read.forum_threads WHERE category_id = $1
                                  ORDER BY id OFFSET ${threadsPerPage} * $2::integer LIMIT 1))
      ORDER BY is_pinned DESC, id DESC`,
    [categoryId, olderPages],
  )
  return rows
}

/** The pages on which these threads stand; page 1 has the oldest. */
export async function olderPagesOf(
  client: pg.ClientBase,
  categoryId: number,
  threadIds: readonly number[],
): Promise<number[]> {
  const { rows } = await client.query<{ page: number }>(
    `SELECT DISTINCT page FROM (${placed} AND id <= (
       SELECT max(id) FROM read.forum_threads WHERE category_id = $1 AND id = ANY ($2))) AS thread WHERE id = ANY ($2)`,
    [categoryId, threadIds],
  )
  return rows.map(({ page }) => page)
}

/** The threads of these pages, each with its page. */
export async function threadsOfPages(
  client: pg.ClientBase,
  categoryId: number,
  pages: readonly number[],
): Promise<(ForumThreadCard & { page: number })[]> {
  const { rows } = await client.query<ForumThreadCard & { page: number }>(
    `SELECT page, ${cardColumns} FROM (${placed}) AS place JOIN read.forum_threads thread USING (id)
      WHERE page = ANY ($2) AND ${isVisible('thread')} AND NOT is_pinned ORDER BY id DESC`,
    [categoryId, pages],
  )
  return rows
}
