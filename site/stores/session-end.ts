import { atom } from 'nanostores'
import type { CurrentUser, readAuthStatus } from '../../contract/auth.ts'
import { call, sessionEvents } from '../lib/api.ts'
import { messages } from '../lib/messages.ts'
import { onBrowserMount } from './browser-mount.ts'
import { $isStaff } from './rights.ts'
import { $session, refreshSession } from './session.ts'
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
    if (user !== null && page.status === 'signed-in' && page.user.id === user.id) await resume(user)
  } catch {
    // They can still sign in here.
  }
}

/** The same person continues in place, with the rights that they have now; anyone else gets a page of their own. */
export async function resume(user: CurrentUser): Promise<void> {
  const before = $session.get()
  if (before.status !== 'signed-in' || before.user.id !== user.id) {
    location.reload()
    return
  }
  await refreshSession()
  $resumeStep.set(null)
  // The console says what was lost.
  if (!$isStaff.get()) return
  showToast(messages.sessionEnd.resumed)
  dispatchEvent(new Event(sessionEvents.resumed))
}
