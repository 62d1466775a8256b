import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type ArticleEvent, news } from './news.ts'

const words = {
  articleId: 7,
  title: 'Broadband for every county road',
  excerpt: '',
  content: '# Why\nBecause school happens at home too.',
  category: 'policy',
  imageUrl: null,
}
const otherWords = { ...words, title: 'Broadband for every road' }
const created: ArticleEvent = { type: 'ArticleCreated', data: words }
const edited: ArticleEvent = { type: 'ArticleEdited', data: otherWords }
const published: ArticleEvent = { type: 'ArticlePublished', data: { articleId: 7 } }
const unpublished: ArticleEvent = { type: 'ArticleUnpublished', data: { articleId: 7 } }
const deleted: ArticleEvent = { type: 'ArticleDeleted', data: { articleId: 7 } }
const restored: ArticleEvent = { type: 'ArticleRestored', data: { articleId: 7 } }

const create = (isPublished: boolean) => ({ type: 'CreateArticle', data: { ...words, isPublished } }) as const
const edit = (data: typeof words, isPublished: boolean) =>
  ({ type: 'EditArticle', data: { ...data, isPublished } }) as const
const remove = { type: 'DeleteArticle', data: { articleId: 7 } } as const
const restore = { type: 'RestoreArticle', data: { articleId: 7 } } as const

describe('creating an article', () => {
  it('records a draft', () => given(news, []).when(create(false)).then([created]))
  it('also records the publication when it is published immediately', () =>
    given(news, []).when(create(true)).then([created, published]))
  it('is rejected when the id is already taken', () => given(news, [created]).when(create(false)).then('conflict'))
  it('is rejected when the id belonged to a deleted one', () =>
    given(news, [created, deleted]).when(create(false)).then('conflict'))
})

describe('editing an article', () => {
  it('records the new text', () => given(news, [created]).when(edit(otherWords, false)).then([edited]))
  it('records only the publication when the text is unchanged', () =>
    given(news, [created]).when(edit(words, true)).then([published]))
  it('records both when both change', () =>
    given(news, [created]).when(edit(otherWords, true)).then([edited, published]))
  it('unpublishes it', () => given(news, [created, published]).when(edit(words, false)).then([unpublished]))
  it('publishes it again after it was unpublished', () =>
    given(news, [created, published, unpublished]).when(edit(words, true)).then([published]))
  it('does nothing when nothing changes', () =>
    given(news, [created, published, edited]).when(edit(otherWords, true)).thenNothing())
  it('is rejected when there is no such article', () => given(news, []).when(edit(words, true)).then('not_found'))
  it('is rejected once it is deleted', () =>
    given(news, [created, deleted]).when(edit(otherWords, true)).then('not_found'))
})

describe('deleting an article', () => {
  it('records the deletion of a draft', () => given(news, [created]).when(remove).then([deleted]))
  it('records the deletion of a published one', () => given(news, [created, published]).when(remove).then([deleted]))
  it('does nothing when it is already deleted', () => given(news, [created, deleted]).when(remove).thenNothing())
  it('is rejected when there is no such article', () => given(news, []).when(remove).then('not_found'))
})

describe('restoring an article', () => {
  it('records it', () => given(news, [created, published, deleted]).when(restore).then([restored]))
  it('makes it a draft with its last text, even if it was published', () => {
    const history = [created, published, edited, deleted, restored]
    given(news, history).when(edit(otherWords, false)).thenNothing()
    given(news, history).when(edit(otherWords, true)).then([published])
  })
  it('does nothing when it is not deleted', () => {
    given(news, [created, published]).when(restore).thenNothing()
    given(news, [created, deleted, restored]).when(restore).thenNothing()
  })
  it('is rejected when there is no such article', () => given(news, []).when(restore).then('not_found'))
})
