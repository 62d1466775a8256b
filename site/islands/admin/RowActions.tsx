import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { Review, Reviewed } from '../../stores/admin/review.ts'
import { RowButton } from './RowButton.tsx'

type RowActionsProps<Item extends Reviewed> = {
  review: Review<Item>
  item: Item
  name: string
  onDelete: () => void
  onHistory: () => void
}

/** Approve (while pending and not erased), history and delete, as icon buttons labeled with the row's name. */
export function RowActions<Item extends Reviewed>({ review, item, name, onDelete, onHistory }: RowActionsProps<Item>) {
  const isBusy = useStore(review.list.$busy).includes(item.id)
  const history = useRef<HTMLButtonElement>(null)
  const canApprove = !item.isApproved && !item.isErased
  const of = `${review.noun} of ${name}`
  async function approve() {
    await review.approve(item)
    // The button that had the focus is gone.
    if (document.activeElement === document.body) history.current?.focus()
  }
  return (
    <>
      {canApprove && <RowButton icon="check" label={`Approve ${of}`} isBusy={isBusy} onClick={approve} />}
      <RowButton icon="history" label={`History of the ${of}`} onClick={onHistory} button={history} />
      <RowButton icon="trash" label={`Delete ${of}`} isBusy={isBusy} onClick={onDelete} />
    </>
  )
}
