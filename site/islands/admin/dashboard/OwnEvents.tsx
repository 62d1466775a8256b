import { useStore } from '@nanostores/react'
import { openGuests } from '../../../stores/admin/guests.ts'
import { $shownEvents } from '../../../stores/rights.ts'
import { GuestListOnDemand } from '../GuestListOnDemand.tsx'

/** The events that a person has a role for, each with the way to its guests; nothing without one. */
export function OwnEvents() {
  const events = useStore($shownEvents)
  if (events.length === 0) return null
  return (
    <section className="tile" aria-labelledby="own-events-title">
      <h3 id="own-events-title">Your events</h3>
      <ul className="waiting-list">
        {events.map(({ id, title }) => (
          <li key={id}>
            <span>{title}</span>
            <button
              className="button button-small"
              type="button"
              aria-label={`Guests of the event ${title}`}
              onClick={() => openGuests(id)}
            >
              Guests
            </button>
          </li>
        ))}
      </ul>
      <GuestListOnDemand />
    </section>
  )
}
