import type { AdminCampaignEvent } from '../../../contract/campaign-events.ts'
import { calendarDate, clockTime } from '../../lib/dates.ts'
import { eventStatus } from '../../lib/labels.ts'
import { excerpt } from '../../lib/names.ts'
import type { Column } from './table/columns.ts'
import { createdColumn } from './table/date-column.tsx'

const { card: _, ...createdWithoutCard } = createdColumn<AdminCampaignEvent>('Created')

export const campaignEventColumns: Column<AdminCampaignEvent>[] = [
  {
    id: 'title',
    label: 'Title',
    isSortable: true,
    isWide: true,
    isName: true,
    cell: ({ title, description }) => (
      <>
        {title} {description !== null && <span className="cell-excerpt">{excerpt(description, 100)}</span>}
      </>
    ),
    full: ({ title, description }) => (
      <>
        {title}
        {description !== null && <p className="long-text">{description}</p>}
      </>
    ),
  },
  {
    id: 'eventDate',
    label: 'Date',
    width: '12rem',
    isSortable: true,
    card: 'line',
    cell: ({ eventDate, startTime }) => (
      <>
        <time dateTime={eventDate}>{calendarDate(eventDate)}</time>{' '}
        <span className="cell-excerpt">{startTime === null ? 'Time TBD' : clockTime(startTime)}</span>
      </>
    ),
  },
  {
    id: 'location',
    label: 'Location',
    width: '8rem',
    isSortable: true,
    leaves: 'next',
    cell: ({ location }) => location ?? 'TBD',
  },
  { id: 'registered', label: 'Registered', width: '7.5rem', leaves: 'early', cell: (event) => <Seats event={event} /> },
  {
    id: 'status',
    label: 'Status',
    width: '9.5rem',
    isSortable: true,
    card: 'badge',
    cell: ({ isActive, isDeleted, status }) => (
      <>
        <span className={isActive && !isDeleted ? 'badge badge-good' : 'badge'}>
          {isDeleted ? 'Deleted' : isActive ? 'Active' : 'Inactive'}
        </span>
        {status === 'cancelled' && <span className={eventStatus.cancelled.badge}>{eventStatus.cancelled.label}</span>}
      </>
    ),
  },
  // On a card it would pass for the date of the event.
  { ...createdWithoutCard, leaves: 'early' },
]

function Seats({ event: { capacity, seatsTaken, waiting } }: { event: AdminCampaignEvent }) {
  if (capacity === null) return <span className="quiet">–</span>
  return (
    <>
      {seatsTaken} of {capacity}
      {waiting > 0 && <span className="cell-excerpt">{waiting} waiting</span>}
    </>
  )
}
