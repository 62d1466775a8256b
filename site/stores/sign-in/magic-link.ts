import { atom } from 'nanostores'
import type { sendMagicLink, verifyMagicLink } from '../../../contract/auth.ts'
import { call, sentenceOf } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { greetingName } from '../../lib/names.ts'
import { afterSignIn, codePath, paths } from '../../lib/paths.ts'
import { createForm } from '../form.ts'
import { showError, showToast, showToastOnNextPage } from '../toasts.ts'

/** Where the last link went; null: none was sent from this page. */
export const $linkSentTo = atom<string | null>(null)

/** Comes along in the mail, so that the link leads where the person wanted to go. */
function wanted(): { next?: string } {
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
    await call<typeof sendMagicLink>('POST', '/api/auth/magic-link/send', { body: { email, ...wanted() } })
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
    const { title, description } = messages.magicLink.failed
    showError({ title, description: sentenceOf(error) ?? description })
  }
}

export type LinkState = { status: 'ready' } | { status: 'sending' } | { status: 'refused'; sentence: string }
export const $link = atom<LinkState>({ status: 'ready' })

export async function openMagicLink(token: string): Promise<void> {
  if ($link.get().status === 'sending') return
  $link.set({ status: 'sending' })
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
    const { title, description } = messages.login.failed
    const sentence = sentenceOf(error) ?? messages.form.offline
    $link.set({ status: 'refused', sentence })
    showError({ title, description: sentenceOf(error) ?? description })
  }
}
