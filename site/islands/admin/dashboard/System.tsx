import { type ComponentType, lazy, Suspense, useState } from 'react'
import { messages } from '../../../lib/messages.ts'
import { isPast } from '../../../stores/admin/console.ts'

/** Loaded when it is opened: most visits to the console are about the campaign. */
const SystemPanel = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./SystemPanel.tsx')).SystemPanel }
  } catch {
    return { default: () => <p role="alert">{messages.island.reload}</p> }
  }
})

export function System() {
  const [isOpen, setOpen] = useState(false)
  if (isPast) return <p className="tile dashboard-row quiet">System: {messages.asOf.noPast}</p>
  return (
    <details className="tile dashboard-row" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>System: requests, commands, mails, memory and disk</summary>
      {isOpen && (
        <Suspense fallback={<p role="status">Loading…</p>}>
          <SystemPanel />
        </Suspense>
      )}
    </details>
  )
}
