import { columnsIn } from '../../records/columns.ts'
import { searchIndex, sortIndex } from '../../records/list-sql.ts'
import { article } from '../../records/news.ts'
import { valuesIn } from '../../records/values.ts'
import type { ArticleEvent } from '../domain/news.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { columnsOf, countsBy, insert, type Projection, type Row, update } from '../kernel/projector/projection.ts'
import { publicationsTable, published } from './publications.ts'

const change = ({ data, revision }: Recorded<ArticleEvent>, set: Row) => [
  update('news_articles', { id: data.articleId }, { ...set, revision }),
]

/** Table `news_articles`: every article, deleted ones included; the public sees the published ones. */
export const newsProjection: Projection<ArticleEvent> = {
  name: 'news',
  version: 5,
  tables: {
    news_articles: {
      columns: {
        id: 'integer NOT NULL',
        ...columnsIn(article),
        /** Never true for a deleted article. */
        is_published: 'boolean NOT NULL',
        is_deleted: 'boolean NOT NULL',
        status: `text GENERATED ALWAYS AS (CASE WHEN is_deleted THEN 'deleted' WHEN is_published THEN 'published' ELSE 'draft' END) STORED`,
        created_at: 'timestamptz NOT NULL',
        /** Time of the latest publication; null until the first. */
        published_at: 'timestamptz',
        /** When the text last changed. */
        updated_at: 'timestamptz NOT NULL',
        revision: 'integer NOT NULL',
      },
      primaryKey: ['id'],
      countedIn: 'news_article_counts',
      indexes: {
        news_articles_public: '(published_at, id) WHERE is_published',
        news_articles_title: sortIndex(article, 'title'),
        news_articles_category: sortIndex(article, 'category'),
        news_articles_listed: '(id) WHERE NOT is_deleted',
        news_articles_status: '(status, id)',
        news_articles_search: searchIndex(article),
      },
    },
    news_publications: publicationsTable('news_publications'),
    news_article_counts: countsBy({
      status: 'text NOT NULL',
      is_deleted: 'boolean NOT NULL',
      category: 'text NOT NULL',
    }),
  },
  on: {
    ArticleCreated: ({ data, metadata: { at }, revision }) => [
      insert('news_articles', {
        id: data.articleId,
        ...columnsOf(valuesIn(article, data)),
        is_published: false,
        is_deleted: false,
        created_at: at,
        published_at: null,
        updated_at: at,
        revision,
      }),
    ],
    ArticleEdited: (event) =>
      change(event, { ...columnsOf(valuesIn(article, event.data)), updated_at: event.metadata.at }),
    ArticlePublished: (event) => [
      ...change(event, { is_published: true, published_at: event.metadata.at }),
      ...published('news_publications', event.data.articleId, event.metadata.at),
    ],
    ArticleUnpublished: (event) => change(event, { is_published: false }),
    ArticleDeleted: (event) => change(event, { is_published: false, is_deleted: true }),
    ArticleRestored: (event) => change(event, { is_deleted: false }),
  },
}
