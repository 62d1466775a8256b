import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'
import { offerOf, promotedAtOnce, type RsvpCommand, type RsvpEvent, rsvps } from './rsvps.ts'

const guest = (rsvpId: number, subject = `subject ${rsvpId}`, name = `Guest ${rsvpId}`) => ({
  campaignEventId: 7,
  rsvpId,
  subject,
  name,
  email: `guest${rsvpId}@example.org`,
  zipCode: '47901',
})
const open = (capacity: number | null) => ({ status: 'upcoming', capacity }) as const
const confirmed = (rsvpId: number): RsvpEvent => ({ type: 'RsvpConfirmed', data: guest(rsvpId) })
const waitlisted = (rsvpId: number): RsvpEvent => ({ type: 'RsvpWaitlisted', data: guest(rsvpId) })
const promoted = (rsvpId: number): RsvpEvent => ({ type: 'RsvpPromoted', data: { campaignEventId: 7, rsvpId } })
const askedAgain = (rsvpId: number): RsvpEvent => ({
  type: 'RsvpMailAskedForAgain',
  data: { campaignEventId: 7, rsvpId },
})
const cancelled = (rsvpId: number): RsvpEvent => ({ type: 'RsvpCancelled', data: { campaignEventId: 7, rsvpId } })

const register = (
  rsvpId: number,
  capacity: number | null,
  { joinWaitingList = false, isOwner = false, subject = `subject ${rsvpId}`, name = `Guest ${rsvpId}` } = {},
): RsvpCommand => ({
  type: 'RegisterRsvp',
  data: { rsvp: guest(rsvpId, subject, name), offer: open(capacity), joinWaitingList, isOwner },
})
const cancel = (rsvpId: number, capacity: number | null): RsvpCommand => ({
  type: 'CancelRsvp',
  data: { place: { campaignEventId: 7, rsvpId }, offer: open(capacity) },
})
const offerSeats = (capacity: number | null): RsvpCommand => ({
  type: 'OfferSeats',
  data: { campaignEventId: 7, offer: open(capacity) },
})

it('records every export of the guest list, which changes no seats', () => {
  const exported = { campaignEventId: 7, guests: 1 }
  const history: RsvpEvent[] = [confirmed(1), { type: 'GuestListExported', data: exported }]
  given(rsvps, history)
    .when({ type: 'ExportGuestList', data: exported })
    .then([{ type: 'GuestListExported', data: exported }])
  given(rsvps, history).when(register(2, 1)).then('conflict')
})

