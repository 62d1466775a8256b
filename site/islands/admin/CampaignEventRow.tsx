import { useStore } from '@nanostores/react'
import type { AdminCampaignEvent } from '../../../contract/campaign-events.ts'
import { calendarDate, clockTime } from '../../lib/dates.ts'
import { eventStatus } from '../../lib/labels.ts'
import { shortDate } from '../../lib/local-dates.ts'
import { excerpt } from '../../lib/names.ts'
import { $edited, campaignEventList } from '../../stores/admin/admin-campaign-events.ts'
import { openGuests } from '../../stores/admin/guests.ts'
import { openHistory } from '../../stores/admin/history.ts'
import { Cell } from './AdminTable.tsx'
import { RowButton } from './RowButton.tsx'

/** What needs a confirmation. */
export type EventAction = 'delete' | 'cancel'

export function CampaignEventRow({ event, onAct }: { event: AdminCampaignEvent; onAct: (what: EventAction) => void }) {
  const { cancelled } = eventStatus
  return (
    <tr>
      <Cell label="Title" className="cell-wide">
        {event.title}
        {event.description !== null && <p className="cell-excerpt">{excerpt(event.description, 100)}</p>}
      </Cell>
      <Cell label="Date">
        <time dateTime={event.eventDate}>{calendarDate(event.eventDate)}</time>
        <p className="quiet">{event.startTime === null ? 'Time TBD' : clockTime(event.startTime)}</p>
      </Cell>
      <Cell label="Location">{event.location ?? 'TBD'}</Cell>
      <Cell label="Registered">
        <Seats event={event} />
      </Cell>
      <Cell label="Status">
        <span className={event.isActive ? 'badge badge-good' : 'badge'}>{event.isActive ? 'Active' : 'Inactive'}</span>{' '}
        {event.status === 'cancelled' && <span className={cancelled.badge}>{cancelled.label}</span>}
      </Cell>
      <Cell label="Created" className="cell-createdAt">
        <time dateTime={event.createdAt}>{shortDate(event.createdAt)}</time>
      </Cell>
      <td className="cell-actions">
        <Actions event={event} onAct={onAct} />
      </td>
    </tr>
  )
}

function Seats({ event: { capacity, seatsTaken, waiting } }: { event: AdminCampaignEvent }) {
  if (capacity === null) return <span className="quiet">–</span>
  return (
    <>
      {seatsTaken} of {capacity}
      {waiting > 0 && <p className="quiet">{waiting} waiting</p>}
    </>
  )
}

function Actions({ event, onAct }: { event: AdminCampaignEvent; onAct: (what: EventAction) => void }) {
  const { id, title, status, capacity, seatsTaken, waiting } = event
  const isBusy = useStore(campaignEventList.$busy).includes(id)
  const hasGuests = capacity !== null || seatsTaken + waiting > 0
  const canCancel = status === 'upcoming' || status === 'ongoing'
  return (
    <>
      {hasGuests && <RowButton icon="people" label={`Guests of the event ${title}`} onClick={() => openGuests(id)} />}
      <RowButton icon="edit" label={`Edit event ${title}`} onClick={() => $edited.set(event)} />
      <RowButton
        icon="history"
        label={`History of the event ${title}`}
        onClick={() => openHistory('campaign-events', id)}
      />
      {canCancel && (
        <RowButton icon="ban" label={`Cancel event ${title}`} isBusy={isBusy} onClick={() => onAct('cancel')} />
      )}
      <RowButton icon="trash" label={`Delete event ${title}`} isBusy={isBusy} onClick={() => onAct('delete')} />
    </>
  )
}
