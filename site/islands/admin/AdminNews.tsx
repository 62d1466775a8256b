import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdminArticle } from '../../../contract/news.ts'
import { publicationStatus } from '../../lib/labels.ts'
import { shortDate } from '../../lib/local-dates.ts'
import { messages } from '../../lib/messages.ts'
import { $edited, articleList, removeArticle } from '../../stores/admin/admin-news.ts'
import { openHistory } from '../../stores/admin/history.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { AdminTable, Cell } from './AdminTable.tsx'
import { ArticleDialog } from './ArticleDialog.tsx'
import { RowButton } from './RowButton.tsx'

const columns = ['Title', 'Category', 'Status', 'Created'].map((label) => ({ label }))

export function AdminNews() {
  const [pendingDeletion, setPendingDeletion] = useState<AdminArticle | null>(null)
  return (
    <AdminTable
      list={articleList}
      topic="news"
      title="News"
      columns={columns}
      row={(article) => <ArticleRow article={article} key={article.id} onDelete={() => setPendingDeletion(article)} />}
      none={messages.news.noneToEdit}
      tools={
        <button className="button button-small button-primary" type="button" onClick={() => $edited.set('new')}>
          Create Article
        </button>
      }
    >
      <ArticleDialog />
      <ConfirmDialog
        isOpen={pendingDeletion !== null}
        question={messages.news.confirmDelete}
        detail={messages.admin.deleteDetail}
        confirm="Delete article"
        onConfirm={() => pendingDeletion !== null && removeArticle(pendingDeletion.id)}
        onClose={() => setPendingDeletion(null)}
      />
    </AdminTable>
  )
}

function ArticleRow({ article, onDelete }: { article: AdminArticle; onDelete: () => void }) {
  const isBusy = useStore(articleList.$busy).includes(article.id)
  const { id, title, excerpt, category, isPublished, createdAt } = article
  const { label, badge } = publicationStatus(isPublished)
  return (
    <tr>
      <Cell label="Title" className="cell-wide">
        {title}
        {excerpt !== '' && <p className="cell-excerpt">{excerpt}</p>}
      </Cell>
      <Cell label="Category">{category === '' ? 'Uncategorized' : category}</Cell>
      <Cell label="Status">
        <span className={badge}>{label}</span>
      </Cell>
      <Cell label="Created" className="cell-createdAt">
        <time dateTime={createdAt}>{shortDate(createdAt)}</time>
      </Cell>
      <td className="cell-actions">
        <RowButton icon="edit" label={`Edit article ${title}`} onClick={() => $edited.set(article)} />
        <RowButton icon="history" label={`History of the article ${title}`} onClick={() => openHistory('news', id)} />
        <RowButton icon="trash" label={`Delete article ${title}`} isBusy={isBusy} onClick={onDelete} />
      </td>
    </tr>
  )
}
