import { type Decider, DomainError, type Fact } from '../kernel/eventlog/decider.ts'

type Id = { campaignEventId: number }
/** `eventDate` like '2026-05-09', times like '18:30' in the campaign's time zone. */
type Details = {
  title: string
  description: string | null
  location: string | null
  eventDate: string
  startTime: string | null
  endTime: string | null
  category: string
  capacity: number | null
  imageUrl: string | null
  isActive: boolean
}
type Note = { noteToGuests: string | null }

export type CampaignEventCommand =
  | Fact<'CreateCampaignEvent', Id & Details>
  | Fact<'EditCampaignEvent', Id & Details & Note>
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

const isSame = (one: Details, other: Details): boolean =>
  one.title === other.title &&
  one.description === other.description &&
  one.location === other.location &&
  one.eventDate === other.eventDate &&
  one.startTime === other.startTime &&
  one.endTime === other.endTime &&
  one.category === other.category &&
  one.capacity === other.capacity &&
  one.imageUrl === other.imageUrl &&
  one.isActive === other.isActive

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

export const campaignEvents: Decider<CampaignEvent, CampaignEventCommand, CampaignEventEvent> = {
  initialState: { status: 'unknown' },
  decide(command, event) {
    switch (command.type) {
      case 'CreateCampaignEvent':
        if (event.status !== 'unknown') throw new DomainError('conflict', 'This event was already created.')
        return [{ type: 'CampaignEventCreated', data: command.data }]
      case 'EditCampaignEvent':
        if (!('details' in event)) throw missing()
        if (isSame(event.details, command.data)) return []
        if (command.data.noteToGuests !== null && newsForGuests(event, command.data) === null)
          throw new DomainError(
            'conflict',
            'Guests get no email about this change. Remove the note to them, then save.',
          )
        return [{ type: 'CampaignEventEdited', data: command.data }]
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
