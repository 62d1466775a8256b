import { expect, it } from 'vitest'
import { at, changesBy, recorded } from '../../test/support/log/projected.ts'
import { insert, update } from '../kernel/projector/projection.ts'
import { newsProjection } from './news.ts'
import { published } from './publications.ts'

const words = { title: 'Broadband', excerpt: 'Short', content: 'Long', category: 'policy', imageUrl: null }
const columns = { title: 'Broadband', excerpt: 'Short', content: 'Long', category: 'policy', image_url: null }
const id = { articleId: 7 }

it('a new article is a draft', () => {
  expect(changesBy(newsProjection, recorded({ type: 'ArticleCreated', data: { ...id, ...words } }))).toEqual([
    insert('news_articles', {
      id: 7,
      ...columns,
      is_published: false,
      is_deleted: false,
      created_at: at,
      published_at: null,
      updated_at: at,
      revision: 0,
    }),
  ])
})

it('an edit replaces the text and records when', () => {
  expect(changesBy(newsProjection, recorded({ type: 'ArticleEdited', data: { ...id, ...words } }))).toEqual([
    update('news_articles', { id: 7 }, { ...columns, updated_at: at, revision: 0 }),
  ])
})

it('it is published, unpublished, deleted, and restored as a draft', () => {
  expect(changesBy(newsProjection, recorded({ type: 'ArticlePublished', data: id }))).toEqual([
    update('news_articles', { id: 7 }, { is_published: true, published_at: at, revision: 0 }),
    ...published('news_publications', 7, at),
  ])
  expect(changesBy(newsProjection, recorded({ type: 'ArticleUnpublished', data: id }))).toEqual([
    update('news_articles', { id: 7 }, { is_published: false, revision: 0 }),
  ])
  expect(changesBy(newsProjection, recorded({ type: 'ArticleDeleted', data: id }))).toEqual([
    update('news_articles', { id: 7 }, { is_published: false, is_deleted: true, revision: 0 }),
  ])
  expect(changesBy(newsProjection, recorded({ type: 'ArticleRestored', data: id }))).toEqual([
    update('news_articles', { id: 7 }, { is_deleted: false, revision: 0 }),
  ])
})
