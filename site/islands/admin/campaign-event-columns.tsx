import type { AdminCampaignEvent } from '../../../contract/campaign-events.ts'
import { calendarDate, clockTime } from '../../lib/dates.ts'
import { eventStatus } from '../../lib/labels.ts'
import { excerpt } from '../../lib/names.ts'
import type { Column } from './table/columns.ts'
import { createdColumn } from './table/date-column.tsx'

export const campaignEventColumns: Column<AdminCampaignEvent>[] = [
  {
    id: 'title',
    label: 'Title',
    isSortable: true,
    isWide: true,
    isName: true,
    cell: ({ title, description }) => (
      <>
        {title}
        {description !== null && <p className="cell-excerpt">{excerpt(description, 100)}</p>}
      </>
    ),
  },
  {
    id: 'eventDate',
    label: 'Date',
    isSortable: true,
    cell: ({ eventDate, startTime }) => (
      <>
        <time dateTime={eventDate}>{calendarDate(eventDate)}</time>
        <p className="quiet">{startTime === null ? 'Time TBD' : clockTime(startTime)}</p>
      </>
    ),
  },
  { id: 'location', label: 'Location', isSortable: true, cell: ({ location }) => location ?? 'TBD' },
  { id: 'registered', label: 'Registered', cell: (event) => <Seats event={event} /> },
  {
    id: 'status',
    label: 'Status',
    isSortable: true,
    cell: ({ isActive, isDeleted, status }) => (
      <>
        <span className={isActive && !isDeleted ? 'badge badge-good' : 'badge'}>
          {isDeleted ? 'Deleted' : isActive ? 'Active' : 'Inactive'}
        </span>
        {status === 'cancelled' && <span className={eventStatus.cancelled.badge}>{eventStatus.cancelled.label}</span>}
      </>
    ),
  },
  createdColumn('Created'),
]

function Seats({ event: { capacity, seatsTaken, waiting } }: { event: AdminCampaignEvent }) {
  if (capacity === null) return <span className="quiet">–</span>
  return (
    <>
      {seatsTaken} of {capacity}
      {waiting > 0 && <p className="quiet">{waiting} waiting</p>}
    </>
  )
}
