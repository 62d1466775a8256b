import { Dialog } from '@base-ui/react/dialog'
import { useStore } from '@nanostores/react'
import type { WritableAtom } from 'nanostores'
import type { ReactNode } from 'react'
import { SubmitButton } from '../forms/Form.tsx'

type Edited<Item> = Item | 'new' | null

/** Create or edit one item; what is typed stays until it is saved or cancelled. `noun`: 'Article'. */
export function EditDialog<Item extends object>({
  $edited,
  noun,
  children,
}: {
  $edited: WritableAtom<Edited<Item>>
  noun: string
  /** The form for what is edited. */
  children: (edited: Item | 'new') => ReactNode
}) {
  const edited = useStore($edited)
  return (
    <Dialog.Root open={edited !== null} disablePointerDismissal onOpenChange={(open) => open || $edited.set(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog dialog-wide">
          <Dialog.Title className="dialog-title">
            {edited === 'new' ? 'Create' : 'Edit'} {noun}
          </Dialog.Title>
          {edited !== null && children(edited)}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The buttons below the form in the dialog. */
export function EditActions({ isNew, noun }: { isNew: boolean; noun: string }) {
  return (
    <div className="dialog-actions">
      <Dialog.Close className="button button-small">Cancel</Dialog.Close>
      <SubmitButton sending="Saving..." className="button button-small button-primary">
        {`${isNew ? 'Create' : 'Save'} ${noun}`}
      </SubmitButton>
    </div>
  )
}

/** The field that both kinds of page have. */
export const imageUrlHelp = 'Starts with https://. Leave it empty to use a generated cover.'
