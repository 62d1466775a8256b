import { useStore } from '@nanostores/react'
import { $history, closeHistory } from '../../stores/admin/history.ts'
import { $person } from '../../stores/admin/person.ts'
import { DialogOnDemand } from './DialogOnDemand.tsx'

const load = async () => (await import('./HistoryDialog.tsx')).HistoryDialog

/** `isAbovePerson`: the one above the dialog about a person, which takes the place of that of the page meanwhile. */
export function HistoryOnDemand({ isAbovePerson = false }: { isAbovePerson?: boolean }) {
  const isOpen = useStore($history).status !== 'closed'
  const hasPerson = useStore($person) !== null
  return hasPerson === isAbovePerson && <DialogOnDemand isOpen={isOpen} load={load} onFailed={closeHistory} />
}
