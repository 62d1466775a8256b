import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { AdminArticle } from '../../contract/news.ts'
import { shortDate } from '../lib/dates.ts'
import { publicationStatus } from '../lib/labels.ts'
import { messages } from '../lib/messages.ts'
import {
  $articles,
  $deleting,
  loadArticles,
  loadMoreArticles,
  openArticle,
  removeArticle,
} from '../stores/admin-news.ts'
import { openHistory } from '../stores/history.ts'
import { ArticleDialog } from './ArticleDialog.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Icon } from './Icon.tsx'

export function AdminNews() {
  const state = useStore($articles)
  const [doomed, setDoomed] = useState<AdminArticle | null>(null)
  useEffect(() => {
    void loadArticles()
  }, [])
  if (state.status === 'failed')
    return (
      <div className="notice" role="alert">
        <p>{state.message}</p>
        <button className="button button-small" type="button" onClick={loadArticles}>
          Try again
        </button>
      </div>
    )
  const articles = state.status === 'loaded' ? state.articles : []
  return (
    <section aria-labelledby="news-title" aria-busy={state.status === 'loading'}>
      <div className="table-head">
        <h2 id="news-title">News</h2>
        <button className="button button-small button-primary" type="button" onClick={() => openArticle('new')}>
          Create Article
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Table of news">
        <table className="table">
          <thead>
            <tr>
              {['Title', 'Category', 'Status', 'Created'].map((label) => (
                <th scope="col" key={label}>
                  {label}
                </th>
              ))}
              <th scope="col" className="cell-actions">
                Actions
              </th>
            </tr>
          </thead>
          <tbody>
            {state.status === 'loading' && <SkeletonRows />}
            {articles.map((article) => (
              <ArticleRow article={article} key={article.id} onDelete={() => setDoomed(article)} />
            ))}
          </tbody>
        </table>
        {state.status === 'loaded' && articles.length === 0 && (
          <p className="table-empty">{messages.news.noneToEdit}</p>
        )}
      </section>
      <div className="table-foot">
        <p className="quiet small" role="status">
          {state.status === 'loading' ? 'Loading…' : `Showing ${articles.length}.`}
        </p>
        {state.status === 'loaded' && state.hasMore && (
          <button className="button button-small" type="button" onClick={loadMoreArticles}>
            Load more
          </button>
        )}
      </div>
      <ArticleDialog />
      <ConfirmDialog
        isOpen={doomed !== null}
        question={messages.news.confirmDelete}
        detail="It disappears from the site and from this list. Its history stays."
        confirm="Delete article"
        onConfirm={() => doomed !== null && removeArticle(doomed.id)}
        onClose={() => setDoomed(null)}
      />
    </section>
  )
}

function ArticleRow({ article, onDelete }: { article: AdminArticle; onDelete: () => void }) {
  const isBusy = useStore($deleting).includes(article.id)
  const { id, title, excerpt, category, isPublished, createdAt } = article
  const { label, badge } = publicationStatus(isPublished)
  return (
    <tr>
      <td className="cell-wide">
        {title}
        {excerpt !== '' && <p className="cell-excerpt">{excerpt}</p>}
      </td>
      <td>{category === '' ? 'Uncategorized' : category}</td>
      <td>
        <span className={badge}>{label}</span>
      </td>
      <td className="cell-createdAt">
        <time dateTime={createdAt}>{shortDate(createdAt)}</time>
      </td>
      <td className="cell-actions">
        <RowButton icon="edit" label={`Edit article ${title}`} onClick={() => openArticle(article)} />
        <RowButton icon="history" label={`History of the article ${title}`} onClick={() => openHistory('news', id)} />
        <RowButton icon="trash" label={`Delete article ${title}`} isBusy={isBusy} onClick={onDelete} />
      </td>
    </tr>
  )
}

function RowButton({
  icon,
  label,
  isBusy = false,
  onClick,
}: {
  icon: 'edit' | 'history' | 'trash'
  label: string
  isBusy?: boolean
  onClick: () => void
}) {
  return (
    <button
      className={`icon-button icon-${icon}`}
      type="button"
      aria-label={label}
      title={label}
      disabled={isBusy}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

function SkeletonRows() {
  return ['a', 'b', 'c', 'd', 'e'].map((row) => (
    <tr key={row}>
      {['title', 'category', 'status', 'created', 'actions'].map((cell) => (
        <td key={cell}>
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  ))
}