describe('registering', () => {
  it('takes a free seat', () =>
    given(rsvps, [confirmed(1)])
      .when(register(2, 2))
      .then([confirmed(2)]))
  it('is rejected when all seats are taken', () =>
    given(rsvps, [confirmed(1)])
      .when(register(2, 1))
      .then('conflict'))
  it('joins the waiting list when all seats are taken and the person agreed', () =>
    given(rsvps, [confirmed(1)])
      .when(register(2, 1, { joinWaitingList: true }))
      .then([waitlisted(2)]))
  it('does not jump the waiting list when a seat has just been added', () => {
    const history = [confirmed(1), waitlisted(2)]
    given(rsvps, history).when(register(3, 5)).then('conflict')
    given(rsvps, history)
      .when(register(3, 5, { joinWaitingList: true }))
      .then([waitlisted(3)])
  })
  it('takes a seat for each person of a household', () =>
    given(rsvps, [confirmed(1)])
      .when(register(2, 9, { subject: 'subject 1' }))
      .then([{ type: 'RsvpConfirmed', data: guest(2, 'subject 1') }]))
  it('of a person who has a seat or is on the waiting list asks for the email again', () => {
    const names = ['Guest 1', ' guest  1', 'GUÉST-1']
    for (const name of names)
      given(rsvps, [confirmed(1)])
        .when(register(2, 9, { subject: 'subject 1', name }))
        .then([askedAgain(1)])
    given(rsvps, [confirmed(1), waitlisted(2), askedAgain(2)])
      .when(register(3, 1, { subject: 'subject 2', name: 'Guest 2', joinWaitingList: true }))
      .then([askedAgain(2)])
  })
  it('gives a registered person the same answer as any other when the event is full', () =>
    given(rsvps, [confirmed(1)])
      .when(register(2, 1, { subject: 'subject 1', name: 'Guest 1' }))
      .then('conflict'))
  it('tells the owner of an address with a seat or a place in line, even when the event is full', () => {
    given(rsvps, [confirmed(1)])
      .when(register(2, 1, { subject: 'subject 1', name: 'Guest 1', isOwner: true }))
      .then([askedAgain(1)])
    given(rsvps, [confirmed(1), waitlisted(2)])
      .when(register(3, 1, { subject: 'subject 2', name: 'Guest 2', isOwner: true }))
      .then([askedAgain(2)])
    given(rsvps, [confirmed(1)])
      .when(register(2, 1, { isOwner: true }))
      .then('conflict')
  })
  it('is possible again after a cancellation', () =>
    given(rsvps, [confirmed(1), cancelled(1)])
      .when(register(2, 1, { subject: 'subject 1' }))
      .then([{ type: 'RsvpConfirmed', data: guest(2, 'subject 1') }]))
  it('is rejected when the event takes no registrations', () =>
    given(rsvps, [])
      .when(register(1, null, { joinWaitingList: true }))
      .then('conflict'))
  it.each(['ongoing', 'completed', 'cancelled'] as const)('is rejected for an event that is %s', (status) =>
    given(rsvps, [])
      .when({
        type: 'RegisterRsvp',
        data: { rsvp: guest(1), offer: { status, capacity: 9 }, joinWaitingList: true, isOwner: false },
      })
      .then('conflict'),
  )
})

describe('cancelling', () => {
  it('frees the seat', () =>
    given(rsvps, [confirmed(1)])
      .when(cancel(1, 1))
      .then([cancelled(1)]))
  it('gives the seat to the guest who has waited longest', () =>
    given(rsvps, [confirmed(1), waitlisted(2), waitlisted(3)])
      .when(cancel(1, 1))
      .then([cancelled(1), promoted(2)]))
  it('removes a person from the waiting list', () =>
    given(rsvps, [confirmed(1), waitlisted(2)])
      .when(cancel(2, 1))
      .then([cancelled(2)]))
  it('promotes no guest while the event is overbooked', () =>
    given(rsvps, [confirmed(1), confirmed(2), waitlisted(3)])
      .when(cancel(1, 1))
      .then([cancelled(1)]))
  it('promotes no guest once the event has started', () =>
    given(rsvps, [confirmed(1), waitlisted(2)])
      .when({
        type: 'CancelRsvp',
        data: { place: { campaignEventId: 7, rsvpId: 1 }, offer: { status: 'ongoing', capacity: 1 } },
      })
      .then([cancelled(1)]))
  it('does nothing the second time or for an unknown registration', () => {
    given(rsvps, [confirmed(1), cancelled(1)])
      .when(cancel(1, 1))
      .thenNothing()
    given(rsvps, []).when(cancel(1, 1)).thenNothing()
  })
})

