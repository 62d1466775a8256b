import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { adminListQuery } from './admin-lists.ts'
import {
  idParams,
  noContent,
  nullableHttpsUrl,
  optionalText,
  pageOrWhole,
  requiredText,
  revision,
  timestamp,
} from './fields.ts'

export const publicArticle = z.object({
  id: z.int(),
  title: z.string(),
  excerpt: z.string(),
  content: z.string(),
  category: z.string(),
  imageUrl: z.string().nullable(),
  /** For the public, when it was last published; for admins, when it was begun. */
  createdAt: timestamp,
})
export type PublicArticle = z.infer<typeof publicArticle>

export type NewsCard = Omit<PublicArticle, 'content'>
/** Content of the article page; the dates are those of the latest publication and edit. */
export type NewsArticle = PublicArticle & { publishedAt: string; updatedAt: string }

export const adminArticle = publicArticle.extend({ isPublished: z.boolean(), isDeleted: z.boolean(), revision })
export type AdminArticle = z.infer<typeof adminArticle>

/** '[our plan](example.org)', which would be shown as typed. Words in round brackets have no period inside. */
const linkOfNoUse =
  /(?<!\\)\[[^\]\n]{1,200}\]\((?!https?:\/\/|\/(?!\/)|mailto:|tel:|www\.[^\s/?#.]+\.)[^\s()]*\.[^\s()]+\)/i

function rejectLinksOfNoUse(content: string, context: z.RefinementCtx<string>): void {
  const [link] = linkOfNoUse.exec(content) ?? []
  if (link !== undefined)
    context.addIssue(
      `“${link}” would be shown as you see it. Use an address that begins with https://, mailto:, tel: or /, such as /events.`,
    )
}

const article = z.strictObject({
  title: requiredText(255),
  excerpt: optionalText(1000),
  content: requiredText(50_000).superRefine(rejectLinksOfNoUse),
  /** Defaults to 'news'. May be blank. */
  category: optionalText(50).default('news'),
  imageUrl: nullableHttpsUrl(500),
  isPublished: z.boolean().default(false),
})

export const listArticles = endpoint('GET', '/api/news', {
  summary: 'Published articles, newest first: all of them, or a page.',
  schema: { querystring: pageOrWhole, response: { 200: z.array(publicArticle) } },
})

const status = z.enum(['published', 'draft', 'deleted'], 'Use one of: published, draft, deleted.')

const listQuery = adminListQuery({
  sorts: ['-createdAt', 'title', 'category', 'status'],
  /** Deleted ones are listed only under their own status. */
  filters: { status, category: requiredText(50) },
})
export type ArticleListQuery = z.output<typeof listQuery>

export const listAllArticles = endpoint('GET', '/api/admin/news', {
  summary: 'Every article, published or draft, newest first; their number in X-Total-Count.',
  schema: { querystring: listQuery, response: { 200: z.array(adminArticle) } },
})

export const createArticle = endpoint('POST', '/api/admin/news', {
  summary: 'Create an article, as a draft or published immediately.',
  schema: { body: article, response: { 201: adminArticle } },
})

export const editArticle = endpoint('PUT', '/api/admin/news/:id', {
  summary: 'Replace the text of an article, publish it or unpublish it; takes If-Match.',
  schema: { params: idParams, body: article.required({ isPublished: true }), response: { 200: adminArticle } },
})

export const deleteArticle = endpoint('DELETE', '/api/admin/news/:id', {
  summary: 'Delete an article; it can be restored.',
  schema: { params: idParams, response: { 204: noContent } },
})

export const restoreArticle = endpoint('POST', '/api/admin/news/:id/restore', {
  summary: 'Restore a deleted article as a draft.',
  schema: { params: idParams, response: { 200: adminArticle } },
})
