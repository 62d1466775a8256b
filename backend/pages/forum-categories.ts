import type { ForumCategory } from '../../contract/forum-categories.ts'
import { firstPageThreads, threadCards, threadPages } from '../read-model/forum-category-pages.ts'
import { type ForumThreadCard, newestThreads } from '../read-model/forum-pages.ts'
import { createNumberedPages } from '../read-model/older-pages.ts'
import { atomFeed } from './formats/atom.ts'
import { firstPage, olderPageFamily } from './older-pages.ts'
import type { PageSet, ProjectedPage } from './rendering/projected-page.ts'

const maxEntries = 50

const pathOf = ({ slug }: ForumCategory) => `/forum/${slug}`
const tags = ['forum-threads']

const categoryFeed = (category: ForumCategory): ProjectedPage => ({
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

/** Pinned threads are only on the first page, all others also on the page where they stay. */
export function categoryPages(category: ForumCategory): PageSet {
  const numbered = createNumberedPages(threadPages(category.id))
  const first: ProjectedPage = {
    path: pathOf(category),
    tags,
    empty: { category, threads: [], older: null },
    async content(client) {
      const { items, older } = await firstPage(client, numbered, (client, place) =>
        firstPageThreads(client, category.id, place),
      )
      return { category, threads: items, older }
    },
  }
  const olderThreads = olderPageFamily({
    tag: 'forum-threads',
    path: (page) => `${pathOf(category)}/older/${page}`,
    numbered,
    itemsById: threadCards,
    content: (threads) => ({ category, threads }),
  })
  return { pages: [first, categoryFeed(category)], families: [olderThreads] }
}
