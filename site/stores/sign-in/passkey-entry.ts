import type { CurrentUser } from '../../../contract/auth.ts'
import { messages } from '../../lib/messages.ts'
import { showError } from '../toasts.ts'
import { hasCookiesOrSays } from './cookies.ts'

/** The passkey code is loaded when it is used, because most people type a password. */
const asking = () => import('./passkey.ts')

export async function signInWithPasskey(onSignedIn?: (user: CurrentUser) => void): Promise<void> {
  if (!hasCookiesOrSays()) return
  try {
    await (await asking()).signIn(onSignedIn)
  } catch {
    showError(messages.passkeys.signInFailed)
  }
}
