import { AlertDialog } from '@base-ui/react/alert-dialog'
import { type ReactNode, type RefObject, useRef } from 'react'

type Props = {
  isOpen: boolean
  question: string
  /** Subject of the question: a name and an address, or a title. */
  subject?: string
  detail: string
  confirm: string
  /** The label of the button that leaves things as they are: 'Keep event'. */
  keep: string
  isReady?: boolean
  /** Nothing is lost: the button is not red. */
  isHarmless?: boolean
  /** Takes the focus after confirming, when the button that opened the dialog will be gone. */
  focusAfter?: RefObject<HTMLElement | null>
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog({
  isOpen,
  question,
  subject,
  detail,
  confirm,
  keep,
  isReady = true,
  isHarmless = false,
  focusAfter,
  children,
  onConfirm,
  onClose,
}: Props) {
  const isConfirmed = useRef(false)
  function confirmAndClose() {
    isConfirmed.current = true
    onConfirm()
    onClose()
  }
  function finalFocus() {
    const next = isConfirmed.current ? focusAfter?.current : null
    isConfirmed.current = false
    return next ?? true
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog" finalFocus={finalFocus}>
          <AlertDialog.Title className="dialog-title">{question}</AlertDialog.Title>
          {subject !== undefined && (
            <p className="dialog-subject" dir="auto">
              {subject}
            </p>
          )}
          <AlertDialog.Description className="quiet small">{detail}</AlertDialog.Description>
          {children}
          <div className="dialog-actions">
            <AlertDialog.Close className="button button-small">{keep}</AlertDialog.Close>
            <button
              className={`button button-small ${isHarmless ? 'button-primary' : 'button-harm'}`}
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