describe('more seats', () => {
  it('go to the waiting list, in order', () =>
    given(rsvps, [confirmed(1), waitlisted(2), waitlisted(3), waitlisted(4)])
      .when(offerSeats(3))
      .then([promoted(2), promoted(3)]))
  it('change nothing when the waiting list is empty or the number drops', () => {
    given(rsvps, [confirmed(1)])
      .when(offerSeats(9))
      .thenNothing()
    given(rsvps, [confirmed(1), waitlisted(2)])
      .when(offerSeats(1))
      .thenNothing()
  })
  it('go to every waiting guest once the event has no limit, step by step, also after a cancellation', () => {
    given(rsvps, [confirmed(1), waitlisted(2), waitlisted(3)])
      .when(offerSeats(null))
      .then([promoted(2), promoted(3)])
    given(rsvps, [confirmed(1), waitlisted(2), waitlisted(3)])
      .when(cancel(3, null))
      .then([cancelled(3), promoted(2)])
    const many = Array.from({ length: promotedAtOnce + 1 }, (_, index) => waitlisted(index + 1))
    expect(decided(offerSeats(null), many.reduce(rsvps.evolve, rsvps.initialState))).toHaveLength(promotedAtOnce)
  })
  it('go to no guest while the event is deleted or off the calendar', () => {
    const event = { ...open(null), isActive: true, isDeleted: false }
    const offered = (offer: ReturnType<typeof offerOf>): RsvpCommand => ({
      type: 'OfferSeats',
      data: { campaignEventId: 7, offer },
    })
    const history = [confirmed(1), waitlisted(2)]
    given(rsvps, history)
      .when(offered(offerOf(event)))
      .then([promoted(2)])
    for (const gone of [{ ...event, isActive: false }, { ...event, isDeleted: true }, null])
      given(rsvps, history)
        .when(offered(offerOf(gone)))
        .thenNothing()
  })
})

it('never overbooks and keeps the order of the waiting list, whatever happens', () => {
  type Step = { kind: 'register' | 'cancel' | 'grow'; who: number; joinWaitingList: boolean }
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom('register', 'register', 'cancel', 'grow'),
    who: fc.integer({ min: 0, max: 11 }),
    joinWaitingList: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step, { maxLength: 80 }), (first, steps) => {
      let capacity = first
      let state = rsvps.initialState
      /** A naive model: ids in the order of registration. */
      let seated: number[] = []
      let queue: number[] = []
      for (const [index, { kind, who, joinWaitingList }] of steps.entries()) {
        if (kind === 'grow') capacity += who % 3
        const ids = [...seated, ...queue]
        const command =
          kind === 'register'
            ? register(index, capacity, { joinWaitingList, subject: `person ${who}`, name: 'Guest' })
            : kind === 'cancel'
              ? cancel(ids[who % Math.max(1, ids.length)] ?? -1, capacity)
              : offerSeats(capacity)
        for (const event of decided(command, state)) {
          state = rsvps.evolve(state, event)
          const rsvpId = 'rsvpId' in event.data ? event.data.rsvpId : -1
          switch (event.type) {
            case 'RsvpConfirmed':
              expect(queue).toEqual([])
              seated = [...seated, rsvpId]
              break
            case 'RsvpWaitlisted':
              queue = [...queue, rsvpId]
              break
            case 'RsvpPromoted':
              expect(rsvpId).toBe(queue[0])
              seated = [...seated, rsvpId]
              queue = queue.slice(1)
              break
            case 'RsvpCancelled':
              seated = seated.filter((id) => id !== rsvpId)
              queue = queue.filter((id) => id !== rsvpId)
          }
          expect(seated.length).toBeLessThanOrEqual(capacity)
        }
        expect(state.seated.map(({ rsvpId }) => rsvpId)).toEqual(seated)
        expect(state.waiting.map(({ rsvpId }) => rsvpId)).toEqual(queue)
        expect(queue.length === 0 || seated.length === capacity).toBe(true)
        const people = [...state.seated, ...state.waiting].map(({ subject }) => subject)
        expect(new Set(people).size).toBe(people.length)
      }
    }),
  )
})

/** A rejected command yields no events. */
function decided(command: RsvpCommand, state: typeof rsvps.initialState): RsvpEvent[] {
  try {
    return rsvps.decide(command, state)
  } catch (error) {
    if (error instanceof DomainError) return []
    throw error
  }
}

