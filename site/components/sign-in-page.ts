import { touchFailed } from '../islands/island-events.ts'
import { keepsCookies } from '../lib/keeps-cookies.ts'
import { showError } from '../stores/toasts.ts'

const pause = 200 // ms: what people came for first

/**
 * The sign-in page’s work before the visitor touches its form: the browser offers passkeys in the email field, and a
 * toast appears when the form’s script could not be loaded.
 */
export function startSignInPage(): void {
  const place = document.querySelector<HTMLElement>('[data-failed]')
  void markMissingProviders()
  place?.addEventListener(touchFailed, () => showError(JSON.parse(place.dataset.failed ?? '')))
  if (typeof PublicKeyCredential === 'undefined' || !keepsCookies()) return
  const offer = async () => (await import('../stores/sign-in/passkey.ts')).offer()
  // Without the script, the button still works.
  setTimeout(() => void offer().catch(() => {}), pause)
}

/** Lets the styles say which providers are not set up; without an answer the provider’s own page does. */
async function markMissingProviders(): Promise<void> {
  const answer = await fetch('/api/auth/providers').catch(() => null)
  if (!answer?.ok) return
  const isSetUp: { [provider: string]: boolean } = await answer.json()
  const missing = Object.keys(isSetUp).filter((provider) => !isSetUp[provider])
  document.documentElement.dataset.notSetUp = missing.join(' ')
}
