import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'

type Props = {
  isOpen: boolean
  question: string
  detail: string
  /** What the confirming button says. */
  confirm: string
  isReady?: boolean
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({
  isOpen,
  question,
  detail,
  confirm,
  isReady = true,
  children,
  onConfirm,
  onClose,
}: Props) {
  function confirmAndClose() {
    onConfirm()
    onClose()
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="dialog-title">{question}</AlertDialog.Title>
          <AlertDialog.Description className="quiet small">{detail}</AlertDialog.Description>
          {children}
          <div className="dialog-actions">
            <AlertDialog.Close className="button button-small">Cancel</AlertDialog.Close>
            <button
              className="button button-small button-primary"
              type="button"
              disabled={!isReady}
              onClick={confirmAndClose}
            >
              {confirm}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
