import { type ReactNode, useEffect, useLayoutEffect } from 'react'

type Props = {
  /** Before anything is painted. */
  onDrawn: () => void
  /** Its children handle events. */
  onStarted: () => void
  children?: ReactNode
}

/** Around an island: tells how far it is. */
export function Started({ onDrawn, onStarted, children }: Props) {
  useLayoutEffect(onDrawn, [onDrawn])
  useEffect(onStarted, [onStarted])
  return children
}
