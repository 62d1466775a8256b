import { article as record } from '../../records/news.ts'
import { corrected, isSame, type Values } from '../../records/values.ts'
import { type Decider, DomainError, type Fact } from '../kernel/eventlog/decider.ts'

type Words = Values<typeof record>
type Id = { articleId: number }
type Article = Id & Words
/** Article as an admin saves it: the text, and whether it is public. */
type Saved = Article & { isPublished: boolean }
type Edited = Id & Partial<Words> & { isPublished: boolean }

export type ArticleCommand =
  | Fact<'CreateArticle', Saved>
  | Fact<'EditArticle', Edited>
  | Fact<'DeleteArticle', Id>
  | Fact<'RestoreArticle', Id>
export type ArticleEvent =
  | Fact<'ArticleCreated', Article>
  | Fact<'ArticleEdited', Article>
  | Fact<'ArticlePublished', Id>
  | Fact<'ArticleUnpublished', Id>
  | Fact<'ArticleDeleted', Id>
  | Fact<'ArticleRestored', Id>

type News = { status: 'unknown' } | { status: 'draft' | 'published' | 'deleted'; words: Words }

export const articleStream = (articleId: number) => `article-${articleId}`

const notFound = () => new DomainError('not_found', 'Article not found.')

/** Articles are the campaign's own text: nothing in them is personal. */
export const news: Decider<News, ArticleCommand, ArticleEvent> = {
  initialState: { status: 'unknown' },
  decide(command, article) {
    switch (command.type) {
      case 'CreateArticle': {
        if (article.status !== 'unknown') throw new DomainError('conflict', 'This article was already created.')
        const { isPublished, ...data } = command.data
        return [{ type: 'ArticleCreated', data }, ...publication(false, command.data)]
      }
      case 'EditArticle': {
        if (article.status === 'unknown' || article.status === 'deleted') throw notFound()
        const { articleId, isPublished: _, ...said } = command.data
        const words = corrected(record, article.words, said)
        const edited: ArticleEvent[] = isSame(record, article.words, words)
          ? []
          : [{ type: 'ArticleEdited', data: { articleId, ...words } }]
        return [...edited, ...publication(article.status === 'published', command.data)]
      }
      case 'DeleteArticle':
        if (article.status === 'unknown') throw notFound()
        return article.status === 'deleted' ? [] : [{ type: 'ArticleDeleted', data: command.data }]
      case 'RestoreArticle':
        if (article.status === 'unknown') throw notFound()
        return article.status === 'deleted' ? [{ type: 'ArticleRestored', data: command.data }] : []
    }
  },
  evolve(article, event) {
    switch (event.type) {
      case 'ArticleCreated':
        return { status: 'draft', words: event.data }
      case 'ArticleEdited':
        return 'words' in article ? { ...article, words: event.data } : article
      case 'ArticlePublished':
        return 'words' in article ? { ...article, status: 'published' } : article
      case 'ArticleUnpublished':
        return 'words' in article ? { ...article, status: 'draft' } : article
      case 'ArticleDeleted':
        return 'words' in article ? { ...article, status: 'deleted' } : article
      case 'ArticleRestored':
        return 'words' in article ? { ...article, status: 'draft' } : article
    }
  },
}

function publication(
  wasPublished: boolean,
  { articleId, isPublished }: Pick<Saved, 'articleId' | 'isPublished'>,
): ArticleEvent[] {
  if (wasPublished === isPublished) return []
  return [{ type: isPublished ? 'ArticlePublished' : 'ArticleUnpublished', data: { articleId } }]
}
