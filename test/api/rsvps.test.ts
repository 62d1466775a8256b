import { describe, expect, it } from 'vitest'
import { promotedAtOnce, type RsvpEvent, rsvpStream } from '../../backend/domain/rsvps.ts'
import type { Recorded } from '../../backend/kernel/eventlog/metadata.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp } from '../support/app/app.ts'
import {
  admin,
  cancel,
  createEvent,
  guest,
  inDays,
  methodOf,
  rally,
  reactors,
  register,
  rsvpEvents,
  seats,
  tokenFor,
} from '../support/app/rsvps.ts'
import { context } from '../support/log/recorded.ts'

describe('registering for an event', () => {
  it('takes a seat, and reveals no guests', async () => {
    const app = await createTestApp()
    const id = await createEvent(app)
    const answer = await register(app, id, { name: ' Ruth ', email: 'ruth@example.org', zipCode: '47901' })
    expect([answer.statusCode, answer.json()]).toEqual([201, { status: 'confirmed' }])
    expect(await seats(app, id)).toEqual({ seatsLeft: 1, seatsTaken: 1, waiting: 0 })
    const answers = [await app.get('/api/events'), await app.get(`/api/events/${id}`)]
    for (const { body } of answers) expect(body).not.toMatch(/ruth/i)
    expect((await app.get(`/api/admin/events/${id}/rsvps`, admin)).json()).toMatchObject([
      { id: 1, name: 'Ruth', email: 'ruth@example.org', zipCode: '47901', districtShare: null, status: 'confirmed' },
    ])
  })

  it('is stored once per person, ignoring case, with the same answer for everyone', async () => {
    const app = await createTestApp()
    const id = await createEvent(app)
    await register(app, id, { name: 'Ruth', email: 'ruth@example.org' })
    const again = await register(app, id, { name: 'ruth', email: 'Ruth@Example.org' })
    expect([again.statusCode, again.json()]).toEqual([201, { status: 'confirmed' }])
    expect(await rsvpEvents(app)).toEqual(['RsvpConfirmed 1', 'RsvpMailAskedForAgain 1'])
    await register(app, id, guest(2))
    const known = await register(app, id, { name: 'Ruth', email: 'ruth@example.org' })
    const unknown = await register(app, id, guest(3))
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    expect((await register(app, id, { ...guest(2), joinWaitingList: true })).json()).toEqual({ status: 'waiting' })
    expect(await seats(app, id)).toEqual({ seatsLeft: 0, seatsTaken: 2, waiting: 0 })
  })

  it('takes a seat for each person of a household, which each can give up', async () => {
    const app = await createTestApp()
    const id = await createEvent(app)
    const email = 'couple@example.org'
    const answers = []
    for (const name of ['Ann Person', 'Bob Person', 'ann person'])
      answers.push((await register(app, id, { name, email, joinWaitingList: true })).json().status)
    // Visitors cannot learn that Ann is coming: for anyone new, too, only the waiting list is left.
    expect(answers).toEqual(['confirmed', 'confirmed', 'waiting'])
    expect(await seats(app, id)).toEqual({ seatsLeft: 0, seatsTaken: 2, waiting: 0 })
    await cancel(app, id, 1)
    const guests = (await app.get(`/api/admin/events/${id}/rsvps`, admin)).json()
    expect(guests.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
      ['Bob Person', 'confirmed'],
      ['Ann Person', 'cancelled'],
    ])
  })

  it('for a full event offers the waiting list, and adds people only if they agree', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    await register(app, id, guest(1))
    const refused = await register(app, id, guest(2))
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This event is full. You can join the waiting list. If you registered before, you keep your place and get the email again.',
    ])
    const waiting = await register(app, id, { ...guest(2), joinWaitingList: true })
    expect([waiting.statusCode, waiting.json()]).toEqual([201, { status: 'waiting' }])
    expect(await seats(app, id)).toEqual({ seatsLeft: 0, seatsTaken: 1, waiting: 1 })
  })

  it('tells a signed-in person with a proven address about their own place in a full event', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    const [ben, cora] = [{ as: 'supporter' }, { as: 'neighbor' }]
    const id = await createEvent(app, { ...rally, capacity: 1 })
    await register(app, id, { name: 'Ben', email: 'ben@example.org' })
    await register(app, id, { name: 'Cora', email: 'cora@example.org', joinWaitingList: true })
    const asBen = (caller: object) => register(app, id, { name: 'Ben', email: 'Ben@example.org' }, caller)
    expect((await asBen(ben)).statusCode).toBe(409) // The address is not proved yet.
    await app.database.pool.query('UPDATE app.accounts SET is_email_verified = true')
    const again = await asBen(ben)
    expect([again.statusCode, again.json()]).toEqual([201, { status: 'confirmed' }])
    const inLine = await register(app, id, { name: 'Cora', email: 'cora@example.org' }, cora)
    expect([inLine.statusCode, inLine.json()]).toEqual([201, { status: 'waiting' }])
    const agreed = { name: 'Ben', email: 'ben@example.org', joinWaitingList: true }
    expect((await register(app, id, agreed, ben)).json()).toEqual({ status: 'confirmed' })
    // Other people cannot learn who is coming.
    for (const caller of [{}, cora]) expect((await asBen(caller)).statusCode).toBe(409)
    expect(await rsvpEvents(app)).toEqual([
      'RsvpConfirmed 1',
      'RsvpWaitlisted 2',
      'RsvpMailAskedForAgain 1',
      'RsvpMailAskedForAgain 2',
      'RsvpMailAskedForAgain 1',
    ])
  })

  it('is shown to its own guest, once their address is proven, and to no one else', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    const [ben, cora] = [{ as: 'supporter' }, { as: 'neighbor' }]
    const id = await createEvent(app, { ...rally, capacity: 1 })
    const own = async (caller: object) => {
      const answer = await app.get(`/api/events/${id}/rsvp`, caller)
      return [answer.statusCode, answer.json().status]
    }
    await register(app, id, { name: 'Ben', email: 'Ben@example.org' })
    await register(app, id, { name: 'Cora', email: 'cora@example.org', joinWaitingList: true })
    expect(await own(ben)).toEqual([200, null])
    await app.database.pool.query('UPDATE app.accounts SET is_email_verified = true')
    expect(await own(ben)).toEqual([200, 'confirmed'])
    expect(await own(cora)).toEqual([200, 'waiting'])
    expect(await own(admin)).toEqual([200, null])
    expect((await app.get(`/api/events/${id}/rsvp`)).statusCode).toBe(401)
    await app.post('/api/events/rsvp/cancel', { token: await tokenFor(app, id, 1) })
    expect((await own(ben))[1]).toBeNull()
  })

  it('repeated with the same key returns the first answer', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    const caller = { key: 'one-and-the-same' }
    const first = await register(app, id, guest(1), caller)
    await app.database.knex('app.idempotency_answers').delete()
    const second = await register(app, id, guest(1), caller)
    expect([second.statusCode, second.json()]).toEqual([201, first.json()])
    expect(await rsvpEvents(app)).toEqual(['RsvpConfirmed 1'])
  })

  it('is rejected unless the event is upcoming, active, and has a capacity', async () => {
    const app = await createTestApp()
    const over = await createEvent(app, { ...rally, eventDate: inDays(-3) })
    const running = await createEvent(app, { title: 'Today', eventDate: inDays(0), capacity: 9 })
    const unlimited = await createEvent(app, { ...rally, capacity: null })
    const off = await createEvent(app)
    await app.post(`/api/admin/events/${off}/cancel`, undefined, admin)
    for (const id of [over, running, unlimited, off]) {
      const answer = await register(app, id, { ...guest(1), joinWaitingList: true })
      expect([answer.statusCode, answer.json().message]).toEqual([409, 'This event does not take registrations.'])
    }
    const hidden = await createEvent(app, { ...rally, isActive: false })
    for (const id of [hidden, 99]) expect((await register(app, id, guest(1))).statusCode).toBe(404)
    expect(await rsvpEvents(app)).toEqual([])
  })

  it('rejects invalid input and names the field, and limits the rate', async () => {
    const app = await createTestApp({ rateLimits: 'on' })
    const id = await createEvent(app)
    const cases: [object, string][] = [
      [{ ...guest(1), name: ' ' }, 'name'],
      [{ ...guest(1), name: 'n'.repeat(101) }, 'name'],
      [{ ...guest(1), email: 'ruth' }, 'email'],
      [{ ...guest(1), joinWaitingList: 'yes' }, 'joinWaitingList'],
      [{ ...guest(1), seats: 2 }, 'seats'],
    ]
    for (const [body, field] of cases) {
      const answer = await register(app, id, body)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.json().errors).toMatchObject([{ path: field }])
    }
    expect((await register(app, id, guest(1))).statusCode).toBe(429)
  })

  it('assigns the last seats once: 50 people at the same time, 10 seats', { tags: 'long' }, async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 10 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => register(app, id, { ...guest(n), joinWaitingList: true })),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 50 }, () => 201))
    const statuses: string[] = answers.map((answer) => answer.json().status)
    expect(statuses.filter((status) => status === 'confirmed')).toHaveLength(10)
    expect(statuses.filter((status) => status === 'waiting')).toHaveLength(40)
    expect(await seats(app, id)).toEqual({ seatsLeft: 0, seatsTaken: 10, waiting: 40 })
    expect(Object.values(await app.rebuildDiffers()).filter((differing) => differing > 0)).toEqual([])
  })
})

