import { type RefObject, useEffect, useRef } from 'react'

/**
 * The element that had the focus while `isWatching`, because a button that sends something is disabled, and loses the
 * focus, when a dialog opens.
 */
export function useLastFocused(isWatching: boolean): RefObject<HTMLElement | null> {
  const lastFocused = useRef<HTMLElement>(null)
  const watches = useRef(isWatching)
  watches.current = isWatching
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (watches.current && target instanceof HTMLElement) lastFocused.current = target
    }
    addEventListener('focusin', note)
    return () => removeEventListener('focusin', note)
  }, [])
  return lastFocused
}
