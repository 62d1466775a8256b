import { useStore } from '@nanostores/react'
import { $ownGuestListEvent, closeGuests } from '../../stores/admin/guests.ts'
import { DialogOnDemand } from './DialogOnDemand.tsx'

const load = async () => (await import('./GuestListDialog.tsx')).GuestListDialog

/** The guests of an event that someone has a role for; its script is loaded when a list is opened. */
export const GuestListOnDemand = () => (
  <DialogOnDemand isOpen={useStore($ownGuestListEvent) !== null} load={load} onFailed={closeGuests} />
)
