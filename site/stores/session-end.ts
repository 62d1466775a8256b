import { atom } from 'nanostores'
import type { CurrentUser, readAuthStatus } from '../../contract/auth.ts'
import { call, sessionEvents } from '../lib/api.ts'
import { messages } from '../lib/messages.ts'
import { onBrowserMount } from './browser-mount.ts'
import { $session } from './session.ts'
import { showToast } from './toasts.ts'

export type ResumeStep = 'password' | 'code'

/** The step of signing in again on a page whose session has ended; null while there is nothing to do. */
export const $resumeStep = atom<ResumeStep | null>(null)

onBrowserMount($resumeStep, () => {
  const ask = () => {
    if ($resumeStep.get() === null) $resumeStep.set('password')
  }
  // People may have signed in in another tab.
  const look = () => {
    if (!document.hidden && $resumeStep.get() !== null) void resumeIfSignedIn()
  }
  addEventListener(sessionEvents.ended, ask)
  document.addEventListener('visibilitychange', look)
  return () => {
    removeEventListener(sessionEvents.ended, ask)
    document.removeEventListener('visibilitychange', look)
  }
})

async function resumeIfSignedIn(): Promise<void> {
  try {
    const { user } = await call<typeof readAuthStatus>('GET', '/api/auth/status')
    const page = $session.get()
    if (user !== null && page.status === 'signed-in' && page.user.id === user.id) resume(user)
  } catch {
    // They can still sign in here.
  }
}

/** The same admin continues in place; anyone else gets a page of their own. */
export function resume(user: CurrentUser): void {
  const before = $session.get()
  if (before.status !== 'signed-in' || before.user.id !== user.id || !user.isAdmin) {
    location.reload()
    return
  }
  $session.set({ status: 'signed-in', user })
  $resumeStep.set(null)
  showToast(messages.sessionEnd.resumed)
  dispatchEvent(new Event(sessionEvents.resumed))
}
