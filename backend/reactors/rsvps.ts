import type { CampaignEventEvent } from '../domain/campaign-events.ts'
import { rsvpStream, rsvps } from '../domain/rsvps.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { Position } from '../eventlog/event-log.ts'
import type { CommandContext, Handle } from '../eventlog/handle.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import type { CalendarEvent } from '../pages/campaign-calendar.ts'

export type RsvpRow = {
  id: number
  campaignEventId: number
  name: string
  email: string
  status: 'confirmed' | 'waiting' | 'cancelled'
  createdAt: string
}

/** The read model, which may be behind the log: ask it only after `reached`. */
export type RsvpReadModel = {
  campaignEvent(id: number): Promise<(CalendarEvent & { capacity: number | null; isActive: boolean }) | null>
  rsvps: {
    one(id: number): Promise<RsvpRow | null>
    open(of: { campaign_event_id: number } | { subject: string }): Promise<RsvpRow[]>
  }
  /** Waits a moment; false when it does not show this position yet. */
  reached(position: Position): Promise<boolean>
}

/** Rejects, so that the event is given again later. */
export async function requireReached({ reached }: Pick<RsvpReadModel, 'reached'>, position: Position): Promise<void> {
  if (!(await reached(position))) throw new Error('The read model is still behind this event.')
}

type SeatEvent = Extract<CampaignEventEvent, { type: 'CampaignEventEdited' }> | SubjectEvent

export type RsvpSeatsReactor = {
  name: 'rsvp-seats'
  on: { [E in SeatEvent as E['type']]: (event: Recorded<E>) => Promise<void> }
}

/** In the name of the system, because of this event; asked twice, it is one command. */
const because = ({ id, metadata }: Recorded, purpose: string): CommandContext => ({
  at: new Date().toISOString(),
  actor: { kind: 'system' },
  requestId: metadata.requestId,
  correlationId: metadata.correlationId,
  causationId: id,
  commandId: `${purpose} ${id}`,
})

/**
 * Seats that become free without anybody cancelling: more of them after an edit go to those who wait, and the seat of an
 * erased person is given back by an event of its own, since nobody is left to come or to cancel.
 */
export function rsvpSeatsReactor({ handle, model }: { handle: Handle; model: RsvpReadModel }): RsvpSeatsReactor {
  return {
    name: 'rsvp-seats',
    on: {
      async CampaignEventEdited(event) {
        await requireReached(model, event.position)
        const { campaignEventId } = event.data
        const offer = await model.campaignEvent(campaignEventId)
        if (!offer) return
        await handle(
          rsvps,
          rsvpStream(campaignEventId),
          { type: 'OfferSeats', data: { campaignEventId, offer } },
          because(event, 'offer seats'),
        )
      },
      async SubjectErased(event) {
        await requireReached(model, event.position)
        for (const { id, campaignEventId } of await model.rsvps.open({ subject: event.data.subject })) {
          const offer = await model.campaignEvent(campaignEventId)
          if (offer?.status !== 'upcoming') continue
          await handle(
            rsvps,
            rsvpStream(campaignEventId),
            { type: 'CancelRsvp', data: { place: { campaignEventId, rsvpId: id }, offer } },
            because(event, `give back ${id}`),
          )
        }
      },
    },
  }
}
