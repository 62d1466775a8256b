import type pg from 'pg'
import type { ForumCategory } from '../../contract/forum-categories.ts'
import { atomFeed } from './formats/atom.ts'
import { cardColumns, type ForumThreadCard, isVisible } from './forum-cards.ts'
import type { PageFamily, ProjectedPage } from './rendering/projected-page.ts'

const maxEntries = 50
/**
 * Number of threads per page of older threads, including hidden ones: pages are counted from the oldest, so a thread
 * always stays on the same page. The first page has at least as many visible threads (if there are that many), and less
 * than twice as many.
 */
const threadsPerPage = 50

const pathOf = ({ slug }: ForumCategory) => `/forum/${slug}`
const tags = ['forum-threads', 'erasures']

/** All threads of category $1 with their page numbers. */
const placed = `SELECT id, (row_number() OVER (ORDER BY id) - 1) / ${threadsPerPage} + 1 AS page
  FROM read.forum_threads WHERE category_id = $1`

/** The number of pages of older threads: all before the page that contains the last thread of a full first page. */
async function countOlder(client: pg.ClientBase, { id }: ForumCategory): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT (count(*) - 1) / ${threadsPerPage} AS count FROM read.forum_threads WHERE category_id = $1 AND id <= (
       SELECT id FROM read.forum_threads thread WHERE category_id = $1 AND ${isVisible('thread')} AND NOT is_pinned
        ORDER BY id DESC OFFSET ${threadsPerPage - 1} LIMIT 1)`,
    [id],
  )
  return rows[0]?.count ?? 0
}

export const categoryPage = (category: ForumCategory): ProjectedPage => ({
  path: pathOf(category),
  tags,
  empty: { category, threads: [], older: null },
  async content(client) {
    const count = await countOlder(client, category)
    const { rows } = await client.query<ForumThreadCard>(
      `SELECT ${cardColumns} FROM read.forum_threads thread WHERE category_id = $1 AND ${isVisible('thread')}
          AND (is_pinned OR id >= (SELECT id FROM read.forum_threads WHERE category_id = $1
                                    ORDER BY id OFFSET ${threadsPerPage} * $2::integer LIMIT 1))
        ORDER BY is_pinned DESC, id DESC`,
      [category.id, count],
    )
    return { category, threads: rows, older: count || null }
  },
})

/** Threads that do not fit on the first page; page 1 has the oldest. Pinned threads are only on the first page. */
export const olderThreads = (category: ForumCategory): PageFamily => ({
  tag: 'forum-threads',
  path: (page) => `${pathOf(category)}/older/${page}`,
  sweepTag: 'erasures',
  isListed: true,
  async pagesOf(client, ids) {
    const { rows } = await client.query<{ page: number }>(
      `SELECT DISTINCT page FROM (${placed} AND id <= (
         SELECT max(id) FROM read.forum_threads WHERE category_id = $1 AND id = ANY ($2))) AS thread WHERE id = ANY ($2)`,
      [category.id, ids],
    )
    // The newest page changes with every thread that moves onto it, and is the first to disappear.
    return rows.length === 0 ? [] : [...rows.map(({ page }) => page), Math.max(1, await countOlder(client, category))]
  },
  async items(client, pages) {
    const count = await countOlder(client, category)
    const existing = pages.filter((page) => page >= 1 && page <= count)
    if (existing.length === 0) return new Map()
    const { rows } = await client.query<ForumThreadCard & { page: number }>(
      `SELECT page, ${cardColumns} FROM (${placed}) AS place JOIN read.forum_threads thread USING (id)
        WHERE page = ANY ($2) AND ${isVisible('thread')} AND NOT is_pinned ORDER BY id DESC`,
      [category.id, existing],
    )
    const contentOf = (page: number) => ({
      category,
      page,
      threads: rows.filter((row) => row.page === page).map(({ page: _, ...thread }) => thread),
      older: page > 1 ? page - 1 : null,
      newer: page < count ? page + 1 : null,
    })
    return new Map(existing.map((page) => [page, contentOf(page)]))
  },
})

export const categoryFeed = (category: ForumCategory): ProjectedPage => ({
  path: `${pathOf(category)}/feed.xml`,
  tags,
  empty: { threads: [] },
  async content(client) {
    const { rows } = await client.query<ForumThreadCard>(
      `SELECT ${cardColumns} FROM read.forum_threads thread WHERE category_id = $1 AND ${isVisible('thread')}
        ORDER BY id DESC LIMIT ${maxEntries}`,
      [category.id],
    )
    return { threads: rows }
  },
  write: ({ threads }: { threads: ForumThreadCard[] }, siteUrl) =>
    atomFeed(
      {
        title: `Community Forum: ${category.name}`,
        path: `${pathOf(category)}/feed.xml`,
        page: pathOf(category),
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
