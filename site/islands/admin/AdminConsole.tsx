import { Tabs } from '@base-ui/react/tabs'
import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { messages } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { $tab, type AdminTab, adminTabs, chooseTab } from '../../stores/admin/console.ts'
import { $pending } from '../../stores/admin/pending.ts'
import { Icon } from '../ui/Icon.tsx'
import { RetryNotice } from '../ui/RetryNotice.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { AdminGate } from './AdminGate.tsx'
import { HistoryDialog } from './HistoryDialog.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'

/** The script of a tab is loaded when the tab is selected for the first time. */
const panels: { [Tab in AdminTab]: () => Promise<ComponentType> } = {
  dashboard: async () => (await import('./AdminDashboard.tsx')).AdminDashboard,
  users: async () => (await import('./AdminUsers.tsx')).AdminUsers,
  volunteers: async () => (await import('./AdminVolunteers.tsx')).AdminVolunteers,
  emails: async () => (await import('./AdminEmails.tsx')).AdminEmails,
  prayers: async () => (await import('./AdminPrayers.tsx')).AdminPrayers,
  endorsements: async () => (await import('./AdminEndorsements.tsx')).AdminEndorsements,
  news: async () => (await import('./AdminNews.tsx')).AdminNews,
  'campaign-events': async () => (await import('./AdminCampaignEvents.tsx')).AdminCampaignEvents,
  forum: async () => (await import('./AdminForum.tsx')).AdminForum,
  genetics: async () => (await import('./AdminGenetics.tsx')).AdminGenetics,
  traffic: async () => (await import('./AdminTraffic.tsx')).AdminTraffic,
  actions: async () => (await import('./AdminActions.tsx')).AdminActions,
}

// Asked for at once, while the tab before still leaves the screen.
$tab.listen((tab) => {
  if (tab !== null) panels[tab]().catch(() => {})
})

/** Not `lazy`: React keeps a fallback on the screen for 300 ms, and most scripts are there in a few. */
function Panel({ tab }: { tab: AdminTab }) {
  const [Loaded, setLoaded] = useState<ComponentType | 'failed' | null>(null)
  useEffect(() => {
    panels[tab]().then(
      (component) => setLoaded(() => component),
      () => setLoaded('failed'),
    )
  }, [tab])
  if (Loaded === null) return <p role="status">Loading…</p>
  // A browser remembers that a script failed until the page is loaded again; the address leads back to the tab.
  if (Loaded === 'failed')
    return <RetryNotice onRetry={() => location.reload()}>{messages.server.unreachable}</RetryNotice>
  return <Loaded />
}

// What most tabs share comes along with the first one, so that a tab chosen later waits for one script and not for what
// that imports. If it fails, the tab says so.
Promise.all([
  import('./table/DataTable.tsx'),
  import('./table/EmailAddress.tsx'),
  import('./table/LongText.tsx'),
  import('./DeleteDialog.tsx'),
  import('./EditDialog.tsx'),
  import('./KeptRowActions.tsx'),
]).catch(() => {})

/** `version`: of the program, known when the page is built. */
export function AdminConsole({ version }: { version: string }) {
  return (
    <AdminGate>
      <Console version={version} />
    </AdminGate>
  )
}

/** A panel is mounted, and loads its rows, only while its tab is selected. */
function Console({ version }: { version: string }) {
  const tab = useStore($tab)
  const isWide = useMediaQuery('(width >= 64em)')
  const tabs = useRef<HTMLDivElement>(null)
  // On a phone the tabs are a row that scrolls.
  useEffect(() => {
    if (tab !== null)
      tabs.current?.querySelector(`[data-tab=${tab}]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab])
  return (
    <>
      <Tabs.Root
        className="console-frame"
        value={tab}
        onValueChange={chooseTab}
        orientation={isWide ? 'vertical' : 'horizontal'}
      >
        <div className="rail">
          <Tabs.List className="rail-tabs" aria-label="Console" ref={tabs}>
            {adminTabs.map(({ id, label, icon }) => (
              <Tabs.Tab className="rail-tab" value={id} key={id} data-tab={id}>
                <Icon name={icon} size={20} />
                <span>{label}</span>
                <PendingCount of={id} />
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <div className="rail-more">
            <nav aria-label="More tools">
              <a className="rail-tab" href={paths.moderation}>
                <Icon name="shield" size={20} />
                <span>Moderation</span>
                <PendingCount of="moderation" />
              </a>
              <a className="rail-tab" href={paths.emailCampaigns}>
                <Icon name="send" size={20} />
                <span>Email campaigns</span>
              </a>
              <a className="rail-tab" href={paths.geneticAnalytics}>
                <Icon name="branches" size={20} />
                <span>Genetic analytics</span>
              </a>
            </nav>
            <KeyboardHelp />
            <p className="rail-version">Version {version}</p>
          </div>
        </div>
        {tab === null && <UnknownTab />}
        {adminTabs.map(({ id }) => (
          <Tabs.Panel className="console-panel" value={id} key={id}>
            <Panel tab={id} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
      <HistoryDialog />
    </>
  )
}

const words = {
  prayers: 'waiting for review',
  endorsements: 'waiting for review',
  moderation: 'waiting for a decision',
}
const hasCount = (of: string): of is keyof typeof words => Object.hasOwn(words, of)

/** How many items of a tab wait for somebody. */
function PendingCount({ of }: { of: AdminTab | 'moderation' }) {
  const pending = useStore($pending)
  if (!hasCount(of) || pending === null) return null
  const count = of === 'moderation' ? pending.moderation + pending.appeals : pending[of]
  if (count === 0) return null
  return (
    <span className="rail-count">
      {count.toLocaleString('en-US')} <span className="visually-hidden">{words[of]}</span>
    </span>
  )
}

function UnknownTab() {
  return (
    <div className="console-panel">
      <h2>{messages.admin.unknownTab.title}</h2>
      <p>{messages.admin.unknownTab.description}</p>
    </div>
  )
}
