import { atom } from 'nanostores'
import type * as api from '../../../contract/staff-consents.ts'
import { call, explain } from '../../lib/api.ts'
import { calendarDate } from '../../lib/dates.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { createForm, type Form, type Read } from '../form.ts'
import { showError, showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'
import { $mailTarget, type AddressTarget, type MailTarget } from './mail-consent.ts'

export const sources: { value: api.UnsubscribeSource; label: string }[] = [
  { value: 'by phone', label: 'By phone' },
  { value: 'in person', label: 'In person' },
  { value: 'by letter', label: 'By letter' },
]
export const reasons: { value: api.LiftReason; label: string }[] = [
  { value: 'works again', label: 'They told us that their mailbox works' },
  { value: 'blocked us', label: 'Their provider blocked our mail' },
  { value: 'mistake', label: 'The bounce was a mistake' },
]

export const complaintReasons: { value: api.ComplaintLiftReason; label: string }[] = [
  { value: 'not theirs', label: 'The report didn’t come from them' },
  { value: 'mistake', label: 'They clicked by mistake' },
  { value: 'wants mail', label: 'They told us that they want our mail' },
]

const failed = { title: 'Update failed', description: 'That didn’t work. Please try again.' }
const words = {
  failed,
  signedOut: { ...failed, description: messages.sessionEnd.saveAgain },
  showsServerMessage: true,
  hasErrorToast: true,
} as const
const addresses = (count: number) => (count === 1 ? '1 address' : `${count.toLocaleString('en-US')} addresses`)

function isSource(value: string): value is api.UnsubscribeSource {
  return sources.some((source) => source.value === value)
}
function isComplaintReason(value: string): value is api.ComplaintLiftReason {
  return complaintReasons.some((reason) => reason.value === value)
}
function isReason(value: string): value is api.LiftReason {
  return reasons.some((reason) => reason.value === value)
}

/** Sends, says what is so now, and closes the dialog if it is still about the same. */
async function decided({ reload }: MailTarget, act: () => Promise<Message>): Promise<void> {
  const isOpen = unchanged($mailTarget)
  showToast(await act())
  void reload()
  if (isOpen()) $mailTarget.set(null)
}

/** Looks up a person who is in no list; the dialog is then about their address. */
export const findForm = ({ reload }: MailTarget): Form =>
  createForm({
    ...words,
    failed: { ...failed, title: 'Search failed' },
    required: ['email'],
    async send(read) {
      const isOpen = unchanged($mailTarget)
      const email = read('email')
      const { mailSuppression } = await call<typeof api.readConsentAt>('POST', '/api/admin/mail-consents/read', {
        body: { email },
      })
      if (isOpen()) $mailTarget.set({ email, mailSuppression, reload })
    },
  })

export const unsubscribeForm = (target: AddressTarget): Form =>
  createForm({
    ...words,
    required: [],
    send: (read) =>
      decided(target, async () => {
        const { email } = target
        const source = read('source')
        const body = { email, source: isSource(source) ? source : 'by phone' } as const
        const { isChanged } = await call<typeof api.unsubscribePerson>('POST', '/api/admin/mail-consents/unsubscribe', {
          body,
        })
        return isChanged
          ? { title: 'Unsubscribed', description: `${email} gets no more campaign mail.` }
          : { title: 'Nothing to change', description: `${email} had unsubscribed before.` }
      }),
  })

export const liftForm = (target: AddressTarget): Form =>
  createForm({
    ...words,
    required: [],
    send: (read) =>
      decided(target, async () => {
        const reason = read('reason')
        const body = { email: target.email, reason: isReason(reason) ? reason : 'works again' } as const
        await call<typeof api.liftBounce>('POST', '/api/admin/mail-consents/lift-bounce', { body })
        return { title: 'Bounce lifted', description: `${target.email} gets campaign mail again.` }
      }),
  })

export const liftComplaintForm = (target: AddressTarget): Form =>
  createForm({
    ...words,
    required: [],
    send: (read) =>
      decided(target, async () => {
        const reason = read('reason')
        const body = { email: target.email, reason: isComplaintReason(reason) ? reason : 'not theirs' } as const
        const { mailSuppression } = await call<typeof api.liftComplaint>(
          'POST',
          '/api/admin/mail-consents/lift-complaint',
          { body },
        )
        return {
          title: 'Complaint lifted',
          description:
            mailSuppression === null
              ? `${target.email} gets campaign mail again.`
              : `${target.email} still gets no campaign mail: they unsubscribed, or their mail bounced.`,
        }
      }),
  })

/** The addresses that would get mail again, with a callback for the dialog’s answer. */
export const $blockQuestion = atom<{ what: string; answer: (isSure: boolean) => void } | null>(null)
/** Result of the last check of a block, when that is nothing. */
export const $noBounces = atom<string | null>(null)

const blockIn = (read: Read) => ({ domain: read('domain'), day: read('day') })

async function confirmBlock(read: Read): Promise<boolean> {
  $noBounces.set(null)
  const block = blockIn(read)
  try {
    const { bounced } = await call<typeof api.countBounces>('GET', '/api/admin/mail-consents/bounces', { query: block })
    const when = `that bounced on ${calendarDate(block.day)}`
    if (bounced === 0) {
      $noBounces.set(`There is no address at ${block.domain} ${when}.`)
      return false
    }
    const what = `${addresses(bounced)} at ${block.domain} ${when}`
    const isSure = await new Promise<boolean>((answer) => $blockQuestion.set({ what, answer }))
    $blockQuestion.set(null)
    return isSure
  } catch (error) {
    showError(explain(failed, error))
    return false
  }
}

/** Lifts every bounce of a block, in as many calls as it takes. */
export const blockForm = (target: MailTarget): Form =>
  createForm({
    ...words,
    required: ['domain', 'day'],
    check: (read): { [field: string]: string } =>
      /^@?[^\s@]+\.[^\s@]+$/.test(read('domain')) ? {} : { domain: 'Enter a domain such as example.org.' },
    confirm: confirmBlock,
    send: (read) =>
      decided(target, async () => {
        let all = 0
        for (;;) {
          const body = blockIn(read)
          const { lifted, left } = await call<typeof api.liftBounces>('POST', '/api/admin/mail-consents/lift-bounces', {
            body,
          })
          all += lifted
          if (left === 0 || lifted === 0) break
        }
        return { title: 'Bounces lifted', description: `${addresses(all)} will get campaign mail again.` }
      }),
  })
