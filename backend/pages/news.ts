import {
  articlePictures,
  articlesById,
  cardsById,
  cardsFrom,
  type FeedEntry,
  newestFeedEntries,
  newsCardPages,
} from '../read-model/news.ts'
import { createNumberedPages } from '../read-model/older-pages.ts'
import { newsFeed } from './news-feed.ts'
import { firstPage, olderPageFamily } from './older-pages.ts'
import type { PageFamily, PageSet, ProjectedPage } from './rendering/projected-page.ts'
import { writePicture } from './written-picture.ts'

const feed: ProjectedPage = {
  path: '/news/feed.xml',
  tags: ['news'],
  empty: { entries: [] },
  content: async (client) => ({ entries: await newestFeedEntries(client) }),
  write: ({ entries }: { entries: FeedEntry[] }, siteUrl) => newsFeed(entries, siteUrl),
}

export const newsFamily: PageFamily = {
  tag: 'news',
  path: (id) => `/news/${id}`,
  isListed: true,
  async items(client, ids) {
    const articles = await articlesById(client, ids)
    return new Map(articles.map((article) => [article.id, { article }]))
  },
}

type Pictured = { title: string; category: string }

/** The preview image of links to an article. */
export const newsPictures: PageFamily = {
  tag: 'news',
  path: (id) => `/og/news/${id}.png`,
  isListed: false,
  isSlow: true,
  async items(client, ids) {
    const pictures = await articlePictures(client, ids)
    return new Map(pictures.map(({ id, ...pictured }) => [id, pictured]))
  },
  write: ({ title, category }: Pictured) => writePicture({ over: category || 'News', title }),
}

export function newsPages(): PageSet {
  const numbered = createNumberedPages(newsCardPages)
  const list: ProjectedPage = {
    path: '/news',
    tags: ['news'],
    empty: { articles: [], older: null },
    async content(client) {
      const { items, older } = await firstPage(client, numbered, cardsFrom)
      return { articles: items, older }
    },
  }
  /** Cards that do not fit on the page of all news. */
  const olderNews = olderPageFamily({
    tag: 'news',
    path: (page) => `/news/older/${page}`,
    numbered,
    itemsById: cardsById,
    content: (articles) => ({ articles }),
  })
  return { pages: [list, feed], families: [newsFamily, newsPictures, olderNews] }
}
