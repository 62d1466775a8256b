import { atom } from 'nanostores'
import type * as api from '../../../contract/auth-second-factor.ts'
import { call } from '../../lib/api.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { saveFile } from '../../lib/save-file.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { runExclusively } from '../exclusive.ts'
import { createForm, type Read } from '../form.ts'
import { showError, showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'
import { sessions } from './sessions.ts'
import { answerForProof } from './ways-to-prove.ts'

const failed = messages.secondFactor.failed

/** The state of the panel. The secret and the recovery codes are shown once and stored nowhere else. */
type SecondFactorView =
  | { step: 'loading' }
  | { step: 'unreachable' }
  | { step: 'off' }
  | { step: 'setting-up'; setup: api.SecondFactorSetup }
  | { step: 'codes-shown'; codes: string[] }
  | { step: 'on'; state: api.SecondFactorState }

export const $secondFactor = atom<SecondFactorView>({ step: 'loading' })

/** Waiting for the server, or for a passkey. */
export const $isTurning = atom(false)

const show = (state: api.SecondFactorState) => $secondFactor.set(state.isOn ? { step: 'on', state } : { step: 'off' })

export async function loadSecondFactor(): Promise<void> {
  // A set-up started in between, and new codes, are shown only once.
  const isAsked = unchanged($secondFactor)
  try {
    const state = await call<typeof api.readSecondFactor>('GET', '/api/auth/second-factor')
    if (isAsked()) show(state)
  } catch {
    if (isAsked()) $secondFactor.set({ step: 'unreachable' })
  }
}

// Returning to the tab must not lose content that is shown only once.
onBrowserMount($secondFactor, () => {
  const { step } = $secondFactor.value
  if (step !== 'setting-up' && step !== 'codes-shown') void loadSecondFactor()
})

const form = (required: string[], send: (read: Read) => Promise<void>) =>
  createForm({ required, verbatim: ['currentPassword'], failed, showsServerMessage: true, send })

async function begin(read: Read): Promise<void> {
  const currentPassword = read('currentPassword')
  const body = currentPassword === '' ? {} : { currentPassword }
  const setup = await call<typeof api.beginSecondFactor>('POST', '/api/auth/second-factor/setup', { body })
  $secondFactor.set({ step: 'setting-up', setup })
}
export const beginFormWithPassword = form(['currentPassword'], begin)
/** For people who signed in a few minutes ago. */
export const beginFormAfterSignIn = form([], begin)

const codes = (url: '/api/auth/second-factor/turn-on' | '/api/auth/second-factor/recovery-codes', done: Message) =>
  form(['code'], async (read) => {
    const { recoveryCodes } = await call<typeof api.turnOnSecondFactor | typeof api.renewRecoveryCodes>('POST', url, {
      body: { code: read('code') },
    })
    showCodes(recoveryCodes, done)
  })
export const turnOnForm = codes('/api/auth/second-factor/turn-on', messages.secondFactor.on)
export const renewForm = codes('/api/auth/second-factor/recovery-codes', messages.secondFactor.renewed)

export const turnOffForm = form(['code'], async (read) => {
  const body = { code: read('code') }
  show(await call<typeof api.turnOffSecondFactor>('POST', '/api/auth/second-factor/turn-off', { body }))
  showToast(messages.secondFactor.off)
})

function showCodes(recoveryCodes: string[], done: Message): void {
  $secondFactor.set({ step: 'codes-shown', codes: recoveryCodes })
  showToast(done)
  sessions.invalidate()
}

export const turnOnByPasskeys = () =>
  runExclusively($isTurning, failed, async () => {
    const answer = await call<typeof api.turnOnWithPasskeys>('POST', '/api/auth/second-factor/turn-on/passkeys')
    showCodes(answer.recoveryCodes, messages.secondFactor.on)
  })

/** Replaces a code. */
export const renewByPasskey = () =>
  runExclusively($isTurning, failed, async () => {
    const credential = await answerForProof()
    if (credential === null) return
    const body = { credential }
    const answer = await call<typeof api.renewRecoveryCodes>('POST', '/api/auth/second-factor/recovery-codes', { body })
    showCodes(answer.recoveryCodes, messages.secondFactor.renewed)
  })

export const turnOffByPasskey = () =>
  runExclusively($isTurning, failed, async () => {
    const credential = await answerForProof()
    if (credential === null) return
    show(
      await call<typeof api.turnOffSecondFactor>('POST', '/api/auth/second-factor/turn-off', { body: { credential } }),
    )
    showToast(messages.secondFactor.off)
  })

const sheet = (recoveryCodes: string[]) => `${recoveryCodes.join('\n')}\n`

export async function copyCodes(recoveryCodes: string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(sheet(recoveryCodes))
    showToast(messages.secondFactor.copied)
  } catch {
    showError(messages.secondFactor.copyFailed)
  }
}

export const downloadCodes = (recoveryCodes: string[]) =>
  saveFile('recovery-codes.txt', new Blob([sheet(recoveryCodes)], { type: 'text/plain' }))