describe('cancelling a registration', () => {
  it('frees the seat for the first person on the waiting list', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    for (const n of [1, 2, 3]) await register(app, id, { ...guest(n), joinWaitingList: true })
    for (let time = 1; time <= 2; time++) {
      const answer = await cancel(app, id, 1)
      expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'cancelled' }])
    }
    expect((await rsvpEvents(app)).slice(3)).toEqual(['RsvpCancelled 1', 'RsvpPromoted 2'])
    expect(await seats(app, id)).toEqual({ seatsLeft: 0, seatsTaken: 1, waiting: 1 })
    expect((await register(app, id, { ...guest(1), joinWaitingList: true })).json()).toEqual({ status: 'waiting' })
  })

  it('needs the link from the mail', async () => {
    const app = await createTestApp()
    const id = await createEvent(app)
    await register(app, id, guest(1))
    const other = await createTestApp()
    const tokens = [
      'nonsense',
      await tokenFor(other, id, 1),
      await app.rsvpTokens.issue({ campaignEventId: id, rsvpId: 1 }, new Date(Date.now() - 1000)),
    ]
    for (const token of tokens) {
      const answer = await app.post('/api/events/rsvp/cancel', { token })
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'This link is no longer valid. Please use the link in your latest email.',
      ])
    }
    expect((await app.get('/api/events/rsvp/cancel')).statusCode).toBe(405)
    expect(await seats(app, id)).toMatchObject({ seatsTaken: 1 })
  })
})

