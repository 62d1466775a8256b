import { atom } from 'nanostores'
import type { MailFacts, readMailFacts } from '../../../contract/mail-facts.ts'
import { call, explain } from '../../lib/api.ts'
import { emailCampaignMessages } from '../../lib/email-campaign-messages.ts'
import { mailToPerson } from '../../lib/paths.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createForm } from '../form.ts'
import { showError } from '../toasts.ts'

/** The mail to the address that the page is about; null until one was asked for. */
export const $facts = atom<MailFacts | null>(null)
/** The address of a link is being looked up. */
export const $isLooking = atom(false)

const failed = emailCampaignMessages.mailFactsFailed
let asked = 0

/** Shows the answer to the latest question. */
async function show(email: string): Promise<void> {
  asked += 1
  const mine = asked
  const facts = await call<typeof readMailFacts>('GET', '/api/admin/mail-facts', { query: { email } })
  if (mine === asked) $facts.set(facts)
}

export const factsForm = createForm({
  required: ['email'],
  failed,
  showsServerMessage: true,
  async send(read) {
    const email = read('email')
    await show(email)
    history.pushState(null, '', mailToPerson(email))
  },
})

/** Shows what the address of the page asks for. */
async function follow(): Promise<void> {
  const email = new URLSearchParams(location.search).get('email')
  $facts.set(null)
  if (email === null) return
  $isLooking.set(true)
  await show(email).catch((error: unknown) => showError(explain(failed, error)))
  $isLooking.set(false)
}

onBrowserMount($facts, () => {
  const back = () => void follow()
  back()
  addEventListener('popstate', back)
  return () => removeEventListener('popstate', back)
})
