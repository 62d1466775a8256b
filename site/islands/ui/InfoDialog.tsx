import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

type Props = { button: string; title: string; lead: string; isWide?: boolean; children: ReactNode }

/** A button that opens a dialog with information. */
export function InfoDialog({ button, title, lead, isWide = false, children }: Props) {
  return (
    <Dialog.Root>
      <Dialog.Trigger className="button button-small">{button}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className={isWide ? 'dialog dialog-wide' : 'dialog'}>
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          <Dialog.Description className="quiet small">{lead}</Dialog.Description>
          {children}
          <div className="dialog-actions">
            <Dialog.Close className="button button-small">Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
