import { useStore } from '@nanostores/react'
import { type RefObject, useRef } from 'react'
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
  const history = useRef<HTMLButtonElement>(null)
  const of = `${review.noun} of ${name}`
  async function approve() {
    await review.approve(item.id)
    // Its button was disabled meanwhile, which takes the focus from the keyboard, and is gone now.
    if (document.activeElement === document.body) history.current?.focus()
  }
  return (
    <>
      {!item.isApproved && <IconButton icon="check" label={`Approve ${of}`} isBusy={isBusy} onClick={approve} />}
      <IconButton icon="history" label={`History of the ${of}`} onClick={onHistory} button={history} />
      <IconButton icon="trash" label={`Delete ${of}`} isBusy={isBusy} onClick={onDelete} />
    </>
  )
}

function IconButton({
  icon,
  label,
  isBusy = false,
  button,
  onClick,
}: {
  icon: 'check' | 'history' | 'trash'
  label: string
  isBusy?: boolean
  button?: RefObject<HTMLButtonElement | null>
  onClick: () => void
}) {
  return (
    <button
      className={`icon-button icon-${icon}`}
      ref={button}
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
