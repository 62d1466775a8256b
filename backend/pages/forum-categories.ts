import type { ForumCategory } from '../../contract/forum-categories.ts'
import { firstPageThreads, olderPageCount, olderPagesOf, threadsOfPages } from '../read-model/forum-category-pages.ts'
import { type ForumThreadCard, newestThreads } from '../read-model/forum-pages.ts'
import { atomFeed } from './formats/atom.ts'
import type { PageFamily, ProjectedPage } from './rendering/projected-page.ts'

const maxEntries = 50

const pathOf = ({ slug }: ForumCategory) => `/forum/${slug}`
const tags = ['forum-threads', 'erasures']

export const categoryPage = (category: ForumCategory): ProjectedPage => ({
  path: pathOf(category),
  tags,
  empty: { category, threads: [], older: null },
  async content(client) {
    const count = await olderPageCount(client, category.id)
    return { category, threads: await firstPageThreads(client, category.id, count), older: count || null }
  },
})

/** Threads that do not fit on the first page; page 1 has the oldest. Pinned threads are only on the first page. */
export const olderThreads = (category: ForumCategory): PageFamily => ({
  tag: 'forum-threads',
  path: (page) => `${pathOf(category)}/older/${page}`,
  sweepTag: 'erasures',
  isListed: true,
  async pagesOf(client, ids) {
    const pages = await olderPagesOf(client, category.id, ids)
    // The newest page changes with every thread that moves onto it, and is the first to disappear.
    return pages.length === 0 ? [] : [...pages, Math.max(1, await olderPageCount(client, category.id))]
  },
  async items(client, pages) {
    const count = await olderPageCount(client, category.id)
    const existing = pages.filter((page) => page >= 1 && page <= count)
    if (existing.length === 0) return new Map()
    const placed = await threadsOfPages(client, category.id, existing)
    const contentOf = (page: number) => ({
      category,
      page,
      threads: placed.filter((thread) => thread.page === page).map(({ page: _, ...thread }) => thread),
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
  content: async (client) => ({
    threads: await newestThreads(client, { categoryId: category.id, limit: maxEntries }),
  }),
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
