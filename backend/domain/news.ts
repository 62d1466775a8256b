import { type Decider, DomainError, type Fact } from '../kernel/eventlog/decider.ts'

type Words = {
  title: string
  excerpt: string
  content: string
  category: string
  imageUrl: string | null
}
type Id = { articleId: number }
type Article = Id & Words
/** Article as an admin saves it: the text, and whether it is public. */
type Saved = Article & { isPublished: boolean }

export type ArticleCommand =
  | Fact<'CreateArticle', Saved>
  | Fact<'EditArticle', Saved>
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
        const { isPublished, ...data } = command.data
        const edited: ArticleEvent[] = hasSameWords(article.words, data) ? [] : [{ type: 'ArticleEdited', data }]
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

function publication(wasPublished: boolean, { articleId, isPublished }: Saved): ArticleEvent[] {
  if (wasPublished === isPublished) return []
  return [{ type: isPublished ? 'ArticlePublished' : 'ArticleUnpublished', data: { articleId } }]
}

const hasSameWords = (a: Words, b: Words): boolean =>
  a.title === b.title &&
  a.excerpt === b.excerpt &&
  a.content === b.content &&
  a.category === b.category &&
  a.imageUrl === b.imageUrl
