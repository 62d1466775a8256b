import type { Knex } from 'knex'
import type { EmailSignupEvent } from '../domain/email-signups.ts'
import type { EndorsementEvent } from '../domain/endorsements.ts'
import type { PrayerEvent } from '../domain/prayers.ts'
import type { UserEvent } from '../domain/users.ts'
import type { VolunteerEvent } from '../domain/volunteers.ts'
import { isOpen, type SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { type Acknowledgment, acknowledgmentMail } from '../mail/acknowledgment-templates.ts'
import type { InboxLimit } from '../mail/inbox-limit.ts'
import type { Sender } from '../mail/layout.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { suppressionOf } from '../read-model/mail-consents.ts'
import { causedBy } from './event-mails.ts'
import type { ReactsTo } from './reactor.ts'

type Acknowledged = Extract<
  EmailSignupEvent | VolunteerEvent | PrayerEvent | EndorsementEvent | UserEvent,
  { type: 'MailingListJoined' | 'VolunteerApplied' | 'PrayerSubmitted' | 'EndorsementSubmitted' | 'UserRegistered' }
>

const kindOf: { [E in Acknowledged as E['type']]: Acknowledgment } = {
  MailingListJoined: 'signUp',
  VolunteerApplied: 'volunteer',
  PrayerSubmitted: 'prayer',
  EndorsementSubmitted: 'endorsement',
  UserRegistered: 'account',
}

/**
 * Tells people that their submission has arrived, and what happens next: once per person and kind, however often they
 * submit. Each inbox gets a few such emails a day, since a visitor may enter any address; erased people and addresses
 * whose mail came back get none.
 */
export function acknowledgmentsReactor({
  knex,
  subjects,
  sentMails,
  inboxLimit,
  sender,
  unsubscribeLinks,
  confirmLinks,
  acknowledgments,
}: {
  knex: Knex
  subjects: Pick<SubjectKeys, 'read'>
  sentMails: SentMails
  inboxLimit: InboxLimit
  sender: () => Sender
  unsubscribeLinks(subject: string, campaignId: null): { url: string }
  /** A link that proves the address of an account; null when it is proved already. */
  confirmLinks(userId: number, email: string): Promise<{ token: string; hours: number } | null>
  /** The kinds of email that are sent. */
  acknowledgments: { [Kind in Acknowledgment]: boolean }
}): ReactsTo<Acknowledged> & { concerns(event: Recorded<Acknowledged>): boolean } {
  const acknowledge =
    ({ mayUnsubscribe }: { mayUnsubscribe: boolean }) =>
    async (event: Recorded<Acknowledged>) => {
      const { subject, email } = event.data
      if (email === null) return
      const kind = kindOf[event.type]
      if (!isOpen((await subjects.read([subject])).get(subject))) return
      const suppression = await suppressionOf(knex, subject)
      if (suppression?.reason === 'bounced' || suppression?.reason === 'complained') return
      // They are asked first (mail-renewals.ts).
      if (suppression && kind === 'signUp') return
      const key = `acknowledgment.${kind}.${subject}`
      if (!(await inboxLimit.mayReach(email, key))) return
      const links = mayUnsubscribe ? { unsubscribeUrl: unsubscribeLinks(subject, null).url } : {}
      await sentMails.sendOnce({ key, ...causedBy('acknowledgments', event) }, async () => {
        const confirmToken = event.type === 'UserRegistered' ? await confirmLinks(event.data.userId, email) : null
        return acknowledgmentMail(sender(), email, { kind, ...links, ...(confirmToken && { confirmToken }) })
      })
    }
  return {
    name: 'acknowledgments',
    on: {
      MailingListJoined: acknowledge({ mayUnsubscribe: true }),
      VolunteerApplied: acknowledge({ mayUnsubscribe: true }),
      PrayerSubmitted: acknowledge({ mayUnsubscribe: false }),
      EndorsementSubmitted: acknowledge({ mayUnsubscribe: false }),
      UserRegistered: acknowledge({ mayUnsubscribe: false }),
    },
    // Skips what the system itself enters, such as demo content.
    concerns: ({ type, data: { email }, metadata: { actor } }) =>
      acknowledgments[kindOf[type]] && email !== null && actor.kind !== 'system',
  }
}
