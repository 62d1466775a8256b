import { type ComponentType, useEffect, useState } from 'react'
import { messages } from '../../lib/messages.ts'
import { isPast } from '../../stores/admin/console.ts'
import { showError } from '../../stores/toasts.ts'

/** Loads its script when it is opened; `isAlone`: it is open at once. It shows what is there now, so the past has none. */
export function ShortCodesOnDemand({ isAlone }: { isAlone: boolean }) {
  const [isOpen, setOpen] = useState(isAlone)
  const [Panel, setPanel] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isOpen || Panel !== null) return
    import('./ShortCodes.tsx').then(
      ({ ShortCodes }) => setPanel(() => ShortCodes),
      () => showError({ title: 'Error', description: messages.island.notLoaded }),
    )
  }, [isOpen, Panel])
  if (isPast) return isAlone && <p className="quiet">Short links: {messages.asOf.noPast}</p>
  return (
    <details className="overview" open={isAlone} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span>Short links</span> <span className="quiet">QR codes for posters, flyers and signs.</span>
      </summary>
      {isOpen && Panel && <Panel />}
    </details>
  )
}
