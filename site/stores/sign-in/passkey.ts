import { atom } from 'nanostores'
import type { CurrentUser } from '../../../contract/auth.ts'
import type * as api from '../../../contract/auth-passkeys.ts'
import { ApiError, call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { greetingName } from '../../lib/names.ts'
import { answerByPasskey, canOfferPasskeys, hasPasskeys, isDeclined } from '../../lib/passkeys.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { runExclusively } from '../exclusive.ts'
import { showError } from '../toasts.ts'
import { $passkeyBusy } from './passkey-busy.ts'
import { completeSignIn } from './sign-in.ts'

type OnSignedIn = (user: CurrentUser) => void

const enter: OnSignedIn = (user) => completeSignIn(user, messages.login.done(greetingName(user)))
const begin = () => call<typeof api.beginPasskeySignIn>('POST', '/api/auth/passkey/options')
const finish = async (credential: api.PasskeyAnswer) =>
  (await call<typeof api.passkeySignIn>('POST', '/api/auth/passkey', { body: { credential } })).user

const withPasskey = (work: () => Promise<CurrentUser>, onSignedIn: OnSignedIn) =>
  runExclusively($passkeyBusy, messages.passkeys.signInFailed, async () => {
    if (!hasPasskeys()) return showError(messages.passkeys.unavailable)
    try {
      onSignedIn(await work())
    } catch (error) {
      if (!isDeclined(error)) throw error
      showError(messages.passkeys.declined)
    }
  })

export const signIn = (onSignedIn: OnSignedIn = enter) =>
  withPasskey(async () => finish(await answerByPasskey(await begin())), onSignedIn)

/** A challenge lasts five minutes; a page may be open for longer. */
const renewal = 4 * 60 * 1000

/** Lets the browser offer passkeys in the email field, for as long as the page is open. */
export function offer(): void {
  const start = async () => {
    if (document.hidden || $passkeyBusy.get() || !(await canOfferPasskeys())) return
    // The visitor did not request it: if the server or the browser does not answer, the other ways still work.
    const request = await begin().catch(() => null)
    if (request === null) return
    const credential = await answerByPasskey(request, { isOffered: true }).catch(() => null)
    if (credential !== null) await withPasskey(() => finish(credential), enter)
  }
  void start()
  setInterval(start, renewal)
}

/** The available second steps; null until loaded, 'none-pending' when there is no first step. */
export type StepChoice = { hasPasskeys: boolean; hasApp: boolean }
export const $stepChoice = atom<StepChoice | 'none-pending' | null>(null)

const beginStep = () => call<typeof api.beginPasskeyStep>('POST', '/api/auth/second-factor/passkey/options')

onBrowserMount($stepChoice, () => void readChoice())

async function readChoice(): Promise<void> {
  try {
    const { request, hasApp } = await beginStep()
    $stepChoice.set({ hasPasskeys: request !== null && hasPasskeys(), hasApp })
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return $stepChoice.set('none-pending')
    // Without a name for the site there are no passkeys; if it is too late to use one, the form says so.
    $stepChoice.set({ hasPasskeys: false, hasApp: true })
  }
}

export const stepWithPasskey = (onSignedIn: OnSignedIn) =>
  withPasskey(async () => {
    const { request } = await beginStep()
    if (request === null) throw new Error('The passkeys of this account were removed.')
    const body = { credential: await answerByPasskey(request) }
    return (await call<typeof api.verifyPasskeyStep>('POST', '/api/auth/second-factor/passkey', { body })).user
  }, onSignedIn)

export const enterWithPasskeyStep = () => stepWithPasskey(enter)
