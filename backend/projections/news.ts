import type { ArticleEvent } from '../domain/news.ts'
import { columnsOf, insert, type Projection, remove, update } from './projection.ts'

/** Table `news_articles`: every article that is not deleted; the public sees the published ones. */
export const newsProjection: Projection<ArticleEvent> = {
  name: 'news',
  version: 2,
  tables: {
    news_articles: {
      columns: {
        id: 'integer NOT NULL',
        title: 'text NOT NULL',
        excerpt: 'text NOT NULL',
        content: 'text NOT NULL',
        category: 'text NOT NULL',
        image_url: 'text',
        is_published: 'boolean NOT NULL',
        created_at: 'timestamptz NOT NULL',
        /** Time of the latest publication; null until the first. */
        published_at: 'timestamptz',
        /** When the text last changed. */
        updated_at: 'timestamptz NOT NULL',
        revision: 'integer NOT NULL',
      },
      primaryKey: ['id'],
      indexes: { news_articles_public: '(id) WHERE is_published' },
    },
  },
  on: {
    ArticleCreated: ({ data: { articleId, ...words }, metadata: { at }, revision }) => [
      insert('news_articles', {
        id: articleId,
        ...columnsOf(words),
        is_published: false,
        created_at: at,
        published_at: null,
        updated_at: at,
        revision,
      }),
    ],
    ArticleEdited: ({ data: { articleId, ...words }, metadata: { at }, revision }) => [
      update('news_articles', { id: articleId }, { ...columnsOf(words), updated_at: at, revision }),
    ],
    ArticlePublished: ({ data: { articleId }, metadata: { at }, revision }) => [
      update('news_articles', { id: articleId }, { is_published: true, published_at: at, revision }),
    ],
    ArticleUnpublished: ({ data: { articleId }, revision }) => [
      update('news_articles', { id: articleId }, { is_published: false, revision }),
    ],
    ArticleDeleted: ({ data: { articleId } }) => [remove('news_articles', { id: articleId })],
  },
}
