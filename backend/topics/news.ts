import { impersonalIn } from '../../records/erasures.ts'
import { article } from '../../records/news.ts'
import type { ArticleEvent } from '../domain/news.ts'
import { describes, type Topic } from './topic.ts'

const item = { topic: 'news', idField: 'articleId' } as const
const pages = { family: 'news', idField: 'articleId' } as const
const impersonal = impersonalIn(article)

export const news = {
  ...describes<ArticleEvent>(),
  events: {
    ArticleCreated: { item, impersonal, outcome: { status: 'Draft' }, sets: { isPublished: false } },
    ArticleEdited: { item, impersonal, pages },
    ArticlePublished: { item, outcome: { status: 'Published' }, sets: { isPublished: true }, pages },
    ArticleUnpublished: { item, outcome: { status: 'Draft' }, sets: { isPublished: false }, pages },
    ArticleDeleted: { item, outcome: { status: 'Deleted', deleted: true }, pages },
    ArticleRestored: { item, outcome: { status: 'Draft', deleted: false }, sets: { isPublished: false } },
  },
  streams: ['article'],
  sequences: { article: ['articleId'] },
} as const satisfies Topic<ArticleEvent>
