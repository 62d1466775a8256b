import { atom } from 'nanostores'
import type { sendMagicLink, verifyMagicLink } from '../../../contract/auth.ts'
import { call, explain, sentenceOf } from '../../lib/api.ts'
import { hideLinkToken, linkToken } from '../../lib/link-token.ts'
import { messages } from '../../lib/messages.ts'
import { greetingName } from '../../lib/names.ts'
import { afterSignIn, codePath, paths } from '../../lib/paths.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createForm } from '../form.ts'
import { showError, showToast, showToastOnNextPage } from '../toasts.ts'

/** Where the last link went; null: none was sent from this page. */
export const $linkSentTo = atom<string | null>(null)

/** Comes along in the mail, so that the link leads where the person wanted to go. */
function nextPage(): { next?: string } {
  const next = afterSignIn(location.search)
  return next === paths.dashboard ? {} : { next }
}

export const magicLinkForm = createForm({
  required: ['email'],
  failed: messages.magicLink.failed,
  showsServerMessage: true,
  async send(read) {
    const email = read('email')
    $linkSentTo.set(null)
    await call<typeof sendMagicLink>('POST', '/api/auth/magic-link/send', { body: { email, ...nextPage() } })
    $linkSentTo.set(email)
    showToast(messages.magicLink.sent)
  },
})

/** To the address of somebody who is signed in, leading back to where they are. */
export async function sendLinkTo(email: string): Promise<void> {
  try {
    const next = location.pathname + location.search
    await call<typeof sendMagicLink>('POST', '/api/auth/magic-link/send', { body: { email, next } })
    $linkSentTo.set(email)
    showToast(messages.magicLink.sent)
  } catch (error) {
    showError(explain(messages.magicLink.failed, error))
  }
}

type LinkState = { status: 'ready' | 'sending'; token: string } | { status: 'refused'; sentence: string }
export const $link = atom<LinkState>({ status: 'ready', token: '' })

// The token leaves the address, the history and what is shared by mistake.
onBrowserMount($link, () => {
  const token = linkToken()
  if (token === '') return
  $link.set({ status: 'ready', token })
  hideLinkToken()
})

export async function openMagicLink(): Promise<void> {
  const state = $link.get()
  if (state.status !== 'ready') return
  const { token } = state
  $link.set({ status: 'sending', token })
  try {
    const answer = await call<typeof verifyMagicLink>('POST', '/api/auth/magic-link/verify', {
      body: { token },
    })
    if ('isCodeNeeded' in answer) return location.replace(codePath(afterSignIn(location.search)))
    const { user, isPasswordRemoved } = answer
    showToastOnNextPage(
      isPasswordRemoved ? messages.magicLink.passwordRemoved : messages.login.done(greetingName(user)),
    )
    location.replace(afterSignIn(location.search))
  } catch (error) {
    $link.set({ status: 'refused', sentence: sentenceOf(error) ?? messages.form.offline })
    showError(explain(messages.login.failed, error))
  }
}
