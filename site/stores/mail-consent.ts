import { atom } from 'nanostores'
import type * as api from '../../contract/mail-consents.ts'
import { call, explain, sentenceOf } from '../lib/api.ts'
import { linkToken } from '../lib/link-token.ts'
import { mailConsentMessages } from '../lib/mail-consent-messages.ts'
import type { Message } from '../lib/messages.ts'
import { onBrowserMount } from './browser-mount.ts'
import { createForm } from './form.ts'
import { showError, showToast } from './toasts.ts'

export type MailConsentState =
  | { step: 'loading' | 'no-token' | 'failed' }
  | { step: 'rejected'; sentence: string }
  | { step: 'erased' }
  | {
      step: 'subscribed' | 'unsubscribed'
      chosen: api.MailChoices
      busy: 'unsubscribe' | 'resubscribe' | 'choose' | null
    }

export const $mailConsent = atom<MailConsentState>({ step: 'loading' })

const show = (consent: api.MailConsent, chosen?: api.MailChoices) =>
  $mailConsent.set(
    consent.status === 'erased'
      ? { step: 'erased' }
      : { step: consent.status, chosen: chosen ?? consent.choices, busy: null },
  )

/** Opening the page changes nothing, because mail programs open links too. */
export async function loadMailConsent(): Promise<void> {
  const token = linkToken()
  if (token === '') return $mailConsent.set({ step: 'no-token' })
  try {
    show(await call<typeof api.readMailConsent>('POST', '/api/mail-consents/read', { body: { token } }))
  } catch (error) {
    const sentence = sentenceOf(error)
    $mailConsent.set(sentence === null ? { step: 'failed' } : { step: 'rejected', sentence })
  }
}
onBrowserMount($mailConsent, () => void loadMailConsent())

export function chooseMail(name: keyof api.MailChoices, isOn: boolean): void {
  const state = $mailConsent.get()
  if ('chosen' in state) $mailConsent.set({ ...state, chosen: { ...state.chosen, [name]: isOn } })
}

async function change(
  busy: 'unsubscribe' | 'resubscribe' | 'choose',
  done: Message,
  send: (token: string, choices: api.MailChoices) => Promise<api.MailConsent>,
): Promise<void> {
  const state = $mailConsent.get()
  if (!('chosen' in state) || state.busy !== null) return
  $mailConsent.set({ ...state, busy })
  try {
    const consent = await send(linkToken(), state.chosen)
    const now = $mailConsent.get()
    // Choices made since then stay.
    show(consent, 'chosen' in now && now.chosen !== state.chosen ? now.chosen : undefined)
    showToast(done)
  } catch (error) {
    showError(explain(mailConsentMessages.failed, error))
    const now = $mailConsent.get()
    if ('chosen' in now) $mailConsent.set({ ...now, busy: null })
  }
}

/** For people without a link: it is mailed to them. */
export const mailLinkForm = createForm({
  required: ['email'],
  failed: mailConsentMessages.mailFailed,
  done: mailConsentMessages.mailed,
  send: (read) =>
    call<typeof api.requestMailLink>('POST', '/api/mail-consents/link', { body: { email: read('email') } }),
})

export const unsubscribeNow = () =>
  change('unsubscribe', mailConsentMessages.unsubscribed, (token) =>
    call<typeof api.unsubscribe>('POST', '/api/mail-consents/unsubscribe', { body: { token } }),
  )
export const subscribeAgain = () =>
  change('resubscribe', mailConsentMessages.subscribed, (token) =>
    call<typeof api.resubscribe>('POST', '/api/mail-consents/resubscribe', { body: { token } }),
  )
export const saveMailChoices = () =>
  change('choose', mailConsentMessages.saved, (token, choices) =>
    call<typeof api.changeMailChoices>('PUT', '/api/mail-consents/choices', { body: { token, choices } }),
  )
