import type { NewsArticle, NewsCard } from '../../contract/news.ts'
import { drawPicture } from './build/picture.ts'
import { type FeedEntry, newsFeed } from './news-feed.ts'
import type { PageFamily, ProjectedPage } from './rendering/projected-page.ts'

const maxCards = 200
const maxEntries = 50

export const newsPages: readonly ProjectedPage[] = [
  {
    path: '/news',
    tags: ['news'],
    empty: { articles: [] },
    async content(client) {
      const { rows } = await client.query<NewsCard>(
        `SELECT id, title, excerpt, category, image_url AS "imageUrl", created_at AS "createdAt"
           FROM read.news_articles WHERE is_published ORDER BY id DESC LIMIT ${maxCards}`,
      )
      return { articles: rows }
    },
  },
  {
    path: '/news/feed.xml',
    tags: ['news'],
    empty: { entries: [] },
    async content(client) {
      const { rows } = await client.query<FeedEntry>(
        `SELECT id, title, excerpt, category, published_at AS "publishedAt",
                greatest(updated_at, published_at) AS "updatedAt"
           FROM read.news_articles WHERE is_published ORDER BY id DESC LIMIT ${maxEntries}`,
      )
      return { entries: rows }
    },
    write: ({ entries }: { entries: FeedEntry[] }, siteUrl) => newsFeed(entries, siteUrl),
  },
]

export const newsFamily: PageFamily = {
  tag: 'news',
  path: (id) => `/news/${id}`,
  isListed: true,
  async items(client, ids) {
    const { rows } = await client.query<NewsArticle>(
      `SELECT id, title, excerpt, content, category, image_url AS "imageUrl", created_at AS "createdAt",
              published_at AS "publishedAt", greatest(updated_at, published_at) AS "updatedAt"
         FROM read.news_articles WHERE is_published AND id = ANY ($1)`,
      [ids],
    )
    return new Map(rows.map((article) => [article.id, { article }]))
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
    const { rows } = await client.query<Pictured & { id: number }>(
      'SELECT id, title, category FROM read.news_articles WHERE is_published AND id = ANY ($1)',
      [ids],
    )
    return new Map(rows.map(({ id, ...pictured }) => [id, pictured]))
  },
  write: async ({ title, category }: Pictured) => ({
    contentType: 'image/png',
    body: await drawPicture({ over: category || 'News', title }),
  }),
}
