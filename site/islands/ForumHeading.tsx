import { type ReactNode, useEffect, useRef } from 'react'
import { $moves } from '../stores/forum.ts'

/** The heading of a tab; it takes the focus when somebody went there, so that keyboard and screen reader follow. */
export function ForumHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if ($moves.get() === 0) return
    heading.current?.focus({ preventScroll: true })
    if ((heading.current?.getBoundingClientRect().top ?? 0) < 0) heading.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <h2 className="forum-heading" ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}
