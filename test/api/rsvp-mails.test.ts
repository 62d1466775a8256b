import { describe, expect, it } from 'vitest'
import type { Mail } from '../../backend/mail/mailer.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import {
  admin,
  cancel,
  cancelLinkIn,
  createEvent,
  guest,
  inDays,
  methodOf,
  rally,
  reactors,
  register,
  seats,
} from '../support/app/rsvps.ts'

describe('mail about a registration', () => {
  it('confirms a seat, with a calendar file and a cancel link', async () => {
    const app = await createTestApp()
    const id = await createEvent(app)
    await register(app, id, guest(1))
    const { mails, catchUp } = reactors(app)
    await catchUp()
    expect(mails).toHaveLength(1)
    const [mail] = mails
    if (!mail) throw new Error('No mail.')
    expect(mail).toMatchObject({ to: 'guest1@example.org', subject: 'You’re registered: Rally on the square' })
    expect(mail.text).toMatch(/\d{4}, 6:30 PM to 8:00 PM E[DS]T/)
    const [calendar] = mail.attachments ?? []
    expect(calendar?.contentType).toMatch(/^text\/calendar; charset=utf-8/)
    expect(calendar?.content).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nUID:[\da-f-]{36}\r\n[\s\S]*END:VCALENDAR\r\n$/)
    const answer = await app.post('/api/events/rsvp/cancel', { token: cancelLinkIn(mail) })
    expect(answer.statusCode).toBe(200)
    expect(await seats(app, id)).toMatchObject({ seatsTaken: 0 })
  })

  it('contains no words from the person who typed the address, in any of its kinds', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    for (const n of [1, 2, 3])
      await register(app, id, {
        ...guest(n),
        name: 'Canary: call 765-555-0199 or see canary.example',
        joinWaitingList: true,
      })
    const { mails, catchUp } = reactors(app)
    const steps = [
      async () => {},
      () => cancel(app, id, 1),
      () => app.put(`/api/admin/events/${id}`, { ...rally, capacity: 1, startTime: '19:30' }, admin),
      () => app.remove(`/api/admin/events/${id}/rsvps/2`, admin),
      () => app.post(`/api/admin/events/${id}/cancel`, undefined, admin),
    ]
    for (const step of steps) {
      await step()
      await catchUp()
    }
    const subjects = mails.map(({ subject }) => subject.split(':')[0])
    expect(new Set(subjects)).toEqual(
      new Set([
        'You’re registered',
        'You’re on the waiting list',
        'You have a seat',
        'You cancelled',
        'Changed',
        'Your registration was cancelled',
        'Cancelled',
      ]),
    )
    expect(JSON.stringify(mails)).not.toMatch(/canary/i)
  })

  it('goes to one inbox for at most ten registrations a day that its owner did not make', async () => {
    const app = await createTestApp({ rateLimits: 'on' })
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) {
      const body = { name: 'Ruth', email: n % 2 ? 'ruth@example.org' : 'RUTH@example.org' }
      const answer = await app.app.inject({
        method: 'POST',
        url: `/api/events/${await createEvent(app)}/rsvp`,
        payload: body,
        headers: { 'sec-fetch-site': 'same-origin' },
        remoteAddress: `192.0.2.${n}`,
      })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429])
  })

  it('goes again to a person who registers again, and to each person of a household', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 3 })
    const { mails, catchUp } = reactors(app)
    const email = 'couple@example.org'
    for (const name of ['Ann', 'Bob', 'Bob']) await register(app, id, { name, email })
    await catchUp()
    expect(mails.map(({ to, subject }) => `${to} ${subject.split(':')[0]}`)).toEqual(
      Array(3).fill('couple@example.org You’re registered'),
    )
    expect(mails[2]?.text).toContain('This address has 2 registrations for this event')
    const rsvpIds = await Promise.all(mails.map((mail) => app.rsvpTokens.read(cancelLinkIn(mail))))
    expect(rsvpIds.map((place) => place?.rsvpId)).toEqual([1, 2, 2])
    const waiting = { ...guest(1), joinWaitingList: true }
    await register(app, id, guest(2))
    for (let time = 0; time < 2; time++) await register(app, id, waiting)
    await catchUp()
    expect(mails.slice(4).map(({ subject }) => subject.split(':')[0])).toEqual(
      Array(2).fill('You’re on the waiting list'),
    )
    await cancel(app, id, 2)
    await register(app, id, { name: 'Bob', email, joinWaitingList: true })
    await catchUp()
    expect(mails.slice(6).map(({ to, subject }) => `${to} ${subject.split(':')[0]}`)).toEqual([
      'guest1@example.org You have a seat',
      'couple@example.org You’re on the waiting list',
    ])
  })

  it('takes the event out of the calendar of a guest who cancels by the link, and puts it back when they return', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    const { mails, catchUp } = reactors(app)
    await register(app, id, guest(1))
    await catchUp()
    await cancel(app, id, 1)
    await catchUp()
    await register(app, id, guest(1))
    await catchUp()
    await app.put(`/api/admin/events/${id}`, { ...rally, location: 'Library' }, admin)
    await catchUp()
    expect(mails.map(({ to, subject }) => `${to} ${subject.split(':')[0]}`)).toEqual([
      'guest1@example.org You’re registered',
      'guest1@example.org You cancelled',
      'guest1@example.org You’re registered',
      'guest1@example.org Changed',
    ])
    expect(mails.map(({ attachments = [] }) => attachments.map(methodOf))).toEqual([
      ['PUBLISH'],
      ['CANCEL'],
      ['PUBLISH'],
      ['PUBLISH'],
    ])
    expect(new Set(mails.map(uidOf)).size).toBe(1)
    const sequences = mails.map(sequenceOf)
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
  })

  it('leaves the calendar of a household alone while one of them comes, and that of people who only waited', async () => {
    const app = await createTestApp()
    const id = await createEvent(app)
    const { mails, catchUp } = reactors(app)
    for (const name of ['Ann', 'Bob']) await register(app, id, { name, email: 'couple@example.org' })
    await register(app, id, { ...guest(3), joinWaitingList: true })
    await catchUp()
    for (const rsvpId of [3, 1]) await cancel(app, id, rsvpId)
    await catchUp()
    expect(mails).toHaveLength(3)
    await cancel(app, id, 2)
    await catchUp()
    expect(mails.slice(3).map(({ to, subject }) => `${to} ${subject.split(':')[0]}`)).toEqual([
      'couple@example.org You cancelled',
    ])
  })

  it('is sent once, however often the event arrives, and retried until it could be sent', async () => {
    const app = await createTestApp()
    const id = await createEvent(app)
    await register(app, id, guest(1))
    const confirmed = (await app.events()).find(({ type }) => type === 'RsvpConfirmed')
    if (!confirmed) throw new Error('No guest is registered.')
    let isDown = true
    const { mails, again } = reactors(app, () => isDown)
    await expect(again(confirmed)).rejects.toThrow('No answer.')
    isDown = false
    for (let time = 1; time <= 3; time++) await again(confirmed)
    expect(mails.map(({ messageId }) => messageId)).toEqual([`<${confirmed.id}@campaign.example>`])
  })

  it('goes to the waiting list, and to the person who gets the seat', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    for (const n of [1, 2, 3]) await register(app, id, { ...guest(n), joinWaitingList: true })
    const { mails, catchUp } = reactors(app)
    await catchUp()
    await cancel(app, id, 1)
    await catchUp()
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'guest1@example.org: You’re registered: Rally on the square',
      'guest2@example.org: You’re on the waiting list: Rally on the square',
      'guest3@example.org: You’re on the waiting list: Rally on the square',
      'guest1@example.org: You cancelled: Rally on the square',
      'guest2@example.org: You have a seat: Rally on the square',
    ])
    expect(mails.map(({ attachments = [] }) => attachments.length)).toEqual([1, 0, 0, 1, 1])
  })

  it('tells everyone registered that the event is cancelled', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    for (const n of [1, 2]) await register(app, id, { ...guest(n), joinWaitingList: true })
    const { mails, catchUp } = reactors(app)
    await catchUp()
    await app.post(`/api/admin/events/${id}/cancel`, undefined, admin)
    await catchUp()
    expect(mails.slice(2).map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'guest1@example.org: Cancelled: Rally on the square',
      'guest2@example.org: Cancelled: Rally on the square',
    ])
    // People on the waiting list have no seat in their calendar to remove.
    expect(mails.slice(2).map(({ attachments = [] }) => attachments.map(methodOf))).toEqual([['CANCEL'], []])
    expect(uidOf(mails[2])).toBe(uidOf(mails[0]))
    expect(sequenceOf(mails[2])).toBeGreaterThan(sequenceOf(mails[0]))
    expect(mails[2]?.text).not.toContain('A note from our team')
  })

  it('puts the note to guests into the email about a cancellation', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, rally)
    await register(app, id, guest(1))
    const { mails, catchUp } = reactors(app)
    await catchUp()
    const cancelUrl = `/api/admin/events/${id}/cancel`
    const tooLong = await app.post(cancelUrl, { noteToGuests: 'x'.repeat(1001) }, admin)
    expect([tooLong.statusCode, tooLong.json().errors[0].path]).toEqual([400, 'noteToGuests'])
    await app.post(cancelUrl, { noteToGuests: ' The road is closed. ' }, admin)
    await catchUp()
    expect(mails.at(-1)?.text).toContain('\n\nA note from our team:\n\nThe road is closed.\n\n')
    const history = (await app.get(`/api/admin/history/campaign-events/${id}`, admin)).json()
    expect(history.at(-1).changes).toMatchObject({ noteToGuests: 'The road is closed.' })
  })
})

