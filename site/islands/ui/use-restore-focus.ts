import { useEffect, useRef } from 'react'

/** Moves the focus to `next` when the control that had it disappears. */
export function useRestoreFocus(isThere: boolean, next: () => HTMLElement | null | undefined): void {
  const wasThere = useRef(isThere)
  useEffect(() => {
    const isGone = wasThere.current && !isThere
    wasThere.current = isThere
    if (isGone && document.activeElement === document.body) next()?.focus()
  }, [isThere, next])
}
