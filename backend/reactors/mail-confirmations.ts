import type { Knex } from 'knex'
import type { EmailSignupEvent } from '../domain/email-signups.ts'
import type { VolunteerEvent } from '../domain/volunteers.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { confirmAddressContent } from '../mail/confirm-address-template.ts'
import type { Sender } from '../mail/layout.ts'
import type { LimitedMails } from '../mail/limited-mails.ts'
import { isUnconfirmed } from '../read-model/email-segments.ts'
import { causedBy } from './event-mails.ts'
import { type Reached, requireReached } from './reached.ts'
import type { ReactsTo } from './reactor.ts'

type Joined =
  | Extract<EmailSignupEvent, { type: 'MailingListJoined' }>
  | Extract<VolunteerEvent, { type: 'VolunteerApplied' }>

/**
 * Where only confirmed addresses are mailed (contract/campaign.ts): asks people who want to hear from us whether the
 * address is theirs, once per address. People who only shared a prayer or an endorsement did not ask for email.
 */
export function mailConfirmationsReactor({
  knex,
  reached,
  limitedMails,
  confirmationTokens,
  confirmedOptIn,
  sender,
}: {
  knex: Knex
  reached: Reached
  limitedMails: Pick<LimitedMails, 'sendOnce'>
  confirmationTokens: { issue(owner: { subject: string; campaignId: null }): string }
  confirmedOptIn: boolean
  sender: () => Sender
}): ReactsTo<Joined> {
  async function ask(joined: Recorded<Joined>): Promise<void> {
    const { subject, email } = joined.data
    if (!confirmedOptIn) return
    await requireReached(reached, joined.position)
    if (!(await isUnconfirmed(knex, subject))) return
    const key = `confirm-${subject}`
    const token = confirmationTokens.issue({ subject, campaignId: null })
    const what = 'Question whether an address is theirs'
    const letter = { key, ...causedBy('mail-confirmations', joined), kind: 'answer', subject, what } as const
    await limitedMails.sendOnce(letter, email, async () => confirmAddressContent(sender(), { token }))
  }
  return { name: 'mail-confirmations', on: { MailingListJoined: ask, VolunteerApplied: ask } }
}
