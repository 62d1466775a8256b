import { z } from 'zod'
import { endpoint } from '../records/http/endpoint.ts'
import { article as record } from '../records/news.ts'
import { adminListQuery } from './admin-lists.ts'
import { idParams, noContent, pageOrWhole, requiredText, revision, timestamp } from './fields.ts'
import { rowOf } from './record-rows.ts'
import { correctedTexts, newTexts } from './record-schemas.ts'

export const publicArticle = z.object({
  id: z.int(),
  ...rowOf(record),
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

const words = newTexts(record)
const content = words.content.superRefine(rejectLinksOfNoUse)

const newArticle = z.strictObject({
  ...words,
  content,
  /** Defaults to 'news'. May be blank. */
  category: words.category.default('news'),
  isPublished: z.boolean().default(false),
})

const correctedArticle = z.strictObject({
  ...correctedTexts(record),
  content,
  isPublished: z.boolean(),
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
  schema: { body: newArticle, response: { 201: adminArticle } },
})

export const editArticle = endpoint('PUT', '/api/admin/news/:id', {
  summary:
    'Correct the text of an article, publish it or unpublish it; takes If-Match. An absent excerpt, category or image stays as it is.',
  schema: { params: idParams, body: correctedArticle, response: { 200: adminArticle } },
})

export const deleteArticle = endpoint('DELETE', '/api/admin/news/:id', {
  summary: 'Delete an article; it can be restored.',
  schema: { params: idParams, response: { 204: noContent } },
})

export const restoreArticle = endpoint('POST', '/api/admin/news/:id/restore', {
  summary: 'Restore a deleted article as a draft.',
  schema: { params: idParams, response: { 200: adminArticle } },
})
