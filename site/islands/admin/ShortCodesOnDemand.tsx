import { useState } from 'react'
import { messages } from '../../lib/messages.ts'
import { isPast } from '../../stores/admin/console.ts'
import { useOnDemand } from './DialogOnDemand.tsx'

const load = async () => (await import('./ShortCodes.tsx')).ShortCodes
/** People close it and open it again. */
const stayOpen = () => {}

/** Loads its script when it is opened; `isAlone`: it is open at once. It shows what is there now, so the past has none. */
export function ShortCodesOnDemand({ isAlone }: { isAlone: boolean }) {
  const [isOpen, setOpen] = useState(isAlone)
  const Panel = useOnDemand({ isOpen: isOpen && !isPast, load, onFailed: stayOpen })
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
