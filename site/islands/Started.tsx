import { type ReactNode, useEffect, useLayoutEffect } from 'react'

type Props = {
  /** Before anything is painted. */
  onDrawn: () => void
  /** Its children handle events. */
  onStarted: () => void
  children?: ReactNode
}

/** Wraps an island and reports its state. */
export function Started({ onDrawn, onStarted, children }: Props) {
  useLayoutEffect(onDrawn, [onDrawn])
  useEffect(onStarted, [onStarted])
  return children
}
