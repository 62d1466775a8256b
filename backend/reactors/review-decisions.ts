import type { Knex } from 'knex'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { decisionMail } from '../mail/decision-templates.ts'
import type { InboxLimit } from '../mail/inbox-limit.ts'
import type { Sender } from '../mail/layout.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { reviewedItem } from '../read-model/reviewed-items.ts'
import { addressOfEngagement } from '../read-model/sent-in.ts'
import { eventFacts, type ItemDecided, reviewedItems } from '../topics/index.ts'
import type { CurrentSuppression } from './current-suppression.ts'
import { causedBy } from './event-mails.ts'
import { type Reached, requireReached } from './reached.ts'
import { type ReactsTo, reactsToEach } from './reactor.ts'

/** The number of the item that a decision is about. */
function itemOf({ type, data }: Recorded<ItemDecided>): number {
  const place = eventFacts.get(type)?.item
  const id = place && 'idField' in place && place.idField !== null ? Reflect.get(data, place.idField) : null
  if (typeof id !== 'number') throw new TypeError(`${type} names no item.`)
  return id
}

/**
 * Tells people whether the item they sent in was approved: once per decision, while it still stands.
 * Anyone may enter any address, so an inbox gets a few such mails a day; erased people and addresses whose mail came back
 * get none.
 */
export function reviewDecisionsReactor({
  knex,
  reached,
  currentSuppression,
  sentMails,
  inboxLimit,
  sender,
  decisionMails,
}: {
  knex: Knex
  reached: Reached
  currentSuppression: CurrentSuppression
  sentMails: SentMails
  inboxLimit: InboxLimit
  sender: () => Sender
  /** Switched off: no decision is mailed. */
  decisionMails: boolean
}): ReactsTo<ItemDecided> & { concerns(event: Recorded<ItemDecided>): boolean } {
  const react = async (event: Recorded<ItemDecided>) => {
    const items = reviewedItems.find(({ approved, rejected }) => approved === event.type || rejected === event.type)
    if (!items) return
    const decision = items.approved === event.type ? 'approved' : 'rejected'
    await requireReached(reached, event.position)
    const id = itemOf(event)
    const found = await reviewedItem(knex, items, id)
    if (found === null || found.isErased || found.email === null || found.status !== decision) return
    // The author may have another address by now.
    const { subject, email } = (await addressOfEngagement(knex, `${items.source}-${id}`)) ?? {
      subject: found.subject,
      email: found.email,
    }
    const suppression = await currentSuppression(subject)
    if (suppression?.reason === 'bounced' || suppression?.reason === 'complained') return
    const key = `decision.${items.item}.${id}.${decision}`
    if (!(await inboxLimit.mayReach(email, key))) return
    await sentMails.sendOnce({ key, ...causedBy('review-decisions', event) }, async () =>
      decisionMail(sender(), email, { ...items, decision }),
    )
  }
  return {
    name: 'review-decisions',
    on: reactsToEach<ItemDecided>(
      reviewedItems.flatMap(({ approved, rejected }) => [approved, rejected]),
      react,
    ),
    // The system itself approves demo content only.
    concerns: ({ metadata: { actor } }) => decisionMails && actor.kind !== 'system',
  }
}
