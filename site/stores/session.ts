import { atom } from 'nanostores'
import type { CurrentUser, logout, readAuthStatus } from '../../contract/auth.ts'
import { call, explain } from '../lib/api.ts'
import { messages } from '../lib/messages.ts'
import { paths } from '../lib/paths.ts'
import { hasSessionCookie } from '../lib/session-cookie.ts'
import { onBrowserMount } from './browser-mount.ts'
import { dropDrafts } from './forum/drafts.ts'
import { showError, showToastOnNextPage } from './toasts.ts'

export type Session =
  | { status: 'unknown' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: CurrentUser; secondFactorDue?: 'soon' | 'now' | undefined }
  | { status: 'unreachable' }

export const $session = atom<Session>({ status: 'unknown' })

let asked: Promise<void> | undefined

/** Asks once per page who is signed in; pages of visitors make no request. */
export function loadSession(): Promise<void> {
  asked ??= firstLook()
  return asked
}

async function firstLook(): Promise<void> {
  addEventListener('pageshow', ({ persisted }) => persisted && void leaveIfAnothers())
  if (hasSessionCookie()) await refreshSession()
  else $session.set({ status: 'signed-out' })
}

/** A page that the browser kept alive and shows again (Back, Forward) must not show an ended session’s content. */
async function leaveIfAnothers(): Promise<void> {
  const before = $session.get()
  if (before.status === 'signed-out') return
  if (hasSessionCookie()) await refreshSession()
  else $session.set({ status: 'signed-out' })
  const now = $session.get()
  if (now.status === 'signed-in' && (before.status !== 'signed-in' || before.user.id === now.user.id)) return
  document.body.hidden = true // until the browser has loaded it again
  location.reload()
}

onBrowserMount($session, () => void loadSession())

export async function refreshSession(): Promise<void> {
  try {
    const { user, secondFactorDue } = await call<typeof readAuthStatus>('GET', '/api/auth/status')
    $session.set(user === null ? { status: 'signed-out' } : { status: 'signed-in', user, secondFactorDue })
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
  showToastOnNextPage(messages.logout.done)
  location.assign(paths.home)
}
