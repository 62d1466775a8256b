import { atom } from 'nanostores'
import type * as api from '../../../contract/auth.ts'
import { ApiError, call, explain, sentenceOf } from '../../lib/api.ts'
import { linkRemovesPassword, takeLinkToken } from '../../lib/link-token.ts'
import { messages } from '../../lib/messages.ts'
import { greetingName } from '../../lib/names.ts'
import { noAnswer } from '../../lib/no-answer.ts'
import { afterSignIn, codePath, paths } from '../../lib/paths.ts'
import { hasSessionCookie } from '../../lib/session-cookie.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createForm } from '../form.ts'
import { $session, loadSession } from '../session.ts'
import { showError, showToast, showToastOnNextPage } from '../toasts.ts'
import { hasCookiesOrSays } from './cookies.ts'

/** Only this page has it, so the code from the email works nowhere else. */
let codeToken = ''

/** Where the last link was sent; null: none from this page. */
export const $linkSentTo = atom<string | null>(null)

/** Sent along, so the link leads where people wanted to go. */
function nextPage(): { next?: string } {
  const next = afterSignIn(location.search)
  return next === paths.dashboard ? {} : { next }
}

export const magicLinkForm = createForm({
  required: ['email'],
  failed: messages.magicLink.failed,
  missing: messages.magicLink.invalid,
  invalid: messages.magicLink.invalid,
  showsServerMessage: true,
  async send(read) {
    const email = read('email')
    $linkSentTo.set(null)
    const body = { email, ...nextPage() }
    codeToken = (await call<typeof api.sendMagicLink>('POST', '/api/auth/magic-link/send', { body })).codeToken
    $linkSentTo.set(email)
    showToast(messages.magicLink.sent)
  },
})

/** The code in the same mail, for people who read it on another device. */
export const magicLinkCodeForm = createForm({
  required: ['code'],
  failed: messages.login.failed,
  showsServerMessage: true,
  needsCookies: true,
  async send(read) {
    const body = { codeToken, code: read('code') }
    enter(await call<typeof api.verifyMagicLinkCode>('POST', '/api/auth/magic-link/code', { body }))
  },
})

/** For people who are signed in: a link that leads back to this page. */
export async function sendLinkTo(email: string): Promise<void> {
  try {
    const next = location.pathname + location.search
    await call<typeof api.sendMagicLink>('POST', '/api/auth/magic-link/send', { body: { email, next } })
    $linkSentTo.set(email)
    showToast(messages.magicLink.sent)
  } catch (error) {
    showError(explain(messages.magicLink.failed, error))
  }
}

type LinkState =
  | { status: 'ready' | 'sending'; token: string; removesPassword: boolean }
  | { status: 'rejected'; sentence: string }
export const $link = atom<LinkState>({ status: 'ready', token: '', removesPassword: false })

// Takes the token out of the address, the history and shared links.
onBrowserMount($link, () => {
  const removesPassword = linkRemovesPassword() && !hasSessionCookie()
  const token = takeLinkToken()
  if (token === '') return
  $link.set({ status: 'ready', token, removesPassword })
})

export async function openMagicLink(): Promise<void> {
  const state = $link.get()
  if (state.status !== 'ready' || !hasCookiesOrSays()) return
  const { token } = state
  $link.set({ ...state, status: 'sending' })
  try {
    const answer = await call<typeof api.verifyMagicLink>('POST', '/api/auth/magic-link/verify', {
      body: { token },
    })
    enter(answer)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403 && (await goOnIfSignedIn())) return
    $link.set({ status: 'rejected', sentence: sentenceOf(error) ?? noAnswer(error) })
    showError(explain(messages.login.failed, error))
  }
}

/** A link works once. People who open it again are often signed in by it already. */
async function goOnIfSignedIn(): Promise<boolean> {
  await loadSession()
  const session = $session.get()
  if (session.status !== 'signed-in') return false
  showToastOnNextPage(messages.magicLink.already(session.user.email))
  location.replace(afterSignIn(location.search))
  return true
}

function enter(answer: api.CodeNeeded | { user: api.CurrentUser; isPasswordRemoved: boolean }): void {
  if ('isCodeNeeded' in answer) {
    location.replace(codePath(afterSignIn(location.search)))
    return
  }
  const { user, isPasswordRemoved } = answer
  showToastOnNextPage(isPasswordRemoved ? messages.magicLink.passwordRemoved : messages.login.done(greetingName(user)))
  location.replace(afterSignIn(location.search))
}
