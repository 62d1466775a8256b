import { signInFor } from '../../lib/paths.ts'
import { $session, loadSession } from '../session.ts'

/** For pages of those who are signed in; everyone else is led to the sign-in and back. True when somebody is. */
export async function requireSignIn(): Promise<boolean> {
  await loadSession()
  if ($session.get().status === 'signed-out') location.replace(signInFor(location))
  return $session.get().status === 'signed-in'
}
