import { useState } from 'react'
import type { AdminCampaignEvent } from '../../../contract/campaign-events.ts'
import { calendarDate } from '../../lib/dates.ts'
import { messages } from '../../lib/messages.ts'
import { cancelEvent, guestsOf } from '../../stores/admin/admin-campaign-events.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { isWithin, LimitedText } from './LimitedText.tsx'

const maxInNote = 1000

/** Asks before an event is cancelled, and what its guests should know. */
export function CancelEventDialog({ event, onClose }: { event: AdminCampaignEvent | null; onClose: () => void }) {
  const [note, setNote] = useState('')
  function close() {
    setNote('')
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen={event !== null}
      question={messages.event.confirmCancel}
      {...(event !== null && { subject: `${event.title}, ${calendarDate(event.eventDate)}` })}
      detail={event === null ? '' : detailOf(event)}
      confirm="Cancel event"
      keep="Keep event"
      isReady={isWithin(note, maxInNote)}
      onConfirm={() => event !== null && cancelEvent(event.id, note.trim() || null)}
      onClose={close}
    >
      {event !== null && guestsOf(event) > 0 && (
        <LimitedText
          label="Note to guests"
          help="Added to their email. Say why, or what comes instead."
          max={maxInNote}
          value={note}
          onChange={setNote}
        />
      )}
    </ConfirmDialog>
  )
}

/** Says how many people get an email. */
function detailOf(event: AdminCampaignEvent): string {
  const guests = guestsOf(event)
  const told =
    guests === 0
      ? 'No one has registered'
      : `${guests.toLocaleString('en-US')} ${guests === 1 ? 'guest' : 'guests'} will get an email`
  return `It stays on the calendar, marked as cancelled. ${told}. This cannot be undone.`
}
