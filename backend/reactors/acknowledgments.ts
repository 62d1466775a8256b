import type { UserEvent } from '../domain/accounts/users.ts'
import type { EmailSignupEvent } from '../domain/email-signups.ts'
import type { VolunteerEvent } from '../domain/volunteers.ts'
import { isOpen, type SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { type Acknowledgment, acknowledgmentContent } from '../mail/acknowledgment-templates.ts'
import type { Sender } from '../mail/layout.ts'
import type { LimitedMails } from '../mail/limited-mails.ts'
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
/** For staff. */
const receipts: { [Kind in Acknowledgment]: string } = {
  signUp: 'Receipt of a sign-up',
  volunteer: 'Receipt of an application',
  account: 'Welcome to a new account',
}

const kindOf = (received: Acknowledgment | ReviewedItems) => (typeof received === 'string' ? received : received.item)

/**
 * Tells people that their submission has arrived, and what happens next: once per person and kind, however often they
 * submit. Each inbox gets a few such emails a day, since a visitor may enter any address, and the others the next morning; erased
 * people and addresses whose mail came back get none.
 */
export function acknowledgmentsReactor({
  subjects,
  currentSuppression,
  limitedMails,
  sender,
  unsubscribeLinks,
  confirmLinks,
  acknowledgments,
}: {
  subjects: Pick<SubjectKeys, 'read'>
  currentSuppression: CurrentSuppression
  limitedMails: Pick<LimitedMails, 'sendOnce' | 'leaveOut'>
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
      const key = `acknowledgment.${kind}.${subject}`
      const what = typeof received === 'string' ? receipts[received] : `Receipt of ${received.one}`
      const letter = { key, ...causedBy('acknowledgments', event), kind: 'thanks', subject, what } as const
      const suppression = await currentSuppression(subject)
      // Those who unsubscribed are asked first (mail-renewals.ts).
      if (suppression && (suppression.reason !== 'unsubscribed' || kind === 'signUp'))
        return limitedMails.leaveOut(letter, suppression.reason)
      const links = mayUnsubscribe ? { unsubscribeUrl: unsubscribeLinks(subject, null).url } : {}
      await limitedMails.sendOnce(letter, email, async () => {
        const confirmToken = event.type === 'UserRegistered' ? await confirmLinks(event.data.userId, email) : null
        return acknowledgmentContent(sender(), { received, ...links, ...(confirmToken && { confirmToken }) })
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
