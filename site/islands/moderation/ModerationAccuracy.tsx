import { type ComponentType, lazy, Suspense, useState } from 'react'
import { messages } from '../../lib/messages.ts'

/** Loaded when it is opened: most visits are about the queue. */
const AccuracyPanel = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./AccuracyPanel.tsx')).AccuracyPanel }
  } catch {
    return { default: () => <p role="alert">{messages.island.reload}</p> }
  }
})

/** Agreement of the automatic check with people. */
export function ModerationAccuracy() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="card accuracy" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>How often people agree with the check</summary>
      {isOpen && (
        <Suspense fallback={<p role="status">Loading…</p>}>
          <AccuracyPanel />
        </Suspense>
      )}
    </details>
  )
}
