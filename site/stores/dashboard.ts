import { paths } from '../lib/paths.ts'
import { $session, loadSession } from './session.ts'

/** The dashboard is for those who are signed in; everyone else is led to the sign-in and back. */
export async function openDashboard(): Promise<void> {
  await loadSession()
  if ($session.get().status === 'signed-out') location.replace(`${paths.login}?next=${paths.dashboard}`)
}
