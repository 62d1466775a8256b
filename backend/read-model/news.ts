import type { Knex } from 'knex'
import type pg from 'pg'
import type { AdminArticle, ArticleListQuery, NewsArticle, NewsCard, PublicArticle } from '../../contract/news.ts'
import { searchedIn, sortOf } from '../../records/list-sql.ts'
import { article } from '../../records/news.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { columnsOf, recordColumns } from './columns.ts'
import { latestFirst, type Paging } from './paging.ts'
import { publishedList, publishedRows, shownItems } from './shown-items.ts'
import { keepWholeList, sliceSize } from './whole-lists.ts'

const tables = { items: 'read.news_articles', publications: 'read.news_publications' }
const published = publishedRows(tables)

const columns = { ...columnsOf('item', 'id'), ...recordColumns('item', article) }
const publicColumns = { ...columns, createdAt: 'item.published_at' }
const adminColumns = {
  ...columns,
  ...columnsOf('item', 'createdAt, isPublished, isDeleted, revision'),
}

/** Deleted or not; null when it never existed. */
export async function articleRow(knex: Knex, id: number): Promise<AdminArticle | null> {
  const [row] = await knex({ item: 'read.news_articles' }).where({ id }).select<AdminArticle[]>(adminColumns)
  return row ?? null
}

export const publicArticles = (knex: Knex, paging: Paging) =>
  latestFirst(knex, 'news_articles', paging, { is_published: true }).select<PublicArticle[]>(publicColumns)

/** All published articles, the latest first. PostgreSQL builds the JSON, which can be tens of megabytes. */
export const everyPublicArticle = (knex: Knex) =>
  keepWholeList(knex, {
    tables: ['read.news_articles'],
    async read() {
      const slices: Buffer[] = []
      let before: number | null = Number.MAX_SAFE_INTEGER
      while (before !== null) {
        const { rows }: { rows: Slice[] } = await knex.raw(
          `SELECT string_agg(item.json, ',' ORDER BY item.place DESC) AS json, min(item.place) AS last FROM (
             SELECT publication.place, json_build_object('id', item.id, 'title', title, 'excerpt', excerpt,
                 'content', content, 'category', category, 'imageUrl', image_url, 'createdAt',
                 to_char(published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text AS json
               ${published} WHERE is_published AND publication.place < ? ORDER BY publication.place DESC LIMIT ?) AS item`,
          [before, sliceSize],
        )
        const json = rows[0]?.json ?? null
        if (json !== null) slices.push(Buffer.from(json))
        before = rows[0]?.last ?? null
      }
      return { rows: slices, validUntil: Number.POSITIVE_INFINITY }
    },
  })

type Slice = { json: string | null; last: number | null }

export const articleList: AdminListOf<ArticleListQuery> = {
  table: 'read.news_articles',
  sorts: {
    createdAt: 'item.id',
    title: sortOf(article, 'title'),
    category: sortOf(article, 'category'),
    status: 'item.status',
  },
  filters: {
    status: (status) => ({ sql: 'item.status = ?', values: [status] }),
    category: (category) => ({
      sql: `${sortOf(article, 'category')} = app.sort_key(?)`,
      values: [category],
    }),
  },
  unfiltered: { status: { sql: 'NOT item.is_deleted' } },
  counts: { table: 'read.news_article_counts', filters: ['status', 'category'] },
  searched: searchedIn(article),
}

export const allArticles = (knex: Knex, query: ArticleListQuery) =>
  adminListPage(knex, articleList, query, (items) => items.select<AdminArticle[]>(adminColumns))

const cards = `SELECT item.id, title, excerpt, category, image_url AS "imageUrl", published_at AS "createdAt"
  ${published} WHERE is_published`

export const newsCardPages = publishedList({ ...tables, isShown: 'is_published' })

/** The cards of published articles. */
export const { from: cardsFrom, byId: cardsById } = shownItems<NewsCard>(cards)

/** The cards of the articles published last. */
export async function newestCards(client: pg.ClientBase, limit: number): Promise<NewsCard[]> {
  const { rows } = await client.query<NewsCard>(`${cards} ORDER BY publication.place DESC LIMIT $1`, [limit])
  return rows
}

export type FeedEntry = {
  id: number
  title: string
  excerpt: string
  category: string
  publishedAt: string
  updatedAt: string
}

export async function newestFeedEntries(client: pg.ClientBase): Promise<FeedEntry[]> {
  const { rows } = await client.query<FeedEntry>(
    `SELECT id, title, excerpt, category, published_at AS "publishedAt",
            greatest(updated_at, published_at) AS "updatedAt"
       FROM read.news_articles WHERE is_published ORDER BY published_at DESC, id DESC LIMIT 50`,
  )
  return rows
}

/** The published ones among these articles. */
export async function articlesById(client: pg.ClientBase, ids: readonly number[]): Promise<NewsArticle[]> {
  const { rows } = await client.query<NewsArticle>(
    `SELECT id, title, excerpt, content, category, image_url AS "imageUrl", published_at AS "createdAt",
            published_at AS "publishedAt", greatest(updated_at, published_at) AS "updatedAt"
       FROM read.news_articles WHERE is_published AND id = ANY ($1)`,
    [ids],
  )
  return rows
}

/** For the preview picture of a shared link. */
export async function articlePictures(
  client: pg.ClientBase,
  ids: readonly number[],
): Promise<{ id: number; title: string; category: string }[]> {
  const { rows } = await client.query<{ id: number; title: string; category: string }>(
    'SELECT id, title, category FROM read.news_articles WHERE is_published AND id = ANY ($1)',
    [ids],
  )
  return rows
}
