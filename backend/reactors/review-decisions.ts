import type { Knex } from 'knex'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { type Decided, decisionContent } from '../mail/decision-templates.ts'
import type { Sender } from '../mail/layout.ts'
import type { LimitedMails } from '../mail/limited-mails.ts'
import { correctionsByAuthor, reviewedItem } from '../read-model/reviewed-items.ts'
import { addressOfEngagement } from '../read-model/sent-in.ts'
import { eventFacts, type ItemCorrected, type ItemDecided, type ReviewedItems, reviewedItems } from '../topics/index.ts'
import type { CurrentSuppression } from './current-suppression.ts'
import { causedBy } from './event-mails.ts'
import { type Reached, requireReached } from './reached.ts'
import { type ReactsTo, reactsToEach } from './reactor.ts'

type Told = ItemDecided | ItemCorrected

/** The number of the item that a decision is about. */
function itemOf({ type, data }: Recorded<Told>): number {
  const place = eventFacts.get(type)?.item
  const id = place && 'idField' in place && place.idField !== null ? Reflect.get(data, place.idField) : null
  if (typeof id !== 'number') throw new TypeError(`${type} names no item.`)
  return id
}

const stepsOf = ({ corrected, approved, rejected }: ReviewedItems): Told['type'][] => [corrected, approved, rejected]

function decisionOf({ corrected, approved }: ReviewedItems, type: string): Decided['decision'] {
  if (type === corrected) return 'corrected'
  return type === approved ? 'approved' : 'rejected'
}

/**
 * Tells people whether the item they sent in was approved: once per decision, while it still stands, and again for words
 * that they corrected themselves. And each time that staff reworded it. Anyone may enter any address, so an inbox gets a number of such mails a day, and the others the next
 * morning; erased people and addresses whose mail came back get none.
 */
export function reviewDecisionsReactor({
  knex,
  reached,
  currentSuppression,
  limitedMails,
  sender,
  decisionMails,
}: {
  knex: Knex
  reached: Reached
  currentSuppression: CurrentSuppression
  limitedMails: Pick<LimitedMails, 'sendOnce' | 'leaveOut'>
  sender: () => Sender
  /** Switched off: no decision is mailed. */
  decisionMails: boolean
}): ReactsTo<Told> & { concerns(event: Recorded<Told>): boolean } {
  const react = async (event: Recorded<Told>) => {
    const items = reviewedItems.find((items) => stepsOf(items).includes(event.type))
    if (!items) return
    const decision = decisionOf(items, event.type)
    const standing = decision === 'corrected' ? ['pending', 'approved'] : [decision]
    await requireReached(reached, event.position)
    const id = itemOf(event)
    const found = await reviewedItem(knex, items, id)
    if (found === null || found.isErased || found.email === null) return
    if (!standing.includes(found.status)) return
    // The author may have another address by now.
    const { subject, email } = (await addressOfEngagement(knex, `${items.source}-${id}`)) ?? {
      subject: found.subject,
      email: found.email,
    }
    const round = decision === 'corrected' ? 0 : await correctionsByAuthor(knex, items, id)
    const step = decision === 'corrected' ? event.id : round === 0 ? decision : `${decision}.${round}`
    const key = `decision.${items.item}.${id}.${step}`
    const what = `Decision about ${items.one}: ${decision}`
    const letter = { key, ...causedBy('review-decisions', event), kind: 'decision', subject, what } as const
    const suppression = await currentSuppression(subject)
    if (suppression && suppression.reason !== 'unsubscribed') return limitedMails.leaveOut(letter, suppression.reason)
    await limitedMails.sendOnce(letter, email, async () => decisionContent(sender(), { ...items, decision }))
  }
  return {
    name: 'review-decisions',
    on: reactsToEach<Told>(reviewedItems.flatMap(stepsOf), react),
    // The system itself approves demo content only.
    concerns: ({ data, metadata: { actor } }) =>
      decisionMails && actor.kind !== 'system' && (!('isReworded' in data) || data.isReworded),
  }
}
