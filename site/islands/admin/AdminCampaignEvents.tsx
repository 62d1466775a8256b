import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AdminCampaignEvent } from '../../../contract/campaign-events.ts'
import { calendarDate } from '../../lib/dates.ts'
import { eventPath } from '../../lib/paths.ts'
import { campaignEventList, eventActions, eventEditor, guestsOf } from '../../stores/admin/admin-campaign-events.ts'
import { createColumnChoice } from '../../stores/admin/columns.ts'
import { openGuests } from '../../stores/admin/guests.ts'
import { $may } from '../../stores/rights.ts'
import { CampaignEventDialog } from './CampaignEventDialog.tsx'
import { CancelEventDialog } from './CancelEventDialog.tsx'
import { campaignEventColumns } from './campaign-event-columns.tsx'
import { DeleteSelected, useDeletion } from './DeleteDialog.tsx'
import { GuestListDialog } from './GuestListDialog.tsx'
import { KeptRowActions } from './KeptRowActions.tsx'
import { RowButton, RowLink } from './RowButton.tsx'
import type { Filter } from './table/columns.ts'
import { DataTable } from './table/DataTable.tsx'

const choice = createColumnChoice('campaign-events')

const filters: Filter[] = [
  {
    name: 'status',
    label: 'Status',
    options: Object.entries({ active: 'Active', inactive: 'Inactive', deleted: 'Deleted' }),
  },
  { name: 'when', label: 'When', options: Object.entries({ upcoming: 'Upcoming', past: 'Past' }) },
  { name: 'category', label: 'Category' },
]

export function AdminCampaignEvents() {
  const [cancelled, setCancelled] = useState<AdminCampaignEvent | null>(null)
  const deletion = useDeletion(campaignEventList, eventActions, {
    noun: 'event',
    subject: ({ title, eventDate }) => `${title}, ${calendarDate(eventDate)}`,
    detail: () =>
      'It will disappear from the calendar and from this list. Guests are not notified; to let them know, cancel the event first. Its history is kept.',
  })
  return (
    <DataTable
      list={campaignEventList}
      choice={choice}
      title="Events"
      noun="events"
      columns={campaignEventColumns}
      filters={filters}
      none="No events found."
      nameOf={({ title }) => `event ${title}`}
      tools={
        <button className="button button-small button-primary" type="button" onClick={() => eventEditor.edit('new')}>
          Create Event
        </button>
      }
      buttons={6}
      actions={(event) => (
        <EventActions event={event} onDelete={() => deletion.ask(event)} onCancel={() => setCancelled(event)} />
      )}
      bulk={<DeleteSelected onClick={() => deletion.ask('selected')} />}
    >
      <CampaignEventDialog />
      <GuestListDialog />
      {deletion.dialog}
      <CancelEventDialog event={cancelled} onClose={() => setCancelled(null)} />
    </DataTable>
  )
}

type ActionsProps = { event: AdminCampaignEvent; onDelete: () => void; onCancel: () => void }

function EventActions({ event, onDelete, onCancel }: ActionsProps) {
  const { id, title, status, capacity, isDeleted } = event
  const isBusy = useStore(campaignEventList.$busy).includes(id)
  const may = useStore($may)
  const hasGuests = may('guests') && (capacity !== null || guestsOf(event) > 0)
  const canCancel = !isDeleted && (status === 'upcoming' || status === 'ongoing')
  return (
    <>
      {hasGuests && <RowButton icon="people" label={`Guests of the event ${title}`} onClick={() => openGuests(id)} />}
      <KeptRowActions
        topic="campaign-events"
        id={id}
        of={`event ${title}`}
        isDeleted={isDeleted}
        isBusy={isBusy}
        onEdit={() => eventEditor.edit(event)}
        onDelete={onDelete}
        onRestore={() => eventActions.restore(id)}
      >
        {event.isActive && !isDeleted && <RowLink href={eventPath(id)} label={`View event ${title}`} />}
        {canCancel && <RowButton icon="ban" label={`Cancel event ${title}`} isBusy={isBusy} onClick={onCancel} />}
      </KeptRowActions>
    </>
  )
}
