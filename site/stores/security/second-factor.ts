import { atom } from 'nanostores'
import type {
  beginSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  SecondFactorSetup,
  SecondFactorState,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '../../../contract/auth-second-factor.ts'
import { call } from '../../lib/api.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { saveFile } from '../../lib/save-file.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createForm, type Read } from '../form.ts'
import { showError, showToast } from '../toasts.ts'
import { sessions } from './sessions.ts'

/** Where the person is: what they see once, secret and recovery codes, is kept nowhere else. */
type SecondFactorView =
  | { step: 'loading' }
  | { step: 'unreachable' }
  | { step: 'off' }
  | { step: 'setting-up'; setup: SecondFactorSetup }
  | { step: 'codes-shown'; codes: string[] }
  | { step: 'on'; state: SecondFactorState }

export const $secondFactor = atom<SecondFactorView>({ step: 'loading' })

const show = (state: SecondFactorState) => $secondFactor.set(state.isOn ? { step: 'on', state } : { step: 'off' })

export async function loadSecondFactor(): Promise<void> {
  try {
    show(await call<typeof readSecondFactor>('GET', '/api/auth/second-factor'))
  } catch {
    $secondFactor.set({ step: 'unreachable' })
  }
}

// Coming back to the tab must not take away what is shown once.
onBrowserMount($secondFactor, () => {
  const { step } = $secondFactor.value
  if (step !== 'setting-up' && step !== 'codes-shown') void loadSecondFactor()
})

const failed = messages.secondFactor.failed
const form = (required: string[], send: (read: Read) => Promise<void>) =>
  createForm({ required, verbatim: ['currentPassword'], failed, showsServerMessage: true, send })

async function begin(read: Read): Promise<void> {
  const currentPassword = read('currentPassword')
  const body = currentPassword === '' ? {} : { currentPassword }
  const setup = await call<typeof beginSecondFactor>('POST', '/api/auth/second-factor/setup', { body })
  $secondFactor.set({ step: 'setting-up', setup })
}
export const beginFormWithPassword = form(['currentPassword'], begin)
/** For somebody who signed in within the last minutes. */
export const beginFormAfterSignIn = form([], begin)

const codes = (url: '/api/auth/second-factor/turn-on' | '/api/auth/second-factor/recovery-codes', done: Message) =>
  form(['code'], async (read) => {
    const { recoveryCodes } = await call<typeof turnOnSecondFactor | typeof renewRecoveryCodes>('POST', url, {
      body: { code: read('code') },
    })
    $secondFactor.set({ step: 'codes-shown', codes: recoveryCodes })
    showToast(done)
    sessions.invalidate()
  })
export const turnOnForm = codes('/api/auth/second-factor/turn-on', messages.secondFactor.on)
export const renewForm = codes('/api/auth/second-factor/recovery-codes', messages.secondFactor.renewed)

export const turnOffForm = form(['code'], async (read) => {
  const body = { code: read('code') }
  show(await call<typeof turnOffSecondFactor>('POST', '/api/auth/second-factor/turn-off', { body }))
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
