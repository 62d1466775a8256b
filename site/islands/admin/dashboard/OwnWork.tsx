import { useStore } from '@nanostores/react'
import { $ownTabs, tabAddress } from '../../../stores/admin/console.ts'
import { $may } from '../../../stores/rights.ts'
import { Icon } from '../../ui/Icon.tsx'
import { OwnEvents } from './OwnEvents.tsx'
import { WaitingNow } from './Waiting.tsx'

/** The first page of staff who read no figures: what waits for them, and where they work. */
export function OwnWork() {
  const may = useStore($may)
  return (
    <section className="dashboard" aria-labelledby="dashboard-title">
      <div className="table-head">
        <h2 id="dashboard-title">Dashboard</h2>
      </div>
      <div className="own-work">
        {may('console') && <WaitingNow />}
        <OwnEvents />
        <OwnTabs />
      </div>
    </section>
  )
}

function OwnTabs() {
  const tabs = useStore($ownTabs).filter(({ id }) => id !== 'dashboard')
  if (tabs.length === 0) return null
  return (
    <section className="tile" aria-labelledby="places-title">
      <h3 id="places-title">Your tabs</h3>
      <ul className="waiting-list">
        {tabs.map(({ id, label, icon }) => (
          <li key={id}>
            <a className="with-icon" href={tabAddress(id)}>
              <Icon name={icon} size={20} /> {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
