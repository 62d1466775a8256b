import { atom, computed } from 'nanostores'
import { messages } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { $session, loadSession } from '../session.ts'
import { showToastOnNextPage } from '../toasts.ts'

/** The console's tabs; the id is the one in the address. */
export const adminTabs = [
  { id: 'prayers', label: 'Prayers' },
  { id: 'endorsements', label: 'Endorsements' },
  { id: 'news', label: 'News' },
  { id: 'campaign-events', label: 'Events' },
  { id: 'forum', label: 'Forum' },
  { id: 'actions', label: 'Actions' },
] as const
export type AdminTab = (typeof adminTabs)[number]['id']

export const $tab = atom<AdminTab>('prayers')

const isTab = (word: unknown): word is AdminTab => adminTabs.some(({ id }) => id === word)

/** Opens a tab and puts it in the address, so it can be bookmarked and shared. */
export function chooseTab(word: unknown) {
  if (!isTab(word)) return
  $tab.set(word)
  history.replaceState(null, '', `${paths.admin}?tab=${word}`)
}

export const $access = computed($session, (session) => {
  switch (session.status) {
    case 'unknown':
      return 'checking'
    case 'unreachable':
      return 'unreachable'
    case 'signed-out':
      return 'denied'
    case 'signed-in':
      return session.user.isAdmin ? 'granted' : 'denied'
  }
})

// Opens the tab in the address.
onBrowserMount($tab, () => {
  const word = new URLSearchParams(location.search).get('tab')
  if (isTab(word)) $tab.set(word)
})

onBrowserMount($access, () => void sendOthersHome())

async function sendOthersHome(): Promise<void> {
  await loadSession()
  if ($access.get() !== 'denied') return
  showToastOnNextPage(messages.admin.denied, 'destructive')
  location.replace(paths.home)
}
