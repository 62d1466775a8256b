import { useStore } from '@nanostores/react'
import { type SubmitEvent, useRef, useState } from 'react'
import { excerpt, possessive } from '../../lib/names.ts'
import type { Review, Reviewed } from '../../stores/admin/review.ts'
import { unchanged } from '../../stores/unchanged.ts'
import { Modal, ModalActions } from '../ui/Modal.tsx'
import { searchField } from './table/search-field.ts'

const maxReason = 500
const charactersIn = (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`

/** Asks why an item is rejected. The reason stays in the history, and in the data that the person can download. */
export function RejectDialog<Item extends Reviewed>({
  review,
  nameOf,
}: {
  review: Review<Item>
  nameOf: (item: Item) => string
}) {
  const item = useStore(review.$rejected)
  const [reason, setReason] = useState('')
  const isRejected = useRef(false)
  function close() {
    review.askForReason(null)
    setReason('')
  }
  const left = maxReason - [...reason].length
  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const isOpen = unchanged(review.$rejected)
    const isDone = item !== null && (await review.reject(item.id, reason.trim()))
    isRejected.current = isDone && isOpen()
    if (isRejected.current) close()
  }
  return (
    <Modal
      isOpen={item !== null}
      title={`Reject ${possessive(item === null ? '' : excerpt(nameOf(item), 60))} ${review.noun}?`}
      lead="It stays in this list and never appears on the site. You can still approve it later."
      isForm
      asksToDiscard
      finalFocus={() => (isRejected.current ? searchField.current : true)}
      onClose={close}
    >
      <form onSubmit={onSubmit}>
        <div className="field">
          <label htmlFor="reject-reason">Reason (optional)</label>
          <textarea
            dir="auto"
            className="input"
            id="reject-reason"
            rows={3}
            value={reason}
            aria-describedby="reject-help"
            onChange={({ target }) => setReason(target.value)}
          />
          <p className="help" id="reject-help">
            For your team. We don’t mail it to the person, but it’s in the data they can download.{' '}
            {left < 0 ? `${charactersIn(-left)} too long.` : `${charactersIn(left)} left.`}
          </p>
        </div>
        <ModalActions leave="Cancel">
          <button className="button button-small button-primary" type="submit" disabled={left < 0}>
            Reject {review.noun}
          </button>
        </ModalActions>
      </form>
    </Modal>
  )
}
