import { useStore } from '@nanostores/react'
import { type ComponentType, memo, useEffect, useRef, useState } from 'react'
import { messages } from '../../lib/messages.ts'
import { $access, $isReadable, $ownTabs, $tab, type AdminTab, isPast } from '../../stores/admin/console.ts'
import { loadChosenTab } from '../../stores/admin/tab-stores.ts'
import { $may } from '../../stores/rights.ts'
import { RetryNotice } from '../ui/RetryNotice.tsx'
import { AdminGate } from './AdminGate.tsx'
import { AsOfButton, AsOfOnDemand } from './AsOf.tsx'
import { HistoryOnDemand } from './HistoryOnDemand.tsx'
import { MailConsentOnDemand } from './MailConsentOnDemand.tsx'
import { loadPanel, panelOf } from './panels.ts'
import { panelId, Rail, tabId } from './Rail.tsx'
import { useLossNotice } from './use-loss-notice.ts'

// Requested at once, while the previous tab is still on the screen.
$tab.listen((tab) => {
  if (tab !== null) loadPanel(tab).catch(() => {})
})

import('./shared-parts.ts').catch(() => {}) // the tab shows the failure

/** `version`: of the program, known when the page is built. */
export function AdminConsole({ version }: { version: string }) {
  return (
    <AdminGate>
      <Console version={version} />
    </AdminGate>
  )
}

function Console({ version }: { version: string }) {
  const isReadable = useStore($isReadable)
  const may = useStore($may)
  return (
    <>
      {may('console') && <AsOfButton />}
      {isPast && <AsOfOnDemand />}
      {isReadable && <Frame version={version} />}
    </>
  )
}

function Frame({ version }: { version: string }) {
  const tab = useStore($tab)
  const ownTabs = useStore($ownTabs)
  const access = useStore($access)
  useEffect(loadChosenTab, [])
  // A tab that was open stays, with what was typed, when its reader loses the right to it.
  const opened = useRef<AdminTab | null>(null)
  const isOwn = ownTabs.some(({ id }) => id === tab)
  if (isOwn) opened.current = tab
  const isKept = !isOwn && tab !== null && opened.current === tab
  // The gate says it of the whole console.
  useLossNotice(!isKept || access !== 'granted')
  return (
    <>
      <div className="console-frame">
        <Rail tab={tab} version={version} onPress={loadEarly} />
        {tab !== null && opened.current === tab ? (
          <Panel tab={tab} isKept={isKept} key={tab} />
        ) : (
          <NoTab {...messages.admin[tab === null ? 'unknownTab' : 'tabNotYours']} />
        )}
      </div>
      <HistoryOnDemand />
      <MailConsentOnDemand />
    </>
  )
}

// The panel shows the failure.
const loadEarly = (tab: AdminTab) => void loadPanel(tab).catch(() => {})

/**
 * The script of a tab is loaded when the tab is chosen for the first time. Not `lazy`: React keeps a fallback on the screen
 * for 300 ms, and most scripts are there in a few.
 */
const Panel = memo(function Panel({ tab, isKept }: { tab: AdminTab; isKept: boolean }) {
  const [Loaded, setLoaded] = useState<ComponentType | 'failed' | null>(() => panelOf(tab))
  useEffect(() => {
    if (panelOf(tab) === null)
      loadPanel(tab).then(
        (panel) => setLoaded(() => panel),
        () => setLoaded('failed'),
      )
  }, [tab])
  return (
    <div
      className="console-panel tab-panel"
      role="tabpanel"
      id={panelId}
      {...(isKept ? { 'aria-label': 'Tab that is no longer yours' } : { 'aria-labelledby': tabId(tab) })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel takes the focus after its tab
      tabIndex={0}
    >
      {isKept && <p className="alert">{messages.admin.rightsEnded.description}</p>}
      {Loaded === null ? (
        <p role="status">Loading…</p>
      ) : Loaded === 'failed' ? (
        // A browser caches that a script failed until the page is loaded again; the address leads back to the tab.
        <RetryNotice onRetry={() => location.reload()}>{messages.island.notLoaded}</RetryNotice>
      ) : (
        <Loaded />
      )}
    </div>
  )
})

const NoTab = ({ title, description }: { title: string; description: string }) => (
  <div className="console-panel">
    <h2>{title}</h2>
    <p>{description}</p>
  </div>
)
