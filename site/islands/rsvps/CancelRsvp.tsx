import { useStore } from '@nanostores/react'
import { weekdayAndDate } from '../../lib/dates.ts'
import { eventTime } from '../../lib/event-times.ts'
import { messages } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { $cancelledEvent, $cancelling, cancelRegistration } from '../../stores/rsvps.ts'
import { ButtonLabels } from '../ui/ButtonLabels.tsx'

/** Email programs open links too, so opening the page changes nothing; the button does. */
export function CancelRsvp() {
  const state = useStore($cancelling)
  const event = useStore($cancelledEvent)
  if (state === 'loading') return null
  if (state === 'no-token')
    return (
      <div className="stack">
        <p className="alert" role="alert">
          {messages.rsvp.noToken}
        </p>
        <p>
          <a className="button button-wide" href={paths.events}>
            See all events
          </a>
        </p>
      </div>
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
    <div className="stack">
      {event !== null && (
        <p>
          <strong dir="auto">{event.title}</strong>
          <br />
          {weekdayAndDate(event.eventDate)}, {eventTime(event)}
        </p>
      )}
      <CancelButton isSending={state === 'sending'} />
    </div>
  )
}

function CancelButton({ isSending }: { isSending: boolean }) {
  return (
    <button
      className="button button-primary button-wide"
      type="button"
      disabled={isSending}
      onClick={cancelRegistration}
    >
      <ButtonLabels idle="Cancel my registration" busy="Cancelling..." isBusy={isSending} />
    </button>
  )
}
