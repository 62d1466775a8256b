import { useStore } from '@nanostores/react'
import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import { $proofAsked, giveUpProof } from '../../stores/security/fresh-proof.ts'
import { useLastFocused } from '../ui/use-last-focused.ts'
import type { FreshProofProps } from './FreshProofDialog.tsx'

/** Loaded when it is needed. If that fails, the waiting call is rejected, and says why. */
const FreshProofDialog = lazy(async (): Promise<{ default: ComponentType<FreshProofProps> }> => {
  try {
    return { default: (await import('./FreshProofDialog.tsx')).FreshProofDialog }
  } catch {
    giveUpProof()
    return { default: () => null }
  }
})

/** Asks people to prove their identity, in place, before their action continues. */
export function FreshProof() {
  const asked = useStore($proofAsked)
  const lastFocused = useLastFocused(asked === null)
  useFocusBack(asked !== null, lastFocused)
  return <Suspense>{asked !== null && <FreshProofDialog asked={asked} returnTo={lastFocused} />}</Suspense>
}

const maxWait = 5000 // ms

/** The button whose call was rejected is disabled, and takes no focus, until that call is answered. */
function useFocusBack(isAsking: boolean, lastFocused: RefObject<HTMLElement | null>): void {
  const target = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAsking) {
      target.current = lastFocused.current
      return
    }
    const button = target.current
    target.current = null
    const since = performance.now()
    let next = 0
    const look = () => {
      const { activeElement } = document
      // The person navigated away, or the button is gone.
      if (!button?.isConnected || !activeElement?.contains(button) || performance.now() - since > maxWait) return
      if (button.matches(':disabled')) next = requestAnimationFrame(look)
      else button.focus()
    }
    next = requestAnimationFrame(look)
    return () => cancelAnimationFrame(next)
  }, [isAsking, lastFocused])
}
