import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { reviewStatus } from '../../lib/labels.ts'
import { messages, reviewMessages } from '../../lib/messages.ts'
import { type HistoryTopic, openHistory } from '../../stores/admin/history.ts'
import type { Review, Reviewed } from '../../stores/admin/review.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { AdminTable, Cell } from './AdminTable.tsx'
import { RowActions } from './RowActions.tsx'

type Column<Item> = {
  key: keyof Item & string
  label: string
  isWide?: boolean
  show?: (item: Item) => string
}

type Props<Item extends Reviewed> = {
  review: Review<Item>
  topic: HistoryTopic
  title: string
  nameOf: (item: Item) => string
  columns: Column<Item>[]
}

/** The table of a reviewed topic: search, sort, approve, delete, history. */
export function ReviewTable<Item extends Reviewed>({ review, topic, title, nameOf, columns }: Props<Item>) {
  const rows = useStore(review.$rows)
  const search = useStore(review.$search)
  const [pendingDeletion, setPendingDeletion] = useState<Item | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const words = reviewMessages(review.noun)
  return (
    <AdminTable
      list={review.list}
      topic={topic}
      title={title}
      rows={rows}
      columns={columns.map((column) => ({
        label: column.label,
        header: <SortableHeader review={review} column={column} key={column.key} />,
      }))}
      none={search.trim() === '' ? words.none : 'No loaded rows match your search.'}
      tools={
        <label className="search">
          <span className="visually-hidden">Search {title.toLowerCase()}</span>
          <Icon name="search" size={18} />
          <input
            className="input"
            ref={searchField}
            type="search"
            placeholder="Search loaded rows"
            value={search}
            onChange={({ target }) => review.search(target.value)}
          />
        </label>
      }
      row={(item) => (
        <tr key={item.id}>
          {columns.map((column) => (
            <Cell label={column.label} key={column.key} className={column.isWide ? 'cell-wide' : `cell-${column.key}`}>
              <Value item={item} column={column} />
            </Cell>
          ))}
          <td className="cell-actions">
            <RowActions
              review={review}
              item={item}
              name={nameOf(item)}
              onDelete={() => setPendingDeletion(item)}
              onHistory={() => openHistory(topic, item.id)}
            />
          </td>
        </tr>
      )}
    >
      <ConfirmDialog
        isOpen={pendingDeletion !== null}
        question={words.confirmDelete}
        detail={messages.admin.deleteDetail}
        confirm={`Delete ${review.noun}`}
        focusAfter={searchField}
        onConfirm={() => pendingDeletion !== null && review.remove(pendingDeletion.id)}
        onClose={() => setPendingDeletion(null)}
      />
    </AdminTable>
  )
}

function SortableHeader<Item extends Reviewed>({ review, column }: { review: Review<Item>; column: Column<Item> }) {
  const { by, descending } = useStore(review.$sort)
  const isSorted = by === column.key
  const direction = descending ? 'descending' : 'ascending'
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <button type="button" className="sort" onClick={() => review.sortBy(column.key)}>
        {column.label}
        <Icon name={isSorted ? direction : 'unsorted'} size={16} />
      </button>
    </th>
  )
}

function Value<Item extends Reviewed>({ item, column }: { item: Item; column: Column<Item> }) {
  if (column.key === 'isApproved') {
    const { label, badge } = reviewStatus(item)
    return <span className={badge}>{label}</span>
  }
  const text = column.show?.(item) ?? item[column.key]
  return text === null || text === '' ? <span className="quiet">–</span> : String(text)
}
