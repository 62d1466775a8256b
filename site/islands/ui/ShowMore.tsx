import { useRef } from 'react'
import { messages } from '../../lib/messages.ts'

/** Adds the next rows to the list above it, and moves the focus to the first of them. */
export function ShowMore({ onMore }: { onMore: () => Promise<void> }) {
  const place = useRef<HTMLParagraphElement>(null)
  async function showMore() {
    const last = place.current?.previousElementSibling?.lastElementChild
    await onMore()
    const next = last?.nextElementSibling
    if (next instanceof HTMLElement) {
      next.tabIndex = -1
      next.focus({ preventScroll: true })
    }
  }
  return (
    <p className="show-more needs-script" ref={place}>
      <button className="button" type="button" onClick={showMore}>
        {messages.buttons.showMore}
      </button>
    </p>
  )
}
