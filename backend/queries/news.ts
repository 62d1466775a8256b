import type { FastifyInstance } from 'fastify'
import type { Knex } from 'knex'
import { type AdminArticle, listAllArticles, listArticles, type PublicArticle } from '../../contract/news.ts'
import { route } from '../http/route.ts'
import { pageOf } from './read-model.ts'

const publicColumns = {
  id: 'item.id',
  title: 'item.title',
  excerpt: 'item.excerpt',
  content: 'item.content',
  category: 'item.category',
  imageUrl: 'item.image_url',
  createdAt: 'item.created_at',
}
const adminColumns = { ...publicColumns, isPublished: 'item.is_published' }

/** Null when there is none, or it was deleted. */
export async function articleRow(knex: Knex, id: number): Promise<AdminArticle | null> {
  const [row] = await knex({ item: 'read.news_articles' }).where({ id }).select<AdminArticle[]>(adminColumns)
  return row ?? null
}

export async function newsQueries(app: FastifyInstance, { knex }: { knex: Knex }): Promise<void> {
  route(app, listArticles, { policy: 'public' }, async ({ query }) =>
    pageOf(knex, 'news_articles', query, { is_published: true }).select<PublicArticle[]>(publicColumns),
  )
  route(app, listAllArticles, { policy: 'admin' }, async ({ query }) =>
    pageOf(knex, 'news_articles', query).select<AdminArticle[]>(adminColumns),
  )
}
