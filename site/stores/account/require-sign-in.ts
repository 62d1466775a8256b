import { computed } from 'nanostores'
import { signInFor } from '../../lib/paths.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { $session, loadSession } from '../session.ts'

/** The session on pages that need one: people who are signed out are sent to sign in, and then back. */
export const $ownSession = computed($session, (session) => session)

onBrowserMount($ownSession, () => void requireSignIn())

async function requireSignIn(): Promise<void> {
  await loadSession()
  if ($session.get().status === 'signed-out') location.replace(signInFor(location))
}
