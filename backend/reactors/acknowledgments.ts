import type { UserEvent } from '../domain/accounts/users.ts'
import type { EmailSignupEvent } from '../domain/email-signups.ts'
import type { VolunteerEvent } from '../domain/volunteers.ts'
import { isOpen, type SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { type Acknowledgment, acknowledgmentMail } from '../mail/acknowledgment-templates.ts'
import type { InboxLimit } from '../mail/inbox-limit.ts'
import type { Sender } from '../mail/layout.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { type ItemSubmitted, type ReviewedItems, reviewedItems } from '../topics/index.ts'
import type { CurrentSuppression } from './current-suppression.ts'
import { causedBy } from './event-mails.ts'
import { type ReactsTo, reactsToEach } from './reactor.ts'

type Acknowledged =
  | Extract<
      EmailSignupEvent | VolunteerEvent | UserEvent,
      { type: 'MailingListJoined' | 'VolunteerApplied' | 'UserRegistered' }
    >
  | ItemSubmitted

const receivedBy: ReadonlyMap<string, Acknowledgment | ReviewedItems> = new Map<string, Acknowledgment | ReviewedItems>(
  [
    ['MailingListJoined', 'signUp'],
    ['VolunteerApplied', 'volunteer'],
    ['UserRegistered', 'account'],
    ...reviewedItems.map((items): [string, ReviewedItems] => [items.submitted, items]),
  ],
)
const kindOf = (received: Acknowledgment | ReviewedItems) => (typeof received === 'string' ? received : received.item)

/**
 * Tells people that their submission has arrived, and what happens next: once per person and kind, however often they
 * submit. Each inbox gets a few such emails a day, since a visitor may enter any address; erased people and addresses
 * whose mail came back get none.
 */
export function acknowledgmentsReactor({
  subjects,
  currentSuppression,
  sentMails,
  inboxLimit,
  sender,
  unsubscribeLinks,
  confirmLinks,
  acknowledgments,
}: {
  subjects: Pick<SubjectKeys, 'read'>
  currentSuppression: CurrentSuppression
  sentMails: SentMails
  inboxLimit: InboxLimit
  sender: () => Sender
  unsubscribeLinks(subject: string, campaignId: null): { url: string }
  /** A link that proves the address of an account; null when it is proved already. */
  confirmLinks(userId: number, email: string): Promise<{ token: string; hours: number } | null>
  /** The kinds of email that are sent. */
  acknowledgments: { [Kind in Acknowledgment | ReviewedItems['item']]: boolean }
}): ReactsTo<Acknowledged> & { concerns(event: Recorded<Acknowledged>): boolean } {
  const acknowledge =
    ({ mayUnsubscribe }: { mayUnsubscribe: boolean }) =>
    async (event: Recorded<Acknowledged>) => {
      const { subject, email } = event.data
      if (email === null) return
      const received = receivedBy.get(event.type)
      if (received === undefined) return
      const kind = kindOf(received)
      if (!isOpen((await subjects.read([subject])).get(subject))) return
      const suppression = await currentSuppression(subject)
      if (suppression?.reason === 'bounced' || suppression?.reason === 'complained') return
      // They are asked first (mail-renewals.ts).
      if (suppression && kind === 'signUp') return
      const key = `acknowledgment.${kind}.${subject}`
      if (!(await inboxLimit.mayReach(email, key))) return
      const links = mayUnsubscribe ? { unsubscribeUrl: unsubscribeLinks(subject, null).url } : {}
      await sentMails.sendOnce({ key, ...causedBy('acknowledgments', event) }, async () => {
        const confirmToken = event.type === 'UserRegistered' ? await confirmLinks(event.data.userId, email) : null
        return acknowledgmentMail(sender(), email, { received, ...links, ...(confirmToken && { confirmToken }) })
      })
    }
  return {
    name: 'acknowledgments',
    on: {
      MailingListJoined: acknowledge({ mayUnsubscribe: true }),
      VolunteerApplied: acknowledge({ mayUnsubscribe: true }),
      ...reactsToEach<ItemSubmitted>(
        reviewedItems.map(({ submitted }) => submitted),
        acknowledge({ mayUnsubscribe: false }),
      ),
      UserRegistered: acknowledge({ mayUnsubscribe: false }),
    },
    // Skips what the system itself enters, such as demo content.
    concerns({ type, data: { email }, metadata: { actor } }) {
      const received = receivedBy.get(type)
      return received !== undefined && acknowledgments[kindOf(received)] && email !== null && actor.kind !== 'system'
    },
  }
}
