import { useEffect, useRef } from 'react'
import { $navigations } from '../../stores/forum/forum.ts'

/** What the page is called where nothing is chosen. */
let pageTitle: string | undefined

/**
 * The heading of a tab; it takes the focus when somebody went there, so that keyboard and screen reader follow. `isPlace`:
 * the window is named after it too, so that bookmarks and the list behind the back button tell places apart.
 */
export function ForumHeading({ children, isPlace = false }: { children: string; isPlace?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if ($navigations.get() === 0) return
    heading.current?.focus({ preventScroll: true })
    if ((heading.current?.getBoundingClientRect().top ?? 0) < 0) heading.current?.scrollIntoView({ block: 'start' })
  }, [])
  useEffect(() => {
    pageTitle ??= document.title
    document.title = isPlace ? `${children} | ${pageTitle}` : pageTitle
  }, [children, isPlace])
  return (
    <h2 className="forum-heading" ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}
