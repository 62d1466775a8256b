import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { perReviewed } from '../../../contract/topic-words.ts'
import type { IconName } from '../../lib/icons.ts'
import { paths } from '../../lib/paths.ts'
import { toolRights } from '../../lib/tool-rights.ts'
import {
  $ownTabs,
  type AdminTab,
  adminTabs,
  chooseTab,
  isPast,
  lastPlace,
  tabAddress,
} from '../../stores/admin/console.ts'
import { $pendingOwn } from '../../stores/admin/pending.ts'
import { $may } from '../../stores/rights.ts'
import { $session } from '../../stores/session.ts'
import { Icon } from '../ui/Icon.tsx'
import { KeyboardHelp } from './KeyboardHelp.tsx'

export const panelId = 'console-panel'
export const tabId = (tab: AdminTab) => `console-tab-${tab}`

const tools = {
  moderation: { label: 'Moderation', icon: 'shield', href: paths.moderation },
  'email-campaigns': { label: 'Email campaigns', icon: 'send', href: paths.emailCampaigns },
  imports: { label: 'Imports', icon: 'upload', href: paths.imports },
  'genetic-analytics': { label: 'Genetic analytics', icon: 'branches', href: paths.geneticAnalytics },
} as const satisfies { [Tool in keyof typeof toolRights]: { label: string; icon: IconName; href: string } }
type Tool = keyof typeof tools
const toolIds = Object.keys(tools).filter((id): id is Tool => Object.hasOwn(tools, id))

type Props = {
  version: string
  /** In the console: the selected tab, or null when the address names none. */
  tab?: AdminTab | null
  /** On a page beside the console: its tool. The tabs are links there. */
  tool?: Tool
  /** Called when a tab is pressed, before it is chosen. */
  onPress?: (tab: AdminTab) => void
}

/**
 * The tabs, and the way to the other tools; on a small screen, a menu. The panel is not among them, so that choosing a tab
 * renders only these.
 */
