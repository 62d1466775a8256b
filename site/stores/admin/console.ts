import { atom, computed } from 'nanostores'
import { reviewedWords } from '../../../contract/topic-words.ts'
import { asOfHeader } from '../../../records/http/as-of-header.ts'
import type { StaffRight } from '../../../records/staff-rights.ts'
import { pageHeaders, sessionEvents } from '../../lib/api.ts'
import { withStorage } from '../../lib/browser-storage.ts'
import type { IconName } from '../../lib/icons.ts'
import { incompleteMessage, incompleteRows } from '../../lib/incomplete-rows.ts'
import { messages } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { $isStaff, $may } from '../rights.ts'
import { $session, loadSession, refreshSession } from '../session.ts'
import { showError, showToastOnNextPage } from '../toasts.ts'

/** `rights`: each of these opens it, or a group of them together; an empty list: it is for all staff. */
type Tab = { id: string; label: string; icon: IconName; rights: readonly (StaffRight | readonly StaffRight[])[] }

/** The console's tabs in the order of administration §2; the id is the one in the address. */
export const adminTabs = [
  { id: 'dashboard', label: 'Dashboard', icon: 'gauge', rights: [] },
  { id: 'users', label: 'Users', icon: 'user', rights: ['people'] },
  { id: 'volunteers', label: 'Volunteers', icon: 'people', rights: ['volunteers'] },
  { id: 'emails', label: 'Emails', icon: 'mail', rights: ['people'] },
  ...reviewedWords.map(({ topic, reviewed: { label, icon } }) => ({ id: topic, label, icon, rights: [topic] })),
  { id: 'news', label: 'News', icon: 'scroll', rights: ['news'] },
  { id: 'campaign-events', label: 'Events', icon: 'calendar', rights: ['events'] },
  { id: 'forum', label: 'Forum', icon: 'chat', rights: ['forum'] },
  { id: 'genetics', label: 'Genetics', icon: 'branches', rights: ['page-tests'] },
  { id: 'traffic', label: 'Traffic', icon: 'chart', rights: ['figures', 'operations', 'short-links'] },
  { id: 'actions', label: 'Actions', icon: 'history', rights: [['actions', 'colleagues']] },
] as const satisfies Tab[]
export type AdminTab = (typeof adminTabs)[number]['id']

/** The tab 'campaign-events' is called Events, in addresses too. */
const wordOf = (tab: AdminTab) => (tab === 'campaign-events' ? 'events' : tab)

/** The selected tab; null: the address names one that does not exist. */
export const $tab = atom<AdminTab | null>('dashboard')

const isTab = (word: unknown): word is AdminTab => adminTabs.some(({ id }) => id === word)

/** The tab that an address names; without one, the dashboard. */
export function tabIn(search: string): AdminTab | null {
  const word = new URLSearchParams(search).get('tab')
  if (word === null) return 'dashboard'
  if (word === 'events') return 'campaign-events'
  return isTab(word) ? word : null
}

const pastWord = 'asOf'
/**
 * The position of the event log that this page shows; null: now. Another one is another page, so that no row, count or
 * button of now stays on the screen of the past.
 */
export const asOf =
  typeof location === 'undefined'
    ? null
    : (new URLSearchParams(location.search).get(pastWord)?.replace(/[^\d/]/g, '') ?? null)
export const isPast = asOf !== null
if (asOf !== null) pageHeaders[asOfHeader] = asOf

/** Time of this page: in the past, that of the event that is shown. */
export const pageClock = { now: () => Date.now() }

/** True when the past can be read; the band (AsOfBand.tsx) finds out. */
export const $isReadable = atom(!isPast)
/** The dialog that asks for a moment is open. */
export const $isChoosingMoment = atom(false)

/** Where the same tab is as of another position, or now. */
export function addressAsOf(position: string | null): string {
  const words = new URLSearchParams(location.search)
  words.delete('page')
  if (position === null) words.delete(pastWord)
  else words.set(pastWord, position)
  return `${paths.admin}?${words}`
}

/** Keeps an address of the console in the past. */
const inThisPast: [string, string][] = asOf === null ? [] : [[pastWord, asOf]]

