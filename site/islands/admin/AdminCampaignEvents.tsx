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
        detail="It disappears from the calendar and from this list. Nobody is told: to tell those who registered, cancel it first. Its history stays."
        confirm="Delete event"
        onConfirm={() => confirming !== null && deleteEvent(confirming.event.id)}
        onClose={() => setConfirming(null)}
      />
      <ConfirmDialog
        isOpen={confirming?.what === 'cancel'}
        question={messages.event.confirmCancel}
        detail="It stays in the calendar as cancelled, for good, and everybody who registered gets a mail."
        confirm="Cancel event"
        onConfirm={() => confirming !== null && cancelEvent(confirming.event.id)}
        onClose={() => setConfirming(null)}
      />
    </AdminTable>
  )
}
