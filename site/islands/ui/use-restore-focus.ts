import { useEffect, useRef } from 'react'

/** Where the keyboard goes on when the control that it was on is gone. */
export function useRestoreFocus(isThere: boolean, next: () => HTMLElement | null | undefined): void {
  const wasThere = useRef(isThere)
  useEffect(() => {
    const isGone = wasThere.current && !isThere
    wasThere.current = isThere
    if (isGone && document.activeElement === document.body) next()?.focus()
  }, [isThere, next])
}
