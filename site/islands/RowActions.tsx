import { useStore } from '@nanostores/react'
import type { Review, Reviewed } from '../stores/review.ts'
import { Icon } from './Icon.tsx'

type RowActionsProps<Item extends Reviewed> = {
  review: Review<Item>
  item: Item
  name: string
  onDelete: () => void
  onHistory: () => void
}

/** Approve (while pending), history and delete, as icon buttons that say whose row they act on. */
export function RowActions<Item extends Reviewed>({ review, item, name, onDelete, onHistory }: RowActionsProps<Item>) {
  const isBusy = useStore(review.$busy).includes(item.id)
  const of = `${review.noun} of ${name}`
  return (
    <>
      {!item.isApproved && (
        <IconButton icon="check" label={`Approve ${of}`} isBusy={isBusy} onClick={() => review.approve(item.id)} />
      )}
      <IconButton icon="history" label={`History of the ${of}`} onClick={onHistory} />
      <IconButton icon="trash" label={`Delete ${of}`} isBusy={isBusy} onClick={onDelete} />
    </>
  )
}

function IconButton({
  icon,
  label,
  isBusy = false,
  onClick,
}: {
  icon: 'check' | 'history' | 'trash'
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
