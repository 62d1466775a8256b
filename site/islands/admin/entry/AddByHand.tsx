import { useStore } from '@nanostores/react'
import { $entry, type EntryTarget } from '../../../stores/admin/entry.ts'
import { DialogOnDemand } from '../DialogOnDemand.tsx'

const load = async () => (await import('./EntryDialog.tsx')).EntryDialog
const close = () => $entry.set(null)

/** Buttons for people who came on paper, by phone or by letter. The dialog is loaded when it is first opened. */
export function AddByHand({ hasSheet, ...target }: EntryTarget & { hasSheet?: boolean }) {
  const isOpen = useStore($entry) !== null
  return (
    <>
      <button className="button button-small" type="button" onClick={() => $entry.set(target)}>
        Add
      </button>
      {hasSheet && (
        <button className="button button-small" type="button" onClick={() => $entry.set({ ...target, isSheet: true })}>
          Add a sheet
        </button>
      )}
      <DialogOnDemand isOpen={isOpen} load={load} onFailed={close} />
    </>
  )
}
