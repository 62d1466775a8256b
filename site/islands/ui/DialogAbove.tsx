import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

type Props = {
  title: string
  description: string
  /** A selector of what takes the focus. */
  focus: string
  /** Takes the focus when it is done. */
  returnTo: RefObject<HTMLElement | null>
  /** Unset: it stays until it is done. */
  onEscape?: () => void
  children: ReactNode
}

/** A dialog above the page, and above another dialog with unsaved input. */
export function DialogAbove({ title, description, focus, returnTo, onEscape, children }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // The key would also reach the dialog below, and close it.
      event.stopPropagation()
      onEscape?.()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [onEscape])
  return (
    <Dialog.Root open disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop over" />
        <Dialog.Popup
          className="dialog over"
          ref={popup}
          initialFocus={() => popup.current?.querySelector<HTMLElement>(focus) ?? true}
          finalFocus={returnTo}
        >
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          <Dialog.Description className="quiet small">{description}</Dialog.Description>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
