import { useEffect, useRef } from 'react'
import { messages } from '../../lib/messages.ts'
import { showError } from '../../stores/toasts.ts'

/** Says that what is on the screen can no longer be saved: an open dialog hides the sentence of the page. */
export function useLossNotice(isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) showError(messages.admin.rightsEnded)
    wasOpen.current = isOpen
  }, [isOpen])
}
