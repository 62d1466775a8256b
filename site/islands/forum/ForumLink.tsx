import type { MouseEvent, ReactNode } from 'react'
import { addressOf, type ForumView } from '../../lib/forum-view.ts'
import { goTo } from '../../stores/forum/forum.ts'

type Props = {
  to: ForumView
  className?: string
  label?: string
  /** Called when people point at the link or focus it. */
  onPrefetch?: () => void
  children: ReactNode
}

/** A link to a view of the forum: a plain click opens it in place; new tabs are left to the browser. */
export function ForumLink({ to, className, label, onPrefetch, children }: Props) {
  function follow(event: MouseEvent) {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a
      className={className}
      href={addressOf(to)}
      aria-label={label}
      onClick={follow}
      onPointerEnter={onPrefetch}
      onFocus={onPrefetch}
    >
      {children}
    </a>
  )
}
