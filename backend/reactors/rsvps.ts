import type { Knex } from 'knex'
import type { UserEvent } from '../domain/accounts/users.ts'
import type { CampaignEventEvent } from '../domain/campaign-events.ts'
import { offerOf, promotedAtOnce, rsvpStream, rsvps } from '../domain/rsvps.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import { systemContext } from '../kernel/eventlog/command-context.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { anyCampaignEventRow, campaignEventRow } from '../read-model/campaign-events.ts'
import { openRsvps } from '../read-model/rsvps.ts'
import { type Reached, requireReached } from './reached.ts'
import type { ReactsTo } from './reactor.ts'

type SeatEvent =
  | Extract<CampaignEventEvent, { type: 'CampaignEventEdited' }>
  | Extract<UserEvent, { type: 'UserErased' }>
  | SubjectEvent

/**
 * Seats that become free without a cancellation: a higher capacity, or none, lets people move up from the waiting list,
 * and the seat of an erased person is released.
 */
export function rsvpSeatsReactor({
  handle,
  knex,
  reached,
}: {
  handle: Handle
  knex: Knex
  reached: Reached
}): ReactsTo<SeatEvent> {
  /** Idempotent: the same event leads to the same command. */
  const because = (cause: Recorded, purpose: string) => systemContext({ cause, commandId: `${purpose} ${cause.id}` })

  async function giveBack(erased: Recorded, seats: readonly { id: number; campaignEventId: number }[]): Promise<void> {
    for (const { id, campaignEventId } of seats) {
      const event = await anyCampaignEventRow(knex, campaignEventId)
      if (event?.status !== 'upcoming') continue
      // A deleted or hidden event gives its free seats to no guest until it is back.
      const offer = offerOf(event)
      await handle(
        rsvps,
        rsvpStream(campaignEventId),
        { type: 'CancelRsvp', data: { place: { campaignEventId, rsvpId: id }, offer } },
        because(erased, `give back ${id}`),
      )
    }
  }

  return {
    name: 'rsvp-seats',
    on: {
      async CampaignEventEdited(event) {
        await requireReached(reached, event.position)
        const { campaignEventId } = event.data
        const offer = offerOf(await campaignEventRow(knex, campaignEventId))
        for (let round = 1, isMore = true; isMore; round++) {
          const { events } = await handle(
            rsvps,
            rsvpStream(campaignEventId),
            { type: 'OfferSeats', data: { campaignEventId, offer } },
            because(event, round === 1 ? 'offer seats' : `offer seats ${round}`),
          )
          isMore = events.length >= promotedAtOnce
        }
      },
      async SubjectErased(erased) {
        await requireReached(reached, erased.position)
        await giveBack(erased, await openRsvps(knex, { subject: erased.data.subject }))
      },
      async UserErased(erased) {
        await requireReached(reached, erased.position)
        for (const { topic, id } of erased.data.items)
          if (topic === 'rsvps') await giveBack(erased, await openRsvps(knex, { id }))
      },
    },
  }
}
