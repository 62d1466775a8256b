import { atom } from 'nanostores'
import type { readOwnLink, requestOwnLink } from '../../../contract/my-campaign.ts'
import type { Known } from '../../../contract/profile.ts'
import { accountMessages } from '../../lib/account-messages.ts'
import { call, sentenceOf } from '../../lib/api.ts'
import { linkToken } from '../../lib/link-token.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createForm } from '../form.ts'
import { submissionList } from './dashboard.ts'
import { $ownLink } from './own-items.ts'

type OwnLinkState =
  | { step: 'loading' | 'no-token' | 'failed' }
  | { step: 'rejected'; sentence: string }
  | { step: 'open'; known: Known }

/** The page behind a mailed link: what was sent in with the address, for people without an account. */
export const $ownLinkState = atom<OwnLinkState>({ step: 'loading' })

export async function openOwnLink(): Promise<void> {
  const token = linkToken()
  if (token === '') return $ownLinkState.set({ step: 'no-token' })
  try {
    const { submissions, known } = await call<typeof readOwnLink>('POST', '/api/my-campaign/read', { body: { token } })
    $ownLink.set(token)
    submissionList.takeOver({ items: submissions })
    $ownLinkState.set({ step: 'open', known })
  } catch (error) {
    const sentence = sentenceOf(error)
    $ownLinkState.set(sentence === null ? { step: 'failed' } : { step: 'rejected', sentence })
  }
}
onBrowserMount($ownLinkState, () => void openOwnLink())

/** Mails the link. */
export const ownLinkForm = createForm({
  required: ['email'],
  failed: accountMessages.ownLink.failed,
  done: accountMessages.ownLink.mailed,
  send: (read) => call<typeof requestOwnLink>('POST', '/api/my-campaign/link', { body: { email: read('email') } }),
})
