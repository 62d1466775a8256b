import { Dialog } from '@base-ui/react/dialog'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Props = {
  isOpen: boolean
  title: ReactNode
  lead?: string
  isWide?: boolean
  /** On a phone it stands at the bottom. */
  isSheet?: boolean
  /** The person is writing: a click beside the dialog does not close it. */
  isForm?: boolean
  /** Closing or leaving the page asks first once something was typed. */
  asksToDiscard?: boolean
  /** Changes when something was saved and the dialog stays open: what was typed before needs no question. */
  saved?: number
  finalFocus?: ComponentProps<typeof Dialog.Popup>['finalFocus']
  children: ReactNode
  onClose: () => void
}

/** A dialog over the page. Its last element is `ModalActions`. */
export function Modal({
  isOpen,
  title,
  lead,
  isWide = false,
  isSheet = false,
  isForm = false,
  asksToDiscard = false,
  saved,
  finalFocus,
  children,
  onClose,
}: Props) {
  const isTyped = useRef(false)
  const [isAsking, setAsking] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was saved is no longer unsaved
  useEffect(() => {
    isTyped.current = false
  }, [isOpen, saved])
  useEffect(() => {
    if (!isOpen || !asksToDiscard) return
    const beforeLeaving = (event: BeforeUnloadEvent) => {
      if (isTyped.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', beforeLeaving)
    return () => window.removeEventListener('beforeunload', beforeLeaving)
  }, [isOpen, asksToDiscard])
  function close() {
    if (asksToDiscard && isTyped.current) setAsking(true)
    else onClose()
  }
  return (
    <Dialog.Root open={isOpen} disablePointerDismissal={isForm} onOpenChange={(open) => open || close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup
          className={`dialog${isWide ? ' dialog-wide' : ''}${isSheet ? ' dialog-sheet' : ''}`}
          finalFocus={finalFocus}
          onInput={() => {
            isTyped.current = true
          }}
        >
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          {lead !== undefined && <Dialog.Description className="quiet small">{lead}</Dialog.Description>}
          {children}
          {asksToDiscard && (
            <ConfirmDialog
              isOpen={isAsking}
              question="Discard what you typed?"
              detail="It hasn’t been saved."
              confirm="Discard"
              keep="Keep editing"
              onConfirm={onClose}
              onClose={() => setAsking(false)}
            />
          )}
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
