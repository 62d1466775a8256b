import { useEffect, useRef } from 'react'
import { $navigations } from '../../stores/forum/forum.ts'

/** The page's title when nothing is selected. */
let pageTitle: string | undefined

/**
 * The heading of a tab. It takes the focus when people navigate there, so keyboards and screen readers follow.
 * `isPlace`: it also names the window, so bookmarks and the browser's history tell views apart.
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
    <h2 className="forum-heading" dir="auto" ref={heading} tabIndex={-1}>
      {children}
    </h2>
  )
}
