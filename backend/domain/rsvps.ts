import type { HandEntry, MaybeByHand } from '../../records/hand-entry.ts'
import type { RsvpPlace } from '../../records/mail.ts'
import type { Origin } from '../../records/origins.ts'
import type { guest } from '../../records/rsvps.ts'
import type { Values } from '../../records/values.ts'
import { type Decider, DomainError, type Fact } from '../kernel/eventlog/decider.ts'
import { letters } from './people-of-an-address.ts'

/** `subject` and `email`: the new address; `previousSubject`: the old one, of the same person. */
type Move = RsvpPlace & { subject: string; email: string; previousSubject: string }
type Registration = RsvpPlace & { subject: string } & Values<typeof guest> & Origin

/**
 * The calendar’s facts about the event right now, so that this one stream assigns every seat. `capacity` null: the
 * event takes no new registrations, and has room for the earlier ones.
 */
type Offer = { status: 'upcoming' | 'ongoing' | 'completed' | 'cancelled'; capacity: number | null }

/** An event that is deleted or off the calendar offers no seats until it is back. */
export function offerOf(event: (Offer & { isActive: boolean; isDeleted: boolean }) | null): Offer {
  if (event === null) return { status: 'cancelled', capacity: null }
  const { status, capacity, isActive, isDeleted } = event
  return { status: isActive && !isDeleted ? status : 'cancelled', capacity }
}

export type RsvpCommand =
  /** `isOwner`: the requester has proved that the address is theirs. */
  | Fact<'RegisterRsvp', { rsvp: Registration; offer: Offer; joinWaitingList: boolean; isOwner: boolean }>
  /** By staff, such as after a phone call. */
  | Fact<'EnterGuest', { rsvp: Registration & HandEntry; offer: Offer; joinWaitingList: boolean }>
  | Fact<'CancelRsvp', { place: RsvpPlace; offer: Offer }>
  /** By the guest, signed in; the letters tell it from a removal by staff. */
  | Fact<'CancelOwnRsvp', { place: RsvpPlace; offer: Offer }>
  /** By the guest, such as when another person of the household comes. */
  | Fact<'CorrectRsvpName', { place: RsvpPlace; offer: Offer; name: string }>
  /** The event may have more seats than before. */
  | Fact<'OfferSeats', { campaignEventId: number; offer: Offer }>
  /** The account of the guest proved another address. */
  | Fact<'MoveRsvpAddress', { move: Move; offer: Offer }>
  /** Recorded because names and email addresses leave the system. */
  | Fact<'ExportGuestList', { campaignEventId: number; guests: number }>
export type RsvpEvent =
  | Fact<'RsvpConfirmed', Registration & MaybeByHand>
  | Fact<'RsvpWaitlisted', Registration & MaybeByHand>
  | Fact<'RsvpPromoted', RsvpPlace>
  | Fact<'RsvpCancelled', RsvpPlace>
  /** The guest registered again, who may have lost the email. */
  | Fact<'RsvpMailAskedForAgain', RsvpPlace>
  | Fact<'RsvpAddressMoved', Move>
  | Fact<'RsvpNameCorrected', RsvpPlace & { subject: string; name: string }>
  | Fact<'GuestListExported', { campaignEventId: number; guests: number }>

type Guest = { rsvpId: number; subject: string; name: string }
/** `waiting` is in the order of registration. */
type Rsvps = { seated: readonly Guest[]; waiting: readonly Guest[] }

/** One stream per calendar event, so that its seats are assigned one after the other. */
export const rsvpStream = (campaignEventId: number) => `campaign-event-rsvps-${campaignEventId}`

/** Seats available now; none once the event is no longer upcoming. */
const seatsOf = ({ status, capacity }: Offer) => (status === 'upcoming' ? (capacity ?? Number.POSITIVE_INFINITY) : 0)

/** The people of a household share an address; each has a seat of their own. */
const isSamePerson = (one: Guest, other: Guest) =>
  one.subject === other.subject && letters(one.name) === letters(other.name)

const guestOf = ({ rsvpId, subject, name }: Registration): Guest => ({ rsvpId, subject, name })

const without = (guests: readonly Guest[], rsvpId: number) => guests.filter((guest) => guest.rsvpId !== rsvpId)

/** Further commands move up the rest, because an append holds a million bytes. */
export const promotedAtOnce = 500

/** Free seats go to the guests who have waited longest. */
function promotions(campaignEventId: number, { seated, waiting }: Rsvps, offer: Offer): RsvpEvent[] {
  const free = Math.max(0, seatsOf(offer) - seated.length)
  return waiting
    .slice(0, Math.min(free, promotedAtOnce))
    .map(({ rsvpId }) => ({ type: 'RsvpPromoted', data: { campaignEventId, rsvpId } }) as const)
}

/** A guest who had registered with both addresses keeps the better place. */
function decideMove(move: Move, state: Rsvps, offer: Offer): RsvpEvent[] {
  const { campaignEventId, rsvpId, subject, previousSubject } = move
  const places = [...state.seated, ...state.waiting]
  const guest = places.find((one) => one.rsvpId === rsvpId && one.subject === previousSubject)
  if (!guest) return []
  const moved: RsvpEvent = { type: 'RsvpAddressMoved', data: move }
  const [, second] = places.filter((one) => one === guest || isSamePerson(one, { ...guest, subject }))
  if (!second || offer.status !== 'upcoming') return [moved]
  const remaining = { seated: without(state.seated, second.rsvpId), waiting: without(state.waiting, second.rsvpId) }
  const given: RsvpEvent = { type: 'RsvpCancelled', data: { campaignEventId, rsvpId: second.rsvpId } }
  return [moved, given, ...promotions(campaignEventId, remaining, offer)]
}

