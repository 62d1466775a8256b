import type { MouseEvent, ReactNode } from 'react'
import { addressOf, type ForumView } from '../../lib/forum-view.ts'
import { goTo } from '../../stores/forum/forum.ts'

type Props = {
  to: ForumView
  className?: string
  label?: string
  /** Somebody points at it, or walked there by keyboard. */
  onPrefetch?: () => void
  children: ReactNode
}

/** A place in the forum: a plain click goes there at once; a new tab, a copied address are the browser's own. */
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
