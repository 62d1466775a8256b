import type { Knex } from 'knex'
import type { MailConsentEvent } from '../domain/mail/mail-consent-events.ts'
import { isOpen, type SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import type { Sender } from '../mail/layout.ts'
import type { LimitedMails } from '../mail/limited-mails.ts'
import { renewalContent } from '../mail/renewal-template.ts'
import { signupAddress } from '../read-model/email-signups.ts'
import type { CurrentSuppression } from './current-suppression.ts'
import { causedBy } from './event-mails.ts'
import { type Reached, requireReached } from './reached.ts'
import type { ReactsTo } from './reactor.ts'

type Asked = Extract<MailConsentEvent, { type: 'MailAskedForAgain' }>

/**
 * Asks people who unsubscribed and signed up again whether it was them. Anyone may enter any address, so that the sign-up
 * alone changes nothing; and a person who reported our mail as spam, or whose mailbox is gone, is not written to at all.
 */
export function mailRenewalsReactor({
  knex,
  reached,
  subjects,
  currentSuppression,
  limitedMails,
  renewalTokens,
  sender,
}: {
  knex: Knex
  reached: Reached
  subjects: Pick<SubjectKeys, 'read'>
  currentSuppression: CurrentSuppression
  limitedMails: Pick<LimitedMails, 'sendOnce' | 'leaveOut'>
  renewalTokens: { issue(asked: { subject: string; askedAt: string }): string }
  sender: () => Sender
}): ReactsTo<Asked> {
  async function ask(event: Recorded<Asked>): Promise<void> {
    const { subject, at: askedAt } = event.data
    if (!isOpen((await subjects.read([subject])).get(subject))) return
    const what = 'Question whether to write again'
    const cause = causedBy('mail-renewals', event)
    const letter = { key: `renewal.${event.id}`, ...cause, kind: 'answer', subject, what } as const
    const suppression = await currentSuppression(subject)
    if (suppression === null) return
    if (suppression.reason !== 'unsubscribed') return limitedMails.leaveOut(letter, suppression.reason)
    await requireReached(reached, event.position)
    const to = await signupAddress(knex, subject)
    if (to === null) return
    await limitedMails.sendOnce(letter, to, async () =>
      renewalContent(sender(), { token: renewalTokens.issue({ subject, askedAt }) }),
    )
  }
  return { name: 'mail-renewals', on: { MailAskedForAgain: ask } }
}