describe('the guest list', () => {
  it('is for admins, with a file for check-in, and the export is logged as their action', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    await register(app, id, { name: '=HYPERLINK("x"), Ruth', email: 'ruth@example.org', zipCode: '47901' })
    await register(app, id, { ...guest(2), joinWaitingList: true })
    await register(app, id, { ...guest(3), joinWaitingList: true })
    await cancel(app, id, 3)
    const answer = await app.get(`/api/admin/events/${id}/rsvps/export`, admin)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      `attachment; filename="guests-of-event-${id}.csv"`,
    ])
    const [header, ...rows] = answer.body.split('\r\n')
    expect(header).toMatch(
      /^\uFEFFName,Email,Status,Registered at,Email consent,Consent reason,Consent since,First source/,
    )
    expect(rows.map((row) => row.replace(/,[^,]*Z,unknown,,(?:,|Not recorded)+/, ' … '))).toEqual([
      `"'=HYPERLINK(""x""), Ruth",ruth@example.org,confirmed … 47901,unknown`,
      'Guest 2,guest2@example.org,waiting … unknown',
      '',
    ])
    const head = (await app.events()).at(-1)
    expect(head).toMatchObject({ type: 'GuestListExported', data: { campaignEventId: id, guests: 2 } })
    await allProjected(app)
    const [action] = (await app.get('/api/admin/actions', admin)).json().actions
    expect(action).toMatchObject({
      action: 'Export guest list',
      admin: { email: 'ada@example.org' },
      details: { event: 'GuestListExported', campaignEventId: id },
    })
    expect((await app.get('/api/admin/events/99/rsvps/export', admin)).statusCode).toBe(404)
    expect((await app.get(`/api/admin/events/${id}/rsvps/export`, { as: 'supporter' })).statusCode).toBe(403)
  })

  it('drops a guest removed by an admin: they are notified, and the next in line moves up with a mail', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    for (const n of [1, 2]) await register(app, id, { ...guest(n), joinWaitingList: true })
    const { mails, catchUp } = reactors(app)
    await catchUp()
    mails.splice(0)
    for (let time = 1; time <= 2; time++)
      expect((await app.remove(`/api/admin/events/${id}/rsvps/1`, admin)).statusCode).toBe(204)
    expect((await rsvpEvents(app)).slice(2)).toEqual(['RsvpCancelled 1', 'RsvpPromoted 2'])
    expect(await seats(app, id)).toEqual({ seatsLeft: 0, seatsTaken: 1, waiting: 0 })
    await catchUp()
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'guest1@example.org: Your registration was cancelled: Rally on the square',
      'guest2@example.org: You have a seat: Rally on the square',
    ])
    expect(mails[0]?.attachments?.map(methodOf)).toEqual(['CANCEL'])
  })

  it('does not find guests of another event, and only admins can remove one', async () => {
    const app = await createTestApp()
    const [id, other] = [await createEvent(app), await createEvent(app)]
    await register(app, id, guest(1))
    for (const address of [`${other}/rsvps/1`, `${id}/rsvps/9`])
      expect((await app.remove(`/api/admin/events/${address}`, admin)).statusCode).toBe(404)
    expect((await app.remove(`/api/admin/events/${id}/rsvps/1`)).statusCode).toBe(401)
    expect(await seats(app, id)).toMatchObject({ seatsTaken: 1 })
  })
})

