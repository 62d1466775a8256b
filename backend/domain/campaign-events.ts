import { campaignEvent, type guestNote, noStartTime } from '../../records/campaign-events.ts'
import { corrected, isSame, type Values } from '../../records/values.ts'
import { type Decider, DomainError, type Fact } from '../kernel/eventlog/decider.ts'

type Id = { campaignEventId: number }
/** `eventDate` like '2026-05-09', times like '18:30' in the campaign's time zone. */
type Details = Values<typeof campaignEvent>
type Note = Values<typeof guestNote>

export type CampaignEventCommand =
  | Fact<'CreateCampaignEvent', Id & Details>
  | Fact<'EditCampaignEvent', Id & Partial<Details> & Note>
  | Fact<'CancelCampaignEvent', Id & Note>
  | Fact<'DeleteCampaignEvent', Id>
  | Fact<'RestoreCampaignEvent', Id>
export type CampaignEventEvent =
  | Fact<'CampaignEventCreated', Id & Details>
  | Fact<'CampaignEventEdited', Id & Details & Note>
  | Fact<'CampaignEventCancelled', Id & Note>
  | Fact<'CampaignEventDeleted', Id>
  | Fact<'CampaignEventRestored', Id>

/**
 * Upcoming, ongoing and completed are derived from the date. They are not stored, and no event records a change between
 * them.
 */
type Known = {
  status: 'scheduled' | 'cancelled'
  details: Details
  /**
   * An edit took the event off the calendar and guests were told. A restored event is inactive, but guests were not
   * told.
   */
  isHidden: boolean
}
type CampaignEvent = { status: 'unknown' } | Known | { status: 'deleted'; known: Known }

export const campaignEventStream = (campaignEventId: number) => `campaign-event-${campaignEventId}`

const isHiddenBy = ({ isActive }: Details, before: Known): boolean =>
  !isActive && (before.details.isActive || before.isHidden)

const isElsewhere = (one: Details, other: Details): boolean =>
  one.eventDate !== other.eventDate ||
  one.startTime !== other.startTime ||
  one.endTime !== other.endTime ||
  one.location !== other.location

/** The kind of email that an edit requires; null when guests need none, or will get one once the event is back. */
export function newsForGuests(before: Known, now: Details): 'hidden' | 'back' | 'changed' | null {
  if (before.status === 'cancelled') return null
  if (before.details.isActive && !now.isActive) return 'hidden'
  if (before.isHidden) return now.isActive ? 'back' : null
  return isElsewhere(before.details, now) ? 'changed' : null
}

const missing = () => new DomainError('not_found', 'Event not found.')

function decideEdit(known: Known, { campaignEventId, noteToGuests, ...said }: Id & Partial<Details> & Note) {
  const details = corrected(campaignEvent, known.details, said)
  if (isSame(campaignEvent, known.details, details)) return []
  if (details.endTime !== null && details.startTime === null) throw new DomainError('invalid', noStartTime)
  if (noteToGuests !== null && newsForGuests(known, details) === null)
    throw new DomainError('conflict', 'Guests get no email about this change. Remove the note to them, then save.')
  return [{ type: 'CampaignEventEdited', data: { campaignEventId, ...details, noteToGuests } } as const]
}

export const campaignEvents: Decider<CampaignEvent, CampaignEventCommand, CampaignEventEvent> = {
  initialState: { status: 'unknown' },
  decide(command, event) {
    switch (command.type) {
      case 'CreateCampaignEvent':
        if (event.status !== 'unknown') throw new DomainError('conflict', 'This event was already created.')
        return [{ type: 'CampaignEventCreated', data: command.data }]
      case 'EditCampaignEvent':
        if (!('details' in event)) throw missing()
        return decideEdit(event, command.data)
      case 'CancelCampaignEvent':
        if (!('details' in event)) throw missing()
        return event.status === 'cancelled' ? [] : [{ type: 'CampaignEventCancelled', data: command.data }]
      case 'DeleteCampaignEvent':
        if (event.status === 'unknown') throw missing()
        return event.status === 'deleted' ? [] : [{ type: 'CampaignEventDeleted', data: command.data }]
      case 'RestoreCampaignEvent':
        if (event.status === 'unknown') throw missing()
        return event.status === 'deleted' ? [{ type: 'CampaignEventRestored', data: command.data }] : []
    }
  },
  evolve(before, event) {
    switch (event.type) {
      case 'CampaignEventCreated':
        return { status: 'scheduled', details: event.data, isHidden: false }
      case 'CampaignEventEdited':
        return 'details' in before
          ? { ...before, details: event.data, isHidden: isHiddenBy(event.data, before) }
          : before
      case 'CampaignEventCancelled':
        return 'details' in before ? { ...before, status: 'cancelled' } : before
      case 'CampaignEventDeleted':
        return 'details' in before ? { status: 'deleted', known: before } : before
      // The event stays hidden until an admin activates it again; a cancelled one stays cancelled.
      case 'CampaignEventRestored':
        return 'known' in before ? { ...before.known, details: { ...before.known.details, isActive: false } } : before
    }
  },
}
