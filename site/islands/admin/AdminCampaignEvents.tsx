import { useState } from 'react'
import type { AdminCampaignEvent } from '../../../contract/campaign-events.ts'
import { messages } from '../../lib/messages.ts'
import { $edited, campaignEventList, cancelEvent, deleteEvent } from '../../stores/admin/admin-campaign-events.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { AdminTable } from './AdminTable.tsx'
import { CampaignEventDialog } from './CampaignEventDialog.tsx'
import { CampaignEventRow, type EventAction } from './CampaignEventRow.tsx'
import { GuestListDialog } from './GuestListDialog.tsx'

const columns = ['Title', 'Date', 'Location', 'Registered', 'Status', 'Created'].map((label) => ({ label }))

export function AdminCampaignEvents() {
  const [confirming, setConfirming] = useState<{ what: EventAction; event: AdminCampaignEvent } | null>(null)
  return (
    <AdminTable
      list={campaignEventList}
      topic="campaign-events"
      title="Events"
      columns={columns}
      row={(event) => (
        <CampaignEventRow event={event} onAct={(what) => setConfirming({ what, event })} key={event.id} />
      )}
      none="No events found."
      tools={
        <button className="button button-small button-primary" type="button" onClick={() => $edited.set('new')}>
          Create Event
        </button>
      }
    >
      <CampaignEventDialog />
      <GuestListDialog />
      <ConfirmDialog
        isOpen={confirming?.what === 'delete'}
        question={messages.event.confirmDelete}
        detail="It will disappear from the calendar and from this list. Guests are not notified; to let them know, cancel the event first. Its history is kept."
        confirm="Delete event"
        onConfirm={() => confirming !== null && deleteEvent(confirming.event.id)}
        onClose={() => setConfirming(null)}
      />
      <ConfirmDialog
        isOpen={confirming?.what === 'cancel'}
        question={messages.event.confirmCancel}
        detail="It stays on the calendar, marked as cancelled, and everyone who registered gets an email. This cannot be undone."
        confirm="Cancel event"
        onConfirm={() => confirming !== null && cancelEvent(confirming.event.id)}
        onClose={() => setConfirming(null)}
      />
    </AdminTable>
  )
}
