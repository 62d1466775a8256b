import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $areKeysOn } from '../../stores/shortcuts.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"]') !== null

/** Calls `onKey` for each single key outside of fields and dialogs; it returns false for keys that it does not know. */
export function useKeys(onKey: (event: KeyboardEvent) => boolean): void {
  const areOn = useStore($areKeysOn)
  useEffect(() => {
    if (!areOn) return
    function listen(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (onKey(event)) event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [areOn, onKey])
}