describe('a guest whose account proved another address', () => {
  const move = (rsvpId: number, to = 'new subject') => ({
    campaignEventId: 7,
    rsvpId,
    subject: to,
    email: 'guest@new.example',
    previousSubject: `subject ${rsvpId}`,
  })
  const moving = (rsvpId: number, capacity: number | null, to?: string): RsvpCommand => ({
    type: 'MoveRsvpAddress',
    data: { move: move(rsvpId, to), offer: open(capacity) },
  })
  const moved = (rsvpId: number, to?: string): RsvpEvent => ({ type: 'RsvpAddressMoved', data: move(rsvpId, to) })
  const namesake: RsvpEvent = { type: 'RsvpConfirmed', data: guest(2, 'new subject', 'Guest 1') }

  it('keeps the seat, once, and is known by the new address', () => {
    given(rsvps, [confirmed(1)])
      .when(moving(1, 2))
      .then([moved(1)])
    given(rsvps, [confirmed(1), moved(1)])
      .when(moving(1, 2))
      .thenNothing()
    given(rsvps, [confirmed(1), moved(1)])
      .when(register(3, 2, { subject: 'new subject', name: 'Guest 1' }))
      .then([askedAgain(1)])
  })
  it('keeps the place on the waiting list', () =>
    given(rsvps, [confirmed(1), waitlisted(2), waitlisted(3), moved(2)])
      .when(cancel(1, 1))
      .then([cancelled(1), promoted(2)]))
  it('leaves the seats of others alone, and a cancelled one', () => {
    given(rsvps, [{ type: 'RsvpConfirmed', data: guest(1, 'someone else') }])
      .when(moving(1, 2))
      .thenNothing()
    given(rsvps, [confirmed(1), cancelled(1)])
      .when(moving(1, 2))
      .thenNothing()
  })
  it('who registered with both addresses keeps one seat; the other is free', () =>
    given(rsvps, [confirmed(1), namesake, waitlisted(3)])
      .when(moving(1, 2))
      .then([moved(1), cancelled(2), promoted(3)]))
  it('keeps the seat of the new address before the place on the waiting list of the old one', () =>
    given(rsvps, [namesake, waitlisted(1)])
      .when(moving(1, 1))
      .then([moved(1), cancelled(1)]))
})

describe('correcting the name on a registration', () => {
  const place = { campaignEventId: 7, rsvpId: 1 }
  const rename = (name: string, offer: ReturnType<typeof offerOf> = open(5)): RsvpCommand => ({
    type: 'CorrectRsvpName',
    data: { place, offer, name },
  })
  const renamed: RsvpEvent = { type: 'RsvpNameCorrected', data: { ...place, subject: 'subject 1', name: 'Ruth' } }

  it('records the new name, and the place stays', () => {
    given(rsvps, [confirmed(1)])
      .when(rename('Ruth'))
      .then([renamed])
    given(rsvps, [waitlisted(1)])
      .when(rename('Ruth'))
      .then([renamed])
  })
  it('does nothing when that is the name', () =>
    given(rsvps, [confirmed(1), renamed])
      .when(rename('Ruth'))
      .thenNothing())
  it('is known to the guest’s next registration', () =>
    given(rsvps, [confirmed(1), renamed])
      .when(register(2, 5, { subject: 'subject 1', name: 'Ruth' }))
      .then([askedAgain(1)]))
  it('is rejected for the name of another guest of the address', () =>
    given(rsvps, [confirmed(1), { type: 'RsvpConfirmed', data: guest(2, 'subject 1', 'Ruth') }])
      .when(rename('ruth'))
      .then('conflict'))
  it('is rejected once the event has begun', () =>
    given(rsvps, [confirmed(1)])
      .when(rename('Ruth', { status: 'ongoing', capacity: 5 }))
      .then('conflict'))
  it('is rejected without a registration', () => {
    given(rsvps, []).when(rename('Ruth')).then('not_found')
    given(rsvps, [confirmed(1), cancelled(1)])
      .when(rename('Ruth'))
      .then('not_found')
  })
})

it('a guest who cancels their own registration gives the seat to the next one', () =>
  given(rsvps, [confirmed(1), waitlisted(2)])
    .when({ type: 'CancelOwnRsvp', data: { place: { campaignEventId: 7, rsvpId: 1 }, offer: open(1) } })
    .then([cancelled(1), promoted(2)]))
