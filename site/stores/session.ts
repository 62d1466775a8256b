import { atom, onSet } from 'nanostores'
import type { AuthStatus, CurrentUser, logout, readAuthStatus } from '../../contract/auth.ts'
import { pageUserHeader } from '../../records/http/page-user-header.ts'
import { call, explain, pageHeaders, sessionEvents } from '../lib/api.ts'
import { withStorage } from '../lib/browser-storage.ts'
import { messages } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { hasSessionCookie } from '../lib/session-cookie.ts'
import { onBrowserMount } from './browser-mount.ts'
import { dropDrafts } from './forum/drafts.ts'
import { showError, showToastOnNextPage } from './toasts.ts'

export type Session =
  | { status: 'unknown' }
  | { status: 'signed-out' }
  | ({ status: 'signed-in'; user: CurrentUser } & Pick<AuthStatus, 'rights' | 'events' | 'secondFactorDue'>)
  | { status: 'unreachable' }

export const $session = atom<Session>({ status: 'unknown' })

/** The user for whom the page was drawn. */
let owner: CurrentUser | null = null
onSet($session, ({ newValue }) => {
  if (newValue.status !== 'signed-in') return
  owner = newValue.user
  pageHeaders[pageUserHeader] = String(owner.id)
})

/** Who is signed in now that the owner of the page is not; `user` null: no one is. */
export const $change = atom<{ owner: CurrentUser; user: CurrentUser | null } | null>(null)

const userKey = 'user'

/** Other tabs hear of it when another user has signed in, or this one has signed out. */
const tellOtherTabs = (user: CurrentUser | null) =>
  withStorage('localStorage', (storage) =>
    user ? storage.setItem(userKey, String(user.id)) : storage.removeItem(userKey),
  )

let asked: Promise<void> | undefined

/** Asks once per page who is signed in; pages of visitors make no request. */
export function loadSession(): Promise<void> {
  asked ??= firstLook()
  return asked
}

async function firstLook(): Promise<void> {
  addEventListener('pageshow', ({ persisted }) => persisted && void leaveIfAnothers())
  document.addEventListener('visibilitychange', () => !document.hidden && void lookAgain())
  addEventListener('storage', ({ key }) => key === userKey && void lookAgain())
  addEventListener(sessionEvents.anotherUser, () => void lookAgain())
  if (hasSessionCookie()) await refreshSession()
  else $session.set({ status: 'signed-out' })
  if (owner) tellOtherTabs(owner)
}

/** Looks whether the page still belongs to who is signed in. It stays as it is, with what was typed. */
async function lookAgain(): Promise<void> {
  if (owner === null) return
  try {
    const user = hasSessionCookie() ? (await whoIsSignedIn()).user : null
    $change.set(user?.id === owner.id ? null : { owner, user })
  } catch {
    // The server refuses what this page sends for anyone else.
  }
}

const whoIsSignedIn = () => call<typeof readAuthStatus>('GET', '/api/auth/status')

/** A page that the browser kept alive and shows again (Back, Forward) must not show an ended session’s content. */
async function leaveIfAnothers(): Promise<void> {
  const before = $session.get()
  if (before.status === 'signed-out') return
  if (hasSessionCookie()) await refreshSession()
  else $session.set({ status: 'signed-out' })
  const now = $session.get()
  const isTheirs = $change.get() === null
  if (isTheirs && now.status === 'signed-in' && (before.status !== 'signed-in' || before.user.id === now.user.id))
    return
  document.body.hidden = true // until the browser has loaded it again
  location.reload()
}

onBrowserMount($session, () => void loadSession())

/** Shows the signed-in person as they are after a change of their own. */
export function showUser(user: CurrentUser): void {
  const session = $session.get()
  $session.set(session.status === 'signed-in' ? { ...session, user } : { status: 'signed-in', user })
}

export async function refreshSession(): Promise<void> {
  try {
    const { user, ...status } = await whoIsSignedIn()
    // The page keeps its owner and their input.
    if (owner !== null && user !== null && user.id !== owner.id) $change.set({ owner, user })
    else $session.set(user === null ? { status: 'signed-out' } : { ...status, status: 'signed-in', user })
  } catch {
    // The page of a known person stays, with their input.
    if ($session.get().status !== 'signed-in') $session.set({ status: 'unreachable' })
  }
}

export async function signOut(): Promise<void> {
  try {
    await call<typeof logout>('POST', '/api/auth/logout')
  } catch (error) {
    showError(explain(messages.logout.failed, error))
    return
  }
  dropDrafts()
  tellOtherTabs(null)
  showToastOnNextPage(messages.logout.done)
  location.assign(paths.home)
}
