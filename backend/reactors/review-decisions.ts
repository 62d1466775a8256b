import type { Knex } from 'knex'
import type { EndorsementEvent } from '../domain/endorsements.ts'
import type { PrayerEvent } from '../domain/prayers.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { type Decided, decisionMail } from '../mail/decision-templates.ts'
import type { InboxLimit } from '../mail/inbox-limit.ts'
import type { Sender } from '../mail/layout.ts'
import type { SentMails } from '../mail/sent-mails.ts'
import { endorsementRow } from '../read-model/endorsements.ts'
import { suppressionOf } from '../read-model/mail-consents.ts'
import { prayerRow } from '../read-model/prayers.ts'
import { subjectOf } from '../read-model/subjects.ts'
import { causedBy } from './event-mails.ts'
import { type Reached, requireReached } from './reached.ts'
import type { ReactsTo } from './reactor.ts'

type Decision = Extract<
  PrayerEvent | EndorsementEvent,
  { type: 'PrayerApproved' | 'PrayerRejected' | 'EndorsementApproved' | 'EndorsementRejected' }
>

/**
 * Tells people whether the prayer or endorsement they sent in was approved: once per decision, while it still stands.
 * Anyone may enter any address, so an inbox gets a few such mails a day; erased people and addresses whose mail came back
 * get none.
 */
export function reviewDecisionsReactor({
  knex,
  reached,
  sentMails,
  inboxLimit,
  sender,
  decisionMails,
}: {
  knex: Knex
  reached: Reached
  sentMails: SentMails
  inboxLimit: InboxLimit
  sender: () => Sender
  /** Switched off: no decision is mailed. */
  decisionMails: boolean
}): ReactsTo<Decision> & { concerns(event: Recorded<Decision>): boolean } {
  const rows = {
    prayer: { topic: 'prayers', read: prayerRow },
    endorsement: { topic: 'endorsements', read: endorsementRow },
  } as const

  const tell = (decided: Decided) => async (id: number, event: Recorded<Decision>) => {
    await requireReached(reached, event.position)
    const { topic, read } = rows[decided.topic]
    const item = await read(knex, id)
    if (item === null || item.isErased || item.email === null || item.status !== decided.decision) return
    const subject = await subjectOf(knex, topic, id)
    const suppression = subject === null ? null : await suppressionOf(knex, subject)
    if (suppression?.reason === 'bounced' || suppression?.reason === 'complained') return
    const { email } = item
    const key = `decision.${decided.topic}.${id}.${decided.decision}`
    if (!(await inboxLimit.mayReach(email, key))) return
    await sentMails.sendOnce({ key, ...causedBy('review-decisions', event) }, async () =>
      decisionMail(sender(), email, decided),
    )
  }
  const prayer = {
    approved: tell({ topic: 'prayer', decision: 'approved' }),
    rejected: tell({ topic: 'prayer', decision: 'rejected' }),
  }
  const endorsement = {
    approved: tell({ topic: 'endorsement', decision: 'approved' }),
    rejected: tell({ topic: 'endorsement', decision: 'rejected' }),
  }
  return {
    name: 'review-decisions',
    on: {
      PrayerApproved: (event) => prayer.approved(event.data.prayerId, event),
      PrayerRejected: (event) => prayer.rejected(event.data.prayerId, event),
      EndorsementApproved: (event) => endorsement.approved(event.data.endorsementId, event),
      EndorsementRejected: (event) => endorsement.rejected(event.data.endorsementId, event),
    },
    // The system itself approves demo content only.
    concerns: ({ metadata: { actor } }) => decisionMails && actor.kind !== 'system',
  }
}
