import { Tabs } from '@base-ui/react/tabs'
import { useStore } from '@nanostores/react'
import { $tab, type AdminTab, adminTabs, chooseTab } from '../../stores/admin/console.ts'
import { AdminActions } from './AdminActions.tsx'
import { AdminCampaignEvents } from './AdminCampaignEvents.tsx'
import { AdminEndorsements } from './AdminEndorsements.tsx'
import { AdminForum } from './AdminForum.tsx'
import { AdminGate } from './AdminGate.tsx'
import { AdminNews } from './AdminNews.tsx'
import { AdminPrayers } from './AdminPrayers.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'

const panels: { [Tab in AdminTab]: () => React.ReactNode } = {
  prayers: AdminPrayers,
  endorsements: AdminEndorsements,
  news: AdminNews,
  'campaign-events': AdminCampaignEvents,
  forum: AdminForum,
  actions: AdminActions,
}

/** `version`: of the program, known when the page is built. */
export function AdminConsole({ version }: { version: string }) {
  return (
    <AdminGate>
      <Console />
      <p className="quiet small console-version">Version {version}</p>
    </AdminGate>
  )
}

/** A panel is mounted, and loads its rows, only when its tab is selected. */
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
