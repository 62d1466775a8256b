import type { Knex } from 'knex'
import type { EmailSignupEvent } from '../domain/email-signups.ts'
import type { EndorsementEvent } from '../domain/endorsements.ts'
import type { PrayerEvent } from '../domain/prayers.ts'
import type { UserEvent } from '../domain/users.ts'
import type { VolunteerEvent } from '../domain/volunteers.ts'
import type { SubjectKeys } from '../eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { type Acknowledgment, acknowledgmentMail } from '../mail/acknowledgment-templates.ts'
import type { InboxLimit } from '../mail/inbox-limit.ts'
import type { Sender } from '../mail/layout.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { suppressionOf } from '../read-model/mail-consents.ts'

type Acknowledged = Extract<
  EmailSignupEvent | VolunteerEvent | PrayerEvent | EndorsementEvent | UserEvent,
  { type: 'MailingListJoined' | 'VolunteerApplied' | 'PrayerSubmitted' | 'EndorsementSubmitted' | 'UserRegistered' }
>

export type AcknowledgmentsReactor = {
  name: 'acknowledgments'
  on: { [E in Acknowledged as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/**
 * Tells people that what they did has arrived, and what happens next: once per person and kind, however often they do it.
 * A few mails per inbox and day, since anybody may enter any address; none to erased people, or where mail came back.
 */
export function acknowledgmentsReactor({
  knex,
  subjects,
  sentMails,
  inboxLimit,
  sender,
  unsubscribeLinks,
  acknowledgments,
}: {
  knex: Knex
  subjects: Pick<SubjectKeys, 'read'>
  sentMails: SentMails
  inboxLimit: InboxLimit
  sender: () => Sender
  unsubscribeLinks(subject: string, campaignId: null): { url: string }
  /** Which of them are sent. */
  acknowledgments: { [Kind in Acknowledgment]: boolean }
}): AcknowledgmentsReactor {
  const acknowledge =
    (kind: Acknowledgment, { mayUnsubscribe }: { mayUnsubscribe: boolean }) =>
    async ({ data: { subject, email }, metadata }: Recorded<Acknowledged>) => {
      // What the system itself enters, such as demo content, nobody did.
      if (!acknowledgments[kind] || email === null || metadata.actor.kind === 'system') return
      if ((await subjects.read([subject])).get(subject) === 'erased') return
      const suppression = await suppressionOf(knex, subject)
      if (suppression?.reason === 'bounced' || suppression?.reason === 'complained') return
      const key = `acknowledgment.${kind}.${subject}`
      if (!(await inboxLimit.mayReach(email, key))) return
      const links = mayUnsubscribe ? { unsubscribeUrl: unsubscribeLinks(subject, null).url } : {}
      await sentMails.sendOnce(key, async () => acknowledgmentMail(sender(), email, { kind, ...links }))
    }
  return {
    name: 'acknowledgments',
    on: {
      MailingListJoined: acknowledge('signUp', { mayUnsubscribe: true }),
      VolunteerApplied: acknowledge('volunteer', { mayUnsubscribe: true }),
      PrayerSubmitted: acknowledge('prayer', { mayUnsubscribe: false }),
      EndorsementSubmitted: acknowledge('endorsement', { mayUnsubscribe: false }),
      UserRegistered: acknowledge('account', { mayUnsubscribe: false }),
    },
  }
}