/** The last state of each tab: its search, sort, filters and page. */
const addresses = new Map<AdminTab, string>()

/** Opens a tab in its last state. */
export function chooseTab(word: unknown): void {
  const now = $tab.get()
  if (!isTab(word) || word === now) return
  if (now !== null) addresses.set(now, location.search)
  const address = addresses.get(word)
  history.pushState(null, '', address === undefined ? tabAddress(word) : paths.admin + address)
  $tab.set(word)
}

export const tabAddress = (tab: AdminTab, query: [string, string][] = []) =>
  `${paths.admin}?${new URLSearchParams([['tab', wordOf(tab)], ...query, ...inThisPast])}`

/** Opens a tab with this query, such as the waiting rows. */
export function openTab(tab: AdminTab, query: [string, string][]): void {
  const now = $tab.get()
  if (now !== null) addresses.set(now, location.search)
  history.pushState(null, '', tabAddress(tab, query))
  $tab.set(tab)
}

const placeKey = 'console-place'

/** The tab where this person was last, as they left it. */
export function lastPlace(): { href: string; label: string } {
  const search = withStorage('sessionStorage', (storage) => storage.getItem(placeKey)) ?? ''
  const tab = adminTabs.find(({ id }) => id === tabIn(search)) ?? adminTabs[0]
  return { href: paths.admin + search, label: tab.label }
}

/** The tabs that this person may open, named after what they find there. */
export const $ownTabs = computed($may, (may) =>
  adminTabs
    .filter(({ rights }) => rights.length === 0 || rights.some((right) => may(...[right].flat())))
    .map(({ id, label, icon }) => ({
      id,
      label: id === 'traffic' && !may('figures') && !may('operations') ? 'Short links' : label,
      icon,
    })),
)

export const $access = computed([$session, $isStaff], ({ status }, isStaff) => {
  switch (status) {
    case 'unknown':
      return 'checking'
    case 'unreachable':
      return 'unreachable'
    case 'signed-out':
      return 'denied'
    case 'signed-in':
      return isStaff ? 'granted' : 'denied'
  }
})

const laterKey = 'second-factor-later'
/** Admins who chose to set up two-step sign-in later, in this tab. */
const $isLater = atom(false)

/** Two-step sign-in has to be set up: before anything else, or by the next sign-in. */
export const $secondFactorDue = computed([$session, $isLater], (session, isLater) => {
  const due = (session.status === 'signed-in' && session.secondFactorDue) || null
  return due === 'soon' && isLater ? null : due
})

export function setUpLater(): void {
  withStorage('sessionStorage', (storage) => storage.setItem(laterKey, 'true'))
  $isLater.set(true)
}

onBrowserMount($secondFactorDue, () => {
  $isLater.set(withStorage('sessionStorage', (storage) => storage.getItem(laterKey)) !== null)
  // The page that was open before.
  const look = () => void refreshSession()
  addEventListener(sessionEvents.secondFactorNeeded, look)
  return () => removeEventListener(sessionEvents.secondFactorNeeded, look)
})

onBrowserMount($tab, () => {
  const follow = () => $tab.set(tabIn(location.search))
  follow()
  const remember = () => withStorage('sessionStorage', (storage) => storage.setItem(placeKey, location.search))
  addEventListener('popstate', follow)
  addEventListener('pagehide', remember)
  return () => {
    removeEventListener('popstate', follow)
    removeEventListener('pagehide', remember)
  }
})

onBrowserMount($access, () => void sendOthersHome())

// The page leaves out what was lost.
onBrowserMount($access, () => {
  const look = () => void refreshSession()
  addEventListener(sessionEvents.rightLost, look)
  return () => removeEventListener(sessionEvents.rightLost, look)
})

// Staff can look up what an answer leaves out; visitors cannot, so their pages say nothing.
onBrowserMount($access, () => {
  const tell = () => showError(incompleteMessage)
  addEventListener(incompleteRows, tell)
  return () => removeEventListener(incompleteRows, tell)
})

async function sendOthersHome(): Promise<void> {
  await loadSession()
  if ($access.get() !== 'denied') return
  showToastOnNextPage(messages.admin.denied, 'destructive')
  location.replace(paths.home)
}
