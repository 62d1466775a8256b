import { atom } from 'nanostores'
import type { CurrentUser } from '../../../contract/auth.ts'
import { messages } from '../../lib/messages.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { showError } from '../toasts.ts'

/** While an island shows it, the browser offers passkeys in the email field. */
export const $passkeyOffer = atom(null)

/** What asks them is loaded when it is used: most people type a password. */
const asking = () => import('./passkey.ts')

export async function signInWithPasskey(onSignedIn?: (user: CurrentUser) => void): Promise<void> {
  try {
    await (await asking()).signIn(onSignedIn)
  } catch {
    showError(messages.passkeys.signInFailed)
  }
}

onBrowserMount($passkeyOffer, () => {
  let isOpen = true
  let stop = () => {}
  // What people came for first.
  const starting = setTimeout(async () => {
    if (typeof PublicKeyCredential === 'undefined') return
    const { offer } = await asking()
    if (isOpen) stop = offer()
  }, 200)
  return () => {
    isOpen = false
    clearTimeout(starting)
    stop()
  }
})
