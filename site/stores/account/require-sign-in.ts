import { computed } from 'nanostores'
import { signInFor } from '../../lib/paths.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { $session, loadSession } from '../session.ts'

/** The session for pages of those who are signed in: everyone else is led to the sign-in and back. */
export const $ownSession = computed($session, (session) => session)

onBrowserMount($ownSession, () => void requireSignIn())

async function requireSignIn(): Promise<void> {
  await loadSession()
  if ($session.get().status === 'signed-out') location.replace(signInFor(location))
}
