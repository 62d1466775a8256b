import { useStore } from '@nanostores/react'
import { type SubmitEvent, useRef, useState } from 'react'
import { excerpt, possessive } from '../../lib/names.ts'
import type { Review, Reviewed } from '../../stores/admin/review.ts'
import { unchanged } from '../../stores/unchanged.ts'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { isWithin, LimitedText } from './LimitedText.tsx'
import { searchField } from './table/search-field.ts'

const maxReason = 500

type Props<Item extends Reviewed> = {
  review: Review<Item>
  nameOf: (item: Item) => string
  /** Element that takes the focus once this item is rejected. */
  focusAfter: (id: number) => HTMLElement | null
}

/** Asks why items are rejected. The reason stays in the history, and in the data that the person can download. */
export function RejectDialog<Item extends Reviewed>({ review, nameOf, focusAfter }: Props<Item>) {
  const item = useStore(review.$rejected)
  const { length } = useStore(review.list.$selected)
  const [reason, setReason] = useState('')
  const rejected = useRef<Item | null>(null)
  const what = item === 'selected' && length !== 1 ? `${length} ${review.noun}s` : review.noun
  function close() {
    review.askForReason(null)
    setReason('')
  }
  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const isOpen = unchanged(review.$rejected)
    if (item === null) return
    if (item === 'selected') {
      close()
      return review.rejectSelected(reason.trim())
    }
    if (!(await review.reject(item.id, reason.trim())) || !isOpen()) return
    rejected.current = item
    close()
  }
  function finalFocus() {
    const done = rejected.current
    rejected.current = null
    return done === null ? true : (focusAfter(done.id) ?? searchField.current)
  }
  return (
    <Modal
      isOpen={item !== null}
      title={`Reject ${item === null || item === 'selected' ? what : `${possessive(excerpt(nameOf(item), 60))} ${review.noun}`}?`}
      lead="What you reject stays in this list and never appears on the site. You can still approve it later."
      isForm
      asksToDiscard
      finalFocus={finalFocus}
      onClose={close}
    >
      <form onSubmit={onSubmit}>
        <LimitedText
          label="Reason"
          help="For your team. We don’t mail it to the person, but it’s in the data they can download."
          max={maxReason}
          value={reason}
          onChange={setReason}
        />
        <ModalActions leave="Cancel">
          <button className="button button-small button-harm" type="submit" disabled={!isWithin(reason, maxReason)}>
            Reject {what}
          </button>
        </ModalActions>
      </form>
    </Modal>
  )
}
