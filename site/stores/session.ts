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
  asked ??= hasSessionCookie() ? refreshSession() : Promise.resolve($session.set({ status: 'signed-out' }))
  return asked
}

onBrowserMount($session, () => void loadSession())

export async function refreshSession(): Promise<void> {
  try {
    const { user, secondFactorDue } = await call<typeof readAuthStatus>('GET', '/api/auth/status')
    $session.set(user === null ? { status: 'signed-out' } : { status: 'signed-in', user, secondFactorDue })
  } catch {
    // The page of a person we know stays, with what they typed.
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
