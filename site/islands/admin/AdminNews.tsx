import { useStore } from '@nanostores/react'
import type { AdminArticle } from '../../../contract/news.ts'
import { publicationStatus, sentenceCase } from '../../lib/labels.ts'
import { rowMessages } from '../../lib/messages.ts'
import { articlePath } from '../../lib/paths.ts'
import { articleActions, articleEditor, articleList } from '../../stores/admin/admin-news.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import { ArticleDialog } from './ArticleDialog.tsx'
import { DeleteSelected, useDeletion } from './DeleteDialog.tsx'
import { KeptRowActions } from './KeptRowActions.tsx'
import { RowLink } from './RowButton.tsx'
import type { Column, Filter } from './table/columns.ts'
import { DataTable } from './table/DataTable.tsx'
import { createdColumn } from './table/date-column.tsx'

const choice = createColumnChoice('news')

const columns: Column<AdminArticle>[] = [
  {
    id: 'title',
    label: 'Title',
    isSortable: true,
    isWide: true,
    isName: true,
    cell: ({ title, excerpt }) => (
      <>
        {title} {excerpt !== '' && <span className="cell-excerpt">{excerpt}</span>}
      </>
    ),
  },
  {
    id: 'category',
    label: 'Category',
    width: '9rem',
    isSortable: true,
    leaves: 'next',
    card: 'line',
    cell: ({ category }) => sentenceCase(category) || 'Uncategorized',
  },
  {
    id: 'status',
    label: 'Status',
    width: '6.75rem',
    isSortable: true,
    card: 'badge',
    cell: (article) => {
      const { label, badge } = article.isDeleted
        ? { label: 'Deleted', badge: 'badge' }
        : publicationStatus(article.isPublished)
      return <span className={badge}>{label}</span>
    },
  },
  createdColumn('Created'),
]

const filters: Filter[] = [
  {
    name: 'status',
    label: 'Status',
    options: Object.entries({ published: 'Published', draft: 'Draft', deleted: 'Deleted' }),
  },
  { name: 'category', label: 'Category' },
]

export function AdminNews() {
  const deletion = useDeletion(articleList, articleActions, { noun: 'article', subject: ({ title }) => title })
  return (
    <DataTable
      list={articleList}
      choice={choice}
      title="News"
      noun="articles"
      columns={columns}
      filters={filters}
      none={rowMessages('article').none}
      nameOf={({ title }) => `article ${title}`}
      tools={
        <button className="button button-small button-primary" type="button" onClick={() => articleEditor.edit('new')}>
          Create Article
        </button>
      }
      buttons={4}
      actions={(article) => <ArticleActions article={article} onDelete={() => deletion.ask(article)} />}
      bulk={<DeleteSelected onClick={() => deletion.ask('selected')} />}
    >
      <ArticleDialog />
      {deletion.dialog}
    </DataTable>
  )
}

function ArticleActions({ article, onDelete }: { article: AdminArticle; onDelete: () => void }) {
  const isBusy = useStore(articleList.$busy).includes(article.id)
  const { id, title, isDeleted } = article
  return (
    <KeptRowActions
      topic="news"
      id={id}
      of={`article ${title}`}
      isDeleted={isDeleted}
      isBusy={isBusy}
      onEdit={() => articleEditor.edit(article)}
      onDelete={onDelete}
      onRestore={() => articleActions.restore(id)}
    >
      {article.isPublished && !isDeleted && <RowLink href={articlePath(id)} label={`View article ${title}`} />}
    </KeptRowActions>
  )
}
