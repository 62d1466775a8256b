import { useStore } from '@nanostores/react'
import { messages } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { $cancelling, cancelRegistration } from '../../stores/rsvps.ts'

/** Email programs open links too, so opening the page changes nothing; the button does. */
export function CancelRsvp() {
  const state = useStore($cancelling)
  if (state === 'loading') return null
  if (state === 'no-token')
    return (
      <p className="alert" role="alert">
        {messages.rsvp.noToken}
      </p>
    )
  if (state === 'done')
    return (
      <div role="status" className="stack">
        <p>
          <strong>{messages.rsvp.cancelled.title}</strong>
        </p>
        <p className="quiet">{messages.rsvp.cancelled.description}</p>
        <p>
          <a href={paths.events}>See all events</a>
        </p>
      </div>
    )
  return (
    <button
      className="button button-primary button-wide"
      type="button"
      disabled={state === 'sending'}
      onClick={cancelRegistration}
    >
      <span className="button-labels">
        <span aria-hidden={state === 'sending' || undefined}>Cancel my registration</span>
        <span aria-hidden={state !== 'sending' || undefined}>Cancelling...</span>
      </span>
    </button>
  )
}