const calendarIn = (mail?: Mail) => mail?.attachments?.[0]?.content ?? ''
const uidOf = (mail?: Mail) => calendarIn(mail).match(/^UID:(.+)\r$/m)?.[1] ?? 'none'
const sequenceOf = (mail?: Mail) => Number(calendarIn(mail).match(/^SEQUENCE:(\d+)\r$/m)?.[1])

describe('mail about a change of the event', () => {
  const edit = async (app: TestApp, id: number, details: object) => {
    const answer = await app.put(`/api/admin/events/${id}`, { ...rally, capacity: 1, ...details }, admin)
    expect(answer.statusCode).toBe(200)
  }
  /** One guest with a seat and one on the waiting list; both got their mail. */
  async function twoGuests(app: TestApp, isDown?: () => boolean) {
    const id = await createEvent(app, { ...rally, location: 'Town hall', capacity: 1 })
    for (const n of [1, 2]) await register(app, id, { ...guest(n), joinWaitingList: true })
    const reacting = reactors(app, isDown)
    await reacting.catchUp()
    return { id, ...reacting, first: reacting.mails.splice(0)[0] }
  }

  it.each([
    ['date', { location: 'Town hall', eventDate: inDays(11) }],
    ['time', { location: 'Town hall', startTime: '17:00' }],
    ['end', { location: 'Town hall', endTime: '21:00' }],
    ['place', { location: 'Library' }],
  ])('goes to every guest once when the %s changes, with the old and new details', async (_, details) => {
    const app = await createTestApp()
    const { id, mails, catchUp, again, first } = await twoGuests(app)
    await edit(app, id, details)
    await catchUp()
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'guest1@example.org: Changed: Rally on the square',
      'guest2@example.org: Changed: Rally on the square',
    ])
    const [seated, waiting] = mails
    const [, now] = seated?.text.match(/^Now: (.+)$/m) ?? []
    const [, before] = seated?.text.match(/^Before: (.+)$/m) ?? []
    expect(before).toMatch(/6:30 PM to 8:00 PM E[DS]T, Town hall$/)
    expect(now).not.toBe(before)
    expect([uidOf(seated), seated?.attachments?.map(methodOf)]).toEqual([uidOf(first), ['PUBLISH']])
    expect(sequenceOf(seated)).toBeGreaterThan(sequenceOf(first))
    expect(waiting?.attachments).toBeUndefined()
    for (const event of await app.events()) await again(event)
    expect(mails).toHaveLength(2)
  })

  it('has the note to guests, which only a change that they hear about can have', async () => {
    const app = await createTestApp()
    const { id, mails, catchUp } = await twoGuests(app)
    const note = { noteToGuests: 'The town hall has a broken pipe.' }
    const details = { ...rally, capacity: 1, location: 'Town hall', description: 'Bring a chair.', ...note }
    const refused = await app.put(`/api/admin/events/${id}`, details, admin)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Guests get no email about this change. Remove the note to them, then save.',
    ])
    await edit(app, id, { location: 'Library', ...note })
    await edit(app, id, { location: 'Park' })
    await catchUp()
    expect(mails.map(({ text }) => text.includes(`\n\n${note.noteToGuests}\n\n`))).toEqual([true, true, false, false])
  })

  it('is not sent for other edits, nor to those who registered later, cancelled or were erased', async () => {
    const app = await createTestApp()
    const { id, mails, catchUp } = await twoGuests(app)
    await edit(app, id, { location: 'Town hall', title: 'Rally!', description: 'Bring a chair.' })
    await catchUp()
    expect(mails).toEqual([])
    await cancel(app, id, 1)
    await app.post('/api/admin/erasures', { topic: 'rsvps', id: 2 }, admin)
    await edit(app, id, { location: 'Library' })
    await register(app, id, { ...guest(3), joinWaitingList: true })
    await catchUp()
    expect(mails.filter(({ subject }) => subject.startsWith('Changed'))).toEqual([])
  })

  it('reports each change separately, and none about the past', async () => {
    const app = await createTestApp()
    const { id, mails, catchUp } = await twoGuests(app)
    await edit(app, id, { location: 'Library' })
    await edit(app, id, { location: 'Park' })
    await catchUp()
    const toFirst = mails.filter(({ to }) => to === 'guest1@example.org')
    expect(toFirst.map(({ text }) => text.match(/^Now: .+, (.+)$/m)?.[1])).toEqual(['Library', 'Park'])
    expect(sequenceOf(toFirst[1])).toBeGreaterThan(sequenceOf(toFirst[0]))
    mails.splice(0)
    await edit(app, id, { eventDate: inDays(-4), location: 'Park' })
    await catchUp()
    mails.splice(0)
    await edit(app, id, { eventDate: inDays(-5), location: 'Park' })
    await catchUp()
    expect(mails).toEqual([])
  })

  it('says that a hidden event is off the calendar, with a link that explains, and that it is back', async () => {
    const app = await createTestApp()
    const { id, mails, catchUp, again, first } = await twoGuests(app)
    await edit(app, id, { location: 'Town hall', isActive: false })
    await catchUp()
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'guest1@example.org: Off our calendar for now: Rally on the square',
      'guest2@example.org: Off our calendar for now: Rally on the square',
    ])
    for (const { text } of mails) {
      expect(text).toContain('https://campaign.example/events/off-calendar')
      // The page of the event is gone.
      expect(text).not.toContain(`/events/${id}`)
    }
    expect(mails.map(({ attachments = [] }) => attachments.map(methodOf))).toEqual([['CANCEL'], []])
    expect(uidOf(mails[0])).toBe(uidOf(first))
    for (const event of await app.events()) await again(event)
    const told = mails.splice(0)
    expect(told).toHaveLength(2)
    // Changes while it is hidden are part of the mail that says it is back.
    await edit(app, id, { location: 'Library', isActive: false })
    await catchUp()
    expect(mails).toEqual([])
    await edit(app, id, { location: 'Library', isActive: true })
    await catchUp()
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'guest1@example.org: Back on our calendar: Rally on the square',
      'guest2@example.org: Back on our calendar: Rally on the square',
    ])
    for (const { text } of mails) for (const part of ['Library', `/events/${id}`]) expect(text).toContain(part)
    expect(mails.map(({ attachments = [] }) => attachments.map(methodOf))).toEqual([['PUBLISH'], []])
    expect(sequenceOf(mails[0])).toBeGreaterThan(sequenceOf(told[0]))
  })

  it('is not sent when a past, cancelled or restored event is hidden or shown', async () => {
    const app = await createTestApp()
    const { id, mails, catchUp } = await twoGuests(app)
    const visible = { location: 'Town hall' }
    await app.remove(`/api/admin/events/${id}`, admin)
    await app.post(`/api/admin/events/${id}/restore`, undefined, admin)
    await edit(app, id, visible)
    await catchUp()
    expect(mails).toEqual([])
    await edit(app, id, { ...visible, eventDate: inDays(-4) })
    await catchUp()
    mails.splice(0)
    await edit(app, id, { ...visible, eventDate: inDays(-4), isActive: false })
    await edit(app, id, { ...visible, eventDate: inDays(-4) })
    await catchUp()
    expect(mails).toEqual([])
    await edit(app, id, visible)
    await app.post(`/api/admin/events/${id}/cancel`, undefined, admin)
    await catchUp()
    mails.splice(0)
    await edit(app, id, { ...visible, isActive: false })
    await catchUp()
    expect(mails).toEqual([])
  })

  it('lets a guest of a hidden event cancel with the link in it', async () => {
    const app = await createTestApp()
    const { id, mails, catchUp } = await twoGuests(app)
    await edit(app, id, { location: 'Town hall', isActive: false })
    await catchUp()
    const token = mails[0] ? cancelLinkIn(mails[0]) : ''
    expect((await app.post('/api/events/rsvp/cancel', { token })).json()).toEqual({ status: 'cancelled' })
    expect(await seats(app, id)).toMatchObject({ seatsTaken: 0, waiting: 1 })
  })

  it('continues after a restart: each guest gets it once', async () => {
    const app = await createTestApp()
    let left = Number.POSITIVE_INFINITY
    const { id, mails } = await twoGuests(app, () => left-- <= 0)
    await edit(app, id, { location: 'Library' })
    const edited = (await app.events()).find(({ type }) => type === 'CampaignEventEdited')
    if (!edited) throw new Error('Nothing was edited.')
    left = 1
    const before = reactors(app, () => left-- <= 0)
    await expect(before.again(edited)).rejects.toThrow('No answer.')
    expect(before.mails.map(({ to }) => to)).toEqual(['guest1@example.org'])
    const after = reactors(app)
    await after.again(edited)
    expect(after.mails.map(({ to }) => to)).toEqual(['guest2@example.org'])
    expect(mails).toEqual([])
  })
})
