import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { perReviewed, type ReviewedTopic } from '../../../contract/topic-words.ts'
import { reviewStatus } from '../../lib/labels.ts'
import { reviewMessages } from '../../lib/messages.ts'
import type { ColumnChoice } from '../../stores/admin/columns.ts'
import { isPast } from '../../stores/admin/console.ts'
import { openHistory } from '../../stores/admin/history.ts'
import type { Review, Reviewed } from '../../stores/admin/review.ts'
import { reviewIn } from '../../stores/admin/reviews.ts'
import { $rewording } from '../../stores/admin/rewording.ts'
import { useKeys } from '../ui/use-keys.ts'
import { DeleteSelected, useDeletion } from './DeleteDialog.tsx'
import { DialogOnDemand } from './DialogOnDemand.tsx'
import { AddByHand } from './entry/AddByHand.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { RowButton } from './RowButton.tsx'
import type { Column } from './table/columns.ts'
import { DataTable } from './table/DataTable.tsx'
import { createdColumn } from './table/date-column.tsx'
import { sourceColumn } from './table/source-column.tsx'

const filters = [
  {
    name: 'status',
    label: 'Status',
    options: Object.entries({
      pending: 'Pending',
      approved: 'Approved',
      rejected: 'Rejected',
      deleted: 'Deleted',
      withdrawn: 'Withdrawn',
    }),
  },
] as const

type Props<Item extends Reviewed> = {
  topic: ReviewedTopic
  choice: ColumnChoice
  nameOf: (item: Item) => string
  /** The columns before status and date, which all topics share. */
  columns: readonly Column<Item>[]
}

const loadWords = async () => (await import('./WordsDialog.tsx')).WordsDialog
const closeWords = () => $rewording.set(null)

const titles = perReviewed('topic', ({ reviewed: { label } }) => label)

/** The table of a reviewed topic: approve, reject with a reason, delete, restore. */
export function ReviewTable<Item extends Reviewed>({ topic, choice, nameOf, columns }: Props<Item>) {
  const review = reviewIn<Item>(topic)
  const { noun, list } = review
  const deletion = useDeletion(list, review, { noun, subject: nameOf })
  const words = reviewMessages(noun)
  useKeys(useMemo(() => keysOf(review), [review]))
  const all = useMemo(() => [...columns, ...sharedColumns<Item>()], [columns])
  return (
    <DataTable
      list={list}
      choice={choice}
      title={titles[topic]}
      noun={`${noun}s`}
      columns={all}
      filters={filters}
      none={words.none}
      tools={<AddByHand kind={topic} reload={list.reload} />}
      nameOf={(item) => `${noun} of ${nameOf(item)}`}
      buttons={5}
      actions={(item) => (
        <ReviewActions
          review={review}
          item={item}
          of={`${noun} of ${nameOf(item)}`}
          onEdit={() => $rewording.set({ topic, item })}
          onDelete={() => deletion.ask(item)}
          onHistory={() => openHistory(topic, item.id)}
        />
      )}
      bulk={
        <>
          <button type="button" className="button button-small" onClick={review.approveSelected}>
            Approve
          </button>
          <button type="button" className="button button-small" onClick={() => review.askForReason('selected')}>
            Reject
          </button>
          <DeleteSelected onClick={() => deletion.ask('selected')} />
        </>
      }
    >
      <RejectDialog review={review} nameOf={nameOf} focusAfter={(id) => focusAfter(review, id)} />
      {deletion.dialog}
      <DialogOnDemand isOpen={useStore($rewording) !== null} load={loadWords} onFailed={closeWords} />
    </DataTable>
  )
}

const sharedColumns = <Item extends Reviewed>(): Column<Item>[] => [
  {
    id: 'status',
    label: 'Status',
    width: '6.75rem',
    isSortable: true,
    card: 'badge',
    cell: (item) => {
      const { label, badge } = reviewStatus(item)
      return <span className={badge}>{label}</span>
    },
  },
  sourceColumn(),
  createdColumn('Submitted'),
]

const buttonIn = (id: number, icon: string) => document.querySelector<HTMLElement>(`#row-${id} .icon-${icon}`)

/** Decided rows have no button that decides: the focus goes to the next pending row, or stays in this one. */
function focusAfter<Item extends Reviewed>(review: Review<Item>, id: number): HTMLElement | null {
  const next = review.pendingBeside(id, 1)
  return next ? buttonIn(next.id, 'check') : buttonIn(id, 'history')
}

async function approve<Item extends Reviewed>(review: Review<Item>, item: Item): Promise<void> {
  const button = document.activeElement
  await review.approve(item)
  // The button that had the focus is gone.
  if (document.activeElement === document.body || document.activeElement === button)
    focusAfter(review, item.id)?.focus()
}

/** j and k lead to the next and the previous pending row, a approves and r rejects the one with the focus. */
const keysOf =
  <Item extends Reviewed>(review: Review<Item>) =>
  ({ key, repeat }: KeyboardEvent): boolean => {
    const row = document.activeElement?.closest('[id^="row-"]')
    const id = row ? Number(row.id.slice('row-'.length)) : null
    if (key === 'j' || key === 'k') {
      const next = review.pendingBeside(id, key === 'j' ? 1 : -1)
      if (next) buttonIn(next.id, 'check')?.focus()
      return true
    }
    const state = review.list.$state.get()
    const item = state.status === 'loaded' ? state.items.find((item) => item.id === id) : undefined
    if (isPast || (key !== 'a' && key !== 'r') || item?.status !== 'pending' || item.isErased) return false
    if (!repeat) void (key === 'a' ? approve(review, item) : review.askForReason(item))
    return true
  }

type ActionsProps<Item extends Reviewed> = {
  review: Review<Item>
  item: Item
  of: string
  onEdit: () => void
  onDelete: () => void
  onHistory: () => void
}

/** Actions that an item's state allows, as icon buttons. */
function ReviewActions<Item extends Reviewed>({ review, item, of, onEdit, onDelete, onHistory }: ActionsProps<Item>) {
  const isBusy = useStore(review.list.$busy).includes(item.id)
  const { status, isErased } = item
  const isDeleted = status === 'deleted'
  const isOffered = !isDeleted && status !== 'withdrawn'
  return (
    <>
      {(status === 'pending' || status === 'rejected') && !isErased && (
        <RowButton icon="check" label={`Approve ${of}`} isBusy={isBusy} onClick={() => approve(review, item)} />
      )}
      {status === 'pending' && !isErased && (
        <RowButton icon="ban" label={`Reject ${of}`} isBusy={isBusy} onClick={() => review.askForReason(item)} />
      )}
      {isOffered && !isErased && <RowButton icon="edit" label={`Edit ${of}`} isBusy={isBusy} onClick={onEdit} />}
      <RowButton icon="history" label={`History of the ${of}`} onClick={onHistory} />
      {isDeleted && !isErased && (
        <RowButton icon="restore" label={`Restore ${of}`} isBusy={isBusy} onClick={() => review.restore(item.id)} />
      )}
      {isOffered && <RowButton icon="trash" label={`Delete ${of}`} isBusy={isBusy} onClick={onDelete} />}
    </>
  )
}

/** Why a rejected item was rejected, below its words. */
export const RejectionReason = ({ reason }: { reason: string | null }) =>
  reason !== null && reason !== '' && <span className="cell-under">Rejected: {reason}</span>

/** Shown for fields that were left empty. */
export const Missing = () => <span className="quiet">–</span>
