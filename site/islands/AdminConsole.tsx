import { Tabs } from '@base-ui/react/tabs'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { messages } from '../lib/messages.ts'
import { $access, $tab, type AdminTab, adminTabs, chooseTab, openConsole, retryConsole } from '../stores/admin.ts'
import { AdminActions } from './AdminActions.tsx'
import { AdminCampaignEvents } from './AdminCampaignEvents.tsx'
import { AdminEndorsements } from './AdminEndorsements.tsx'
import { AdminNews } from './AdminNews.tsx'
import { AdminPrayers } from './AdminPrayers.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'

const panels: { [Tab in AdminTab]: () => React.ReactNode } = {
  prayers: AdminPrayers,
  endorsements: AdminEndorsements,
  news: AdminNews,
  'campaign-events': AdminCampaignEvents,
  actions: AdminActions,
}

export function AdminConsole() {
  const access = useStore($access)
  useEffect(() => {
    void openConsole()
  }, [])
  switch (access) {
    case 'checking':
      return (
        <p className="notice" role="status">
          Checking your access…
        </p>
      )
    case 'denied':
      return (
        <p className="notice" role="alert">
          {messages.admin.denied.title} - {messages.admin.denied.description}
        </p>
      )
    case 'unreachable':
      return (
        <div className="notice" role="alert">
          <p>The server cannot be reached just now.</p>
          <button className="button button-small" type="button" onClick={retryConsole}>
            Try again
          </button>
        </div>
      )
    case 'granted':
      return <Console />
  }
}

/** A panel is mounted, and loads its rows, only when its tab is chosen. */
function Console() {
  const tab = useStore($tab)
  return (
    <>
      <Tabs.Root value={tab} onValueChange={chooseTab}>
        <Tabs.List className="tabs" aria-label="Console">
          {adminTabs.map(({ id, label }) => (
            <Tabs.Tab className="tab" value={id} key={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {adminTabs.map(({ id }) => {
          const Panel = panels[id]
          return (
            <Tabs.Panel className="tab-panel" value={id} key={id}>
              <Panel />
            </Tabs.Panel>
          )
        })}
      </Tabs.Root>
      <HistoryDialog />
    </>
  )
}
