import { Dialog } from '@base-ui/react/dialog'
import type { ComponentProps, ReactNode } from 'react'

type Props = {
  isOpen: boolean
  title: ReactNode
  lead?: string
  isWide?: boolean
  /** Something is being written: a click beside the dialog does not close it. */
  isForm?: boolean
  finalFocus?: ComponentProps<typeof Dialog.Popup>['finalFocus']
  children: ReactNode
  onClose: () => void
}

/** A dialog over the page. Its last element is `ModalActions`. */
export function Modal({ isOpen, title, lead, isWide = false, isForm = false, finalFocus, children, onClose }: Props) {
  return (
    <Dialog.Root open={isOpen} disablePointerDismissal={isForm} onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className={isWide ? 'dialog dialog-wide' : 'dialog'} finalFocus={finalFocus}>
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          {lead !== undefined && <Dialog.Description className="quiet small">{lead}</Dialog.Description>}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The buttons at the bottom of a dialog; the one that leaves it comes first in a form, and last otherwise. */
export const ModalActions = ({ leave, children }: { leave: 'Cancel' | 'Close'; children?: ReactNode }) => (
  <div className="dialog-actions">
    {leave === 'Close' && children}
    <Dialog.Close className="button button-small">{leave}</Dialog.Close>
    {leave === 'Cancel' && children}
  </div>
)