/** The place stays; two guests of one address have two names. */
function decideName(place: RsvpPlace, offer: Offer, name: string, { seated, waiting }: Rsvps): RsvpEvent[] {
  const places = [...seated, ...waiting]
  const guest = places.find(({ rsvpId }) => rsvpId === place.rsvpId)
  if (!guest) throw new DomainError('not_found', 'Registration not found.')
  if (guest.name === name) return []
  if (offer.status !== 'upcoming') throw new DomainError('conflict', 'This event takes no changes any more.')
  if (places.some((other) => other !== guest && isSamePerson(other, { ...guest, name })))
    throw new DomainError('conflict', 'A guest with this name is registered with your address already.')
  return [{ type: 'RsvpNameCorrected', data: { ...place, subject: guest.subject, name } }]
}

type Entry = Extract<RsvpCommand, { type: 'EnterGuest' }>['data']

/** Staff may know who is coming: a guest who is registered stays as they are, and gets no second email. */
function decideEntry({ rsvp, offer, joinWaitingList }: Entry, { seated, waiting }: Rsvps): RsvpEvent[] {
  if ([...seated, ...waiting].some((guest) => isSamePerson(guest, rsvp))) return []
  if (offer.capacity === null || offer.status !== 'upcoming')
    throw new DomainError('conflict', 'This event does not take registrations.')
  const isFull = seated.length >= offer.capacity || waiting.length > 0
  if (isFull && !joinWaitingList)
    throw new DomainError('conflict', 'This event is full. They can join the waiting list.')
  return [{ type: isFull ? 'RsvpWaitlisted' : 'RsvpConfirmed', data: rsvp }]
}

export const rsvps: Decider<Rsvps, RsvpCommand, RsvpEvent> = {
  initialState: { seated: [], waiting: [] },
  decide(command, state) {
    switch (command.type) {
      case 'RegisterRsvp': {
        const { rsvp, offer, joinWaitingList, isOwner } = command.data
        if (offer.capacity === null || offer.status !== 'upcoming')
          throw new DomainError('conflict', 'This event does not take registrations.')
        const isFull = state.seated.length >= offer.capacity || state.waiting.length > 0
        const known = [...state.seated, ...state.waiting].find((guest) => isSamePerson(guest, rsvp))
        // A registered person gets the same answer as any other, unless the owner of the address asks.
        if (isFull && !joinWaitingList && !(known && isOwner))
          throw new DomainError(
            'conflict',
            'This event is full. You can join the waiting list. If you registered before, you keep your place and get the email again.',
          )
        if (known) {
          const { campaignEventId } = rsvp
          return [{ type: 'RsvpMailAskedForAgain', data: { campaignEventId, rsvpId: known.rsvpId } }]
        }
        return [{ type: isFull ? 'RsvpWaitlisted' : 'RsvpConfirmed', data: rsvp }]
      }
      case 'EnterGuest':
        return decideEntry(command.data, state)
      case 'CorrectRsvpName': {
        const { place, offer, name } = command.data
        return decideName(place, offer, name, state)
      }
      case 'CancelRsvp':
      case 'CancelOwnRsvp': {
        const { place, offer } = command.data
        const remaining = {
          seated: without(state.seated, place.rsvpId),
          waiting: without(state.waiting, place.rsvpId),
        }
        if (remaining.seated.length + remaining.waiting.length === state.seated.length + state.waiting.length) return []
        return [{ type: 'RsvpCancelled', data: place }, ...promotions(place.campaignEventId, remaining, offer)]
      }
      case 'OfferSeats':
        return promotions(command.data.campaignEventId, state, command.data.offer)
      case 'MoveRsvpAddress':
        return decideMove(command.data.move, state, command.data.offer)
      case 'ExportGuestList':
        return [{ type: 'GuestListExported', data: command.data }]
    }
  },
  evolve({ seated, waiting }, { type, data }) {
    switch (type) {
      case 'RsvpConfirmed':
        return { seated: [...seated, guestOf(data)], waiting }
      case 'RsvpWaitlisted':
        return { seated, waiting: [...waiting, guestOf(data)] }
      case 'RsvpPromoted':
        return {
          seated: [...seated, ...waiting.filter(({ rsvpId }) => rsvpId === data.rsvpId)],
          waiting: without(waiting, data.rsvpId),
        }
      case 'RsvpCancelled':
        return { seated: without(seated, data.rsvpId), waiting: without(waiting, data.rsvpId) }
      case 'RsvpAddressMoved': {
        const move = (guest: Guest) => (guest.rsvpId === data.rsvpId ? { ...guest, subject: data.subject } : guest)
        return { seated: seated.map(move), waiting: waiting.map(move) }
      }
      case 'RsvpNameCorrected': {
        const rename = (guest: Guest) => (guest.rsvpId === data.rsvpId ? { ...guest, name: data.name } : guest)
        return { seated: seated.map(rename), waiting: waiting.map(rename) }
      }
      case 'RsvpMailAskedForAgain':
      case 'GuestListExported':
        return { seated, waiting }
    }
  },
}