export function Rail({ version, tab, tool, onPress }: Props) {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const session = useStore($session, { ssr: 'initial' })
  const ownTabs = useStore($ownTabs)
  const may = useStore($may)
  const isChecking = session.status === 'unknown'
  // The page is built with all of them, which keeps their room until it is known which ones are this person’s.
  const tabs = isChecking ? adminTabs : ownTabs
  const isListed = tabs.some(({ id }) => id === tab)
  const ownTools = isChecking ? toolIds : toolIds.filter((id) => toolRights[id].some((right) => may(right)))
  const here = tool ? tools[tool] : (tabs.find(({ id }) => id === tab) ?? { label: 'Console', icon: 'menu' as const })
  function choose(id: AdminTab) {
    chooseTab(id)
    close()
  }
  function close() {
    if (!isOpen) return
    setOpen(false)
    menu.current?.focus()
  }
  useEffect(() => {
    const rail = menu.current?.parentElement
    return isOpen && rail ? holdFocus(rail, close) : undefined
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu wherever the focus is in it
    <div
      className="rail"
      data-open={isOpen || undefined}
      data-checking={isChecking || undefined}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <button
        className="rail-tab rail-menu"
        type="button"
        ref={menu}
        aria-expanded={isOpen}
        aria-controls="rail-lists"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={here.icon} />
        <span>
          <span className="visually-hidden">Menu: </span>
          {here.label}
        </span>
        <PendingCount of="all" />
        <Icon name={isOpen ? 'ascending' : 'descending'} />
      </button>
      <div className="rail-lists" id="rail-lists">
        {tool === undefined ? (
          <div
            className="rail-tabs"
            role="tablist"
            aria-label="Console"
            aria-orientation="vertical"
            onKeyDown={moveBetweenTabs}
          >
            {tabs.map(({ id, label, icon }, index) => (
              <button
                className="rail-tab"
                type="button"
                role="tab"
                key={id}
                id={tabId(id)}
                aria-selected={id === tab}
                aria-controls={id === tab ? panelId : undefined}
                tabIndex={id === tab || (!isListed && index === 0) ? 0 : -1}
                onPointerDown={(event) => isMousePress(event) && onPress?.(id)}
                onClick={() => choose(id)}
              >
                <Entry of={id} label={label} icon={icon} />
              </button>
            ))}
          </div>
        ) : (
          <nav className="rail-tabs" aria-label="Console">
            {tabs.map(({ id, label, icon }) => (
              <a className="rail-tab" href={tabAddress(id)} key={id}>
                <Entry of={id} label={label} icon={icon} />
              </a>
            ))}
          </nav>
        )}
        <div className="rail-more">
          {isPast ? (
            <p className="rail-version">Other tools show only what is now.</p>
          ) : (
            <nav aria-label="More tools">
              {ownTools.map((id) => (
                <a className="rail-tab" href={tools[id].href} aria-current={id === tool ? 'page' : undefined} key={id}>
                  <Entry of={id} label={tools[id].label} icon={tools[id].icon} />
                </a>
              ))}
            </nav>
          )}
          <KeyboardHelp />
          <p className="rail-version">Version {version}</p>
        </div>
      </div>
    </div>
  )
}

const Entry = ({ of, label, icon }: { of: AdminTab | Tool; label: string; icon: IconName }) => (
  <>
    <Icon name={icon} />
    <span>{label}</span>
    <PendingCount of={of} />{' '}
  </>
)

/**
 * While the menu is open, the rest of the page takes neither focus nor touches. A press there closes it, as does a window
 * that has room for all tabs.
 */
function holdFocus(rail: HTMLElement, close: () => void): () => void {
  const behind: Element[] = []
  for (let part: Element = rail; part !== document.body && part.parentElement; part = part.parentElement)
    for (const other of part.parentElement.children)
      if (other !== part && !other.matches('h1, [data-toasts]')) behind.push(other)
  for (const part of behind) part.toggleAttribute('inert', true)
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('click', ({ target }) => target instanceof Node && !rail.contains(target) && close(), { signal })
  matchMedia('(width >= 64em)').addEventListener('change', close, { signal })
  return () => {
    stop.abort()
    for (const part of behind) part.toggleAttribute('inert', false)
  }
}

/** A mouse press chooses a tab; a touch may be the start of a scroll. */
const isMousePress = ({ pointerType, button }: PointerEvent) => pointerType === 'mouse' && button === 0

/** The arrows, Home and End move the focus; Enter chooses. */
function moveBetweenTabs(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, target } = event
  const tabs = [...currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const at = target instanceof HTMLElement ? tabs.indexOf(target) : -1
  const next = (at + 1) % tabs.length
  const steps: { [key: string]: number } = {
    ArrowDown: next,
    ArrowRight: next,
    ArrowUp: at - 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: -1,
  }
  const to = steps[event.key]
  if (to === undefined) return
  tabs.at(to)?.focus()
  event.preventDefault()
}

const words = {
  ...perReviewed('topic', () => 'waiting for review'),
  moderation: 'waiting for a decision',
  all: 'waiting for you',
}
const hasCount = (of: string): of is keyof typeof words => Object.hasOwn(words, of)

/** Number of items of a tab that wait for this person. */
function PendingCount({ of }: { of: AdminTab | Tool | 'all' }) {
  const may = useStore($may)
  return hasCount(of) && may('console') && <Count of={of} />
}

function Count({ of }: { of: keyof typeof words }) {
  const pending = useStore($pendingOwn)
  if (pending === null) return null
  const count = pending
    .filter(({ topic }) => of === 'all' || of === (topic === 'appeals' ? 'moderation' : topic))
    .reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return null
  return (
    <span className="rail-count">
      {count.toLocaleString('en-US')} <span className="visually-hidden">{words[of]}</span>
    </span>
  )
}

/** The way back to the tab where a person was before they came to another tool. */
export function BackToConsole() {
  const [place, setPlace] = useState<{ href: string; label: string }>({ href: paths.admin, label: 'Dashboard' })
  useEffect(() => setPlace(lastPlace()), [])
  return (
    <a className="to-console" href={place.href}>
      <Icon name="previous" size={16} /> Back to {place.label}
    </a>
  )
}
