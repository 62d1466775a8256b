import { Tabs } from '@base-ui/react/tabs'
import { useStore } from '@nanostores/react'
import { memo, type PointerEvent, useEffect } from 'react'
import { paths } from '../../lib/paths.ts'
import { type AdminTab, adminTabs, chooseTab } from '../../stores/admin/console.ts'
import { $pending } from '../../stores/admin/pending.ts'
import { Icon } from '../ui/Icon.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { KeyboardHelp } from './KeyboardHelp.tsx'
import { loadPanel } from './panels.ts'

export const panelId = 'console-panel'
export const tabId = (tab: AdminTab) => `console-tab-${tab}`

/**
 * The tabs, and the way to the other tools; on a phone a row that scrolls. The panel is not among them, so that choosing a
 * tab renders only these.
 */
export function Rail({ tab: chosen, version }: { tab: AdminTab | null; version: string }) {
  const isWide = useMediaQuery('(width >= 64em)')
  useEffect(() => {
    if (chosen === null) return
    // With the layout of the next frame, not one of its own.
    const frame = requestAnimationFrame(() =>
      document.getElementById(tabId(chosen))?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [chosen])
  return (
    <Tabs.Root
      className="rail"
      value={chosen}
      onValueChange={chooseTab}
      orientation={isWide ? 'vertical' : 'horizontal'}
    >
      <Tabs.List className="rail-tabs" aria-label="Console">
        {adminTabs.map(({ id, label, icon }) => (
          <Tabs.Tab
            className="rail-tab"
            value={id}
            key={id}
            id={tabId(id)}
            aria-controls={id === chosen ? panelId : undefined}
            onPointerDown={(event) => loadEarly(id, event)}
          >
            <Icon name={icon} size={20} />
            <span>{label}</span>
            <PendingCount of={id} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <RailMore version={version} />
    </Tabs.Root>
  )
}

/** A mouse press chooses a tab; a touch may be the start of a scroll. */
function loadEarly(tab: AdminTab, { pointerType, button }: PointerEvent): void {
  if (pointerType === 'mouse' && button === 0) loadPanel(tab).catch(() => {}) // the panel shows the failure
}

const RailMore = memo(({ version }: { version: string }) => (
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
      <a className="rail-tab" href={paths.imports}>
        <Icon name="upload" size={20} />
        <span>Imports</span>
      </a>
      <a className="rail-tab" href={paths.geneticAnalytics}>
        <Icon name="branches" size={20} />
        <span>Genetic analytics</span>
      </a>
    </nav>
    <KeyboardHelp />
    <p className="rail-version">Version {version}</p>
  </div>
))

const words = {
  prayers: 'waiting for review',
  endorsements: 'waiting for review',
  moderation: 'waiting for a decision',
}
const hasCount = (of: string): of is keyof typeof words => Object.hasOwn(words, of)

/** How many items of a tab wait for an admin. */
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