describe('seats that open up', () => {
  it('through a higher capacity go to the waiting list', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    for (const n of [1, 2, 3, 4]) await register(app, id, { ...guest(n), joinWaitingList: true })
    await app.put(`/api/admin/events/${id}`, { ...rally, capacity: 3 }, admin)
    await reactors(app).catchUp()
    expect((await rsvpEvents(app)).slice(4)).toEqual(['RsvpPromoted 2', 'RsvpPromoted 3'])
  })

  it('go to everyone on the waiting list once the capacity is emptied, with a mail that is true', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    for (const n of [1, 2, 3]) await register(app, id, { ...guest(n), joinWaitingList: true })
    const { mails, catchUp } = reactors(app)
    await catchUp()
    mails.splice(0)
    await app.put(`/api/admin/events/${id}`, { ...rally, capacity: null }, admin)
    await catchUp()
    expect((await rsvpEvents(app)).slice(3)).toEqual(['RsvpPromoted 2', 'RsvpPromoted 3'])
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'guest2@example.org: You have a seat: Rally on the square',
      'guest3@example.org: You have a seat: Rally on the square',
    ])
    // The seat may come from a cancellation or from the team.
    for (const { text } of mails) expect(text).not.toContain('could not make it')
    expect(await seats(app, id)).toEqual({ seatsLeft: null, seatsTaken: 3, waiting: 0 })
    // Without a capacity, the event takes no new registrations.
    expect((await register(app, id, { ...guest(4), joinWaitingList: true })).statusCode).toBe(409)
  })

  it('while the event is off the calendar are offered once it is back', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    for (const n of [1, 2, 3]) await register(app, id, { ...guest(n), joinWaitingList: true })
    const { catchUp } = reactors(app)
    await app.put(`/api/admin/events/${id}`, { ...rally, capacity: null, isActive: false }, admin)
    await catchUp()
    await cancel(app, id, 1)
    await catchUp()
    expect((await rsvpEvents(app)).slice(3)).toEqual(['RsvpCancelled 1'])
    await app.put(`/api/admin/events/${id}`, { ...rally, capacity: 1, isActive: true }, admin)
    await catchUp()
    expect((await rsvpEvents(app)).slice(4)).toEqual(['RsvpPromoted 2'])
  })

  it('go to more people than one append holds, step by step', { tags: 'long' }, async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    const guests = promotedAtOnce + 3
    const { core } = app
    const waiting = await Promise.all(
      Array.from({ length: guests }, async (_, n): Promise<RsvpEvent> => {
        const subject = await core.subjects.anonymous()
        return {
          type: 'RsvpWaitlisted',
          data: { campaignEventId: id, rsvpId: n + 1, subject, ...guest(n + 1), zipCode: null },
        }
      }),
    )
    const everybody = { initialState: null, decide: () => waiting, evolve: () => null }
    const registration = { type: 'RegisterMany', data: {} }
    await core.handle(everybody, rsvpStream(id), registration, context('registrations'), { isNew: true })
    await app.put(`/api/admin/events/${id}`, { ...rally, capacity: 1000 }, admin)
    await reactors(app).catchUp()
    expect(await seats(app, id)).toMatchObject({ seatsTaken: guests, waiting: 0 })
    expect((await rsvpEvents(app)).filter((one) => one.startsWith('RsvpPromoted'))).toHaveLength(guests)
  })

  it('through an erasure are freed by an event, and the next in line moves up', async () => {
    const app = await createTestApp()
    const [id, over] = [await createEvent(app, { ...rally, capacity: 1 }), await createEvent(app)]
    for (const n of [1, 2]) await register(app, id, { ...guest(n), joinWaitingList: true })
    await register(app, over, guest(1))
    await app.put(`/api/admin/events/${over}`, { ...rally, eventDate: inDays(-1) }, admin)
    const erasure = await app.post('/api/admin/erasures', { topic: 'rsvps', id: 1 }, admin)
    expect(erasure.json()).toEqual({ erased: true })
    const { mails, catchUp } = reactors(app)
    await catchUp()
    expect((await rsvpEvents(app)).slice(3)).toEqual(['RsvpCancelled 1', 'RsvpPromoted 2'])
    expect(mails.map(({ to }) => to)).not.toContain('guest1@example.org')
    const list = (await app.get(`/api/admin/events/${id}/rsvps`, admin)).json()
    expect(list).toMatchObject([
      { name: 'Guest 2', status: 'confirmed' },
      { name: 'Erased', email: 'erased@erased.invalid', status: 'cancelled' },
    ])
    const stored: { data: string }[] = await app.database.knex('eventlog.events').select('data')
    expect(stored.map(({ data }) => data).join()).not.toContain('guest')
  })

  it('while the event is deleted are offered once it is restored and active again', async () => {
    const app = await createTestApp()
    const id = await createEvent(app, { ...rally, capacity: 1 })
    for (const n of [1, 2]) await register(app, id, { ...guest(n), joinWaitingList: true })
    await app.remove(`/api/admin/events/${id}`, admin)
    await app.post('/api/admin/erasures', { topic: 'rsvps', id: 1 }, admin)
    const { mails, catchUp } = reactors(app)
    await catchUp()
    expect((await rsvpEvents(app)).slice(2)).toEqual(['RsvpCancelled 1'])
    mails.splice(0)
    await app.post(`/api/admin/events/${id}/restore`, undefined, admin)
    await app.put(`/api/admin/events/${id}`, { ...rally, capacity: 1, isActive: true }, admin)
    await catchUp()
    expect((await rsvpEvents(app)).slice(3)).toEqual(['RsvpPromoted 2'])
    await catchUp()
    expect(mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'guest2@example.org: You have a seat: Rally on the square',
    ])
  })
})

it('makes one decision per seat when a cancellation, an edit and registrations coincide', async () => {
  const app = await createTestApp()
  const id = await createEvent(app, { ...rally, capacity: 3 })
  for (const n of [1, 2, 3, 4, 5]) await register(app, id, { ...guest(n), joinWaitingList: true })
  await Promise.all([
    cancel(app, id, 1),
    cancel(app, id, 2),
    ...[6, 7, 8].map((n) => register(app, id, { ...guest(n), joinWaitingList: true })),
    cancel(app, id, 4),
  ])
  const events = (await app.events()).filter((event): event is Recorded<RsvpEvent> => event.type.startsWith('Rsvp'))
  let taken = 0
  for (const { type } of events) {
    if (type === 'RsvpConfirmed' || type === 'RsvpPromoted') taken++
    if (type === 'RsvpCancelled') taken = Math.max(0, taken - 1)
    expect(taken).toBeLessThanOrEqual(3)
  }
  expect(await seats(app, id)).toMatchObject({ seatsLeft: 0, seatsTaken: 3 })
})
