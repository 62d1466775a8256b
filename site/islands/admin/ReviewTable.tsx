import { useStore } from '@nanostores/react'
import { useMemo, useRef } from 'react'
import { reviewStatus } from '../../lib/labels.ts'
import { reviewMessages } from '../../lib/messages.ts'
import type { ColumnChoice } from '../../stores/admin/columns.ts'
import { type HistoryTopic, openHistory } from '../../stores/admin/history.ts'
import type { Review, Reviewed } from '../../stores/admin/review.ts'
import { DeleteSelected, useDeletion } from './DeleteDialog.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { RowButton } from './RowButton.tsx'
import type { Column } from './table/columns.ts'
import { DataTable } from './table/DataTable.tsx'
import { createdColumn } from './table/date-column.tsx'

const filters = [
  {
    name: 'status',
    label: 'Status',
    options: [
      ['pending', 'Pending'],
      ['approved', 'Approved'],
      ['rejected', 'Rejected'],
      ['deleted', 'Deleted'],
    ],
  },
] as const

type Props<Item extends Reviewed> = {
  review: Review<Item>
  choice: ColumnChoice
  topic: HistoryTopic
  title: string
  nameOf: (item: Item) => string
  /** The columns before status and date, which all topics share. */
  columns: readonly Column<Item>[]
}

/** The table of a reviewed topic: approve, reject with a reason, delete, restore. */
export function ReviewTable<Item extends Reviewed>({ review, choice, topic, title, nameOf, columns }: Props<Item>) {
  const { noun, list } = review
  const deletion = useDeletion(list, review, { noun, subject: nameOf })
  const words = reviewMessages(noun)
  const all = useMemo(() => [...columns, ...sharedColumns<Item>()], [columns])
  return (
    <DataTable
      list={list}
      choice={choice}
      title={title}
      noun={`${noun}s`}
      columns={all}
      filters={filters}
      none={words.none}
      nameOf={(item) => `${noun} of ${nameOf(item)}`}
      actions={(item) => (
        <ReviewActions
          review={review}
          item={item}
          of={`${noun} of ${nameOf(item)}`}
          onDelete={() => deletion.ask(item)}
          onHistory={() => openHistory(topic, item.id)}
        />
      )}
      bulk={
        <>
          <button type="button" className="button button-small" onClick={review.approveSelected}>
            Approve
          </button>
          <DeleteSelected onClick={() => deletion.ask('selected')} />
        </>
      }
    >
      <RejectDialog review={review} nameOf={nameOf} />
      {deletion.dialog}
    </DataTable>
  )
}

const sharedColumns = <Item extends Reviewed>(): Column<Item>[] => [
  {
    id: 'status',
    label: 'Status',
    isSortable: true,
    cell: (item) => {
      const { label, badge } = reviewStatus(item)
      return <span className={badge}>{label}</span>
    },
  },
  createdColumn('Submitted'),
]

type ActionsProps<Item extends Reviewed> = {
  review: Review<Item>
  item: Item
  of: string
  onDelete: () => void
  onHistory: () => void
}

/** What an item's state allows, as icon buttons. */
function ReviewActions<Item extends Reviewed>({ review, item, of, onDelete, onHistory }: ActionsProps<Item>) {
  const isBusy = useStore(review.list.$busy).includes(item.id)
  const { status, isErased } = item
  const isDeleted = status === 'deleted'
  const history = useRef<HTMLButtonElement>(null)
  async function approve() {
    await review.approve(item)
    // The button that had the focus is gone.
    if (document.activeElement === document.body) history.current?.focus()
  }
  return (
    <>
      {(status === 'pending' || status === 'rejected') && !isErased && (
        <RowButton icon="check" label={`Approve ${of}`} isBusy={isBusy} onClick={approve} />
      )}
      {status === 'pending' && !isErased && (
        <RowButton icon="ban" label={`Reject ${of}`} isBusy={isBusy} onClick={() => review.askForReason(item)} />
      )}
      <RowButton icon="history" label={`History of the ${of}`} onClick={onHistory} button={history} />
      {isDeleted ? (
        !isErased && (
          <RowButton icon="restore" label={`Restore ${of}`} isBusy={isBusy} onClick={() => review.restore(item.id)} />
        )
      ) : (
        <RowButton icon="trash" label={`Delete ${of}`} isBusy={isBusy} onClick={onDelete} />
      )}
    </>
  )
}

/** Shown for fields that were left empty. */
export const Missing = () => <span className="quiet">–</span>
