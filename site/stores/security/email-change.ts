import { atom } from 'nanostores'
import type { requestEmailChange, verifyEmailChange } from '../../../contract/auth-email.ts'
import { call, explain, sentenceOf } from '../../lib/api.ts'
import { takeLinkToken } from '../../lib/link-token.ts'
import { messages } from '../../lib/messages.ts'
import { noAnswer } from '../../lib/no-answer.ts'
import { paths, settingsPath } from '../../lib/paths.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createForm } from '../form.ts'
import { $session, loadSession } from '../session.ts'
import { showError, showToast, showToastOnNextPage } from '../toasts.ts'

/** Where the last link was sent; null: none from this page. */
export const $confirmationSentTo = atom<string | null>(null)

const emailForm = (required: string[]) =>
  createForm({
    required,
    verbatim: ['currentPassword'],
    failed: messages.emailChange.failed,
    showsServerMessage: true,
    async send(read) {
      const email = read('email')
      const currentPassword = read('currentPassword')
      const body = { email, ...(currentPassword !== '' && { currentPassword }) }
      await call<typeof requestEmailChange>('POST', '/api/auth/email-change', { body })
      $confirmationSentTo.set(email)
      showToast(messages.emailChange.sent(email))
    },
  })

export const emailFormWithPassword = emailForm(['email', 'currentPassword'])
export const emailFormAfterSignIn = emailForm(['email'])

type ConfirmationState = { status: 'ready' | 'sending'; token: string } | { status: 'rejected'; sentence: string }
export const $confirmation = atom<ConfirmationState>({ status: 'ready', token: '' })

// Takes the token out of the address. Only the owner of the account can confirm; others sign in first and come back.
onBrowserMount($confirmation, () => {
  const token = takeLinkToken()
  if (token === '') return
  $confirmation.set({ status: 'ready', token })
  void requireSignedIn(token)
})

async function requireSignedIn(token: string): Promise<void> {
  await loadSession()
  if ($session.get().status !== 'signed-out') return
  const next = `${paths.confirmEmail}?${new URLSearchParams({ token })}`
  location.replace(`${paths.login}?${new URLSearchParams({ next })}`)
}

export async function confirmEmail(): Promise<void> {
  const state = $confirmation.get()
  if (state.status !== 'ready') return
  const { token } = state
  $confirmation.set({ status: 'sending', token })
  try {
    await call<typeof verifyEmailChange>('POST', '/api/auth/email-change/verify', { body: { token } })
    showToastOnNextPage(messages.emailChange.done)
    location.replace(settingsPath('security'))
  } catch (error) {
    $confirmation.set({ status: 'rejected', sentence: sentenceOf(error) ?? noAnswer(error) })
    showError(explain(messages.emailChange.failed, error))
  }
}
