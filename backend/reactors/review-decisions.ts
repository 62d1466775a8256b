import type { Knex } from 'knex'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { decisionContent } from '../mail/decision-templates.ts'
import type { Sender } from '../mail/layout.ts'
import type { LimitedMails } from '../mail/limited-mails.ts'
import { suppressionOf } from '../read-model/mail-consents.ts'
import { reviewedItem } from '../read-model/reviewed-items.ts'
import { addressOfEngagement } from '../read-model/sent-in.ts'
import { eventFacts, type ItemDecided, reviewedItems } from '../topics/index.ts'
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
 * Anyone may enter any address, so an inbox gets a number of such mails a day, and the others the next morning; erased people
 * and addresses whose mail came back get none.
 */
export function reviewDecisionsReactor({
  knex,
  reached,
  limitedMails,
  sender,
  decisionMails,
}: {
  knex: Knex
  reached: Reached
  limitedMails: Pick<LimitedMails, 'sendOnce' | 'leaveOut'>
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
    const key = `decision.${items.item}.${id}.${decision}`
    const what = `Decision about ${items.one}: ${decision}`
    const letter = { key, ...causedBy('review-decisions', event), kind: 'decision', subject, what } as const
    const suppression = await suppressionOf(knex, subject)
    if (suppression && suppression.reason !== 'unsubscribed') return limitedMails.leaveOut(letter, suppression.reason)
    await limitedMails.sendOnce(letter, email, async () => decisionContent(sender(), { ...items, decision }))
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
