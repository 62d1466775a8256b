import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Submission } from '../../contract/profile.ts'
import { type Account, type AccountApp, createAccountApp } from '../support/app/account.ts'

const cleanUps: (() => Promise<void>)[] = []
let app: AccountApp
let office: Account
beforeAll(async () => {
  app = await createAccountApp((cleanUp) => cleanUps.push(cleanUp))
  office = await app.account('office@example.org', app.firstAdminToken)
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

async function rally(details: object = {}): Promise<number> {
  const event = { title: 'Rally', eventDate: '2031-05-01', startTime: '18:30', location: 'Muncie', category: 'rally' }
  const answer = await office.ask('POST', '/api/admin/events', { ...event, capacity: 1, ...details })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
const registered = async (person: Account): Promise<Submission[]> =>
  (await person.ask('GET', '/api/profile/submissions')).json()
async function register(person: Account, event: number, body: object = {}): Promise<Submission> {
  const said = { name: 'Ruth Gray', email: person.email, joinWaitingList: true, ...body }
  expect((await person.ask('POST', `/api/events/${event}/rsvp`, said)).statusCode).toBe(201)
  const [first] = await registered(person)
  if (!first) throw new Error('The registration is not listed.')
  return first
}
const onEventPage = async (person: Account, event: number) =>
  (await person.ask('GET', `/api/events/${event}/rsvp`)).json<{ status: string | null }>().status

it('lists a registration with its day and place, as the event page knows it', async () => {
  const ruth = await app.account()
  const event = await rally()
  expect(await register(ruth, event)).toMatchObject({
    kind: 'rsvp',
    excerpt: 'Rally',
    status: 'confirmed',
    registration: {
      name: 'Ruth Gray',
      eventId: event,
      eventDate: '2031-05-01',
      startTime: '18:30',
      location: 'Muncie',
      startsAt: '2031-05-01T22:30:00.000Z',
      status: 'upcoming',
      isPublic: true,
    },
  })
  expect(await onEventPage(ruth, event)).toBe('confirmed')
  const prayer = await ruth.ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For rain.' })
  expect(prayer.statusCode).toBe(201)
  expect((await registered(ruth))[0]).toMatchObject({ kind: 'prayer', registration: null })
})

it('a cancelled one frees the seat for the next person on the waiting list', async () => {
  const [ruth, naomi] = [await app.account(), await app.account()]
  const event = await rally()
  const { id } = await register(ruth, event)
  expect(await register(naomi, event, { name: 'Naomi' })).toMatchObject({ status: 'waiting' })
  for (const _ of ['once', 'twice']) {
    const answer = await ruth.ask('POST', `/api/profile/rsvps/${id}/cancel`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { id, name: 'Ruth Gray', status: 'cancelled' }])
  }
  expect(await onEventPage(ruth, event)).toBe(null)
  expect(await onEventPage(naomi, event)).toBe('confirmed')
  expect(await registered(ruth)).toMatchObject([{ status: 'cancelled' }])
})

it('the name on it can be corrected until the event begins', async () => {
  const ruth = await app.account()
  const event = await rally()
  const { id } = await register(ruth, event)
  const url = `/api/profile/rsvps/${id}`
  expect((await ruth.ask('PUT', url, { name: ' Naomi Gray ' })).json()).toEqual({
    id,
    name: 'Naomi Gray',
    status: 'confirmed',
  })
  const guests = (await office.ask('GET', `/api/admin/events/${event}/rsvps`)).json()
  expect(guests).toMatchObject([{ id, name: 'Naomi Gray', email: ruth.email, status: 'confirmed' }])
  for (const body of [{}, { name: '' }, { name: 'x'.repeat(101) }, { name: 'Ruth', email: 'x@example.org' }])
    expect((await ruth.ask('PUT', url, body)).statusCode).toBe(400)
  await office.ask('DELETE', `/api/admin/events/${event}`)
  const late = await ruth.ask('PUT', url, { name: 'Ruth' })
  expect([late.statusCode, late.json().message]).toEqual([409, 'This event takes no changes any more.'])
  expect((await ruth.ask('POST', `${url}/cancel`)).statusCode).toBe(200)
})

it('belongs to the person who registered', async () => {
  const [ruth, naomi] = [await app.account(), await app.account()]
  const { id } = await register(ruth, await rally())
  for (const [method, url, body] of [
    ['PUT', `/api/profile/rsvps/${id}`, { name: 'Naomi' }],
    ['POST', `/api/profile/rsvps/${id}/cancel`, undefined],
  ] as const) {
    expect((await naomi.ask(method, url, body)).statusCode).toBe(404)
    expect((await app.visit(method, url, body)).statusCode).toBe(401)
  }
  expect((await naomi.ask('POST', '/api/profile/rsvps/999999/cancel')).statusCode).toBe(404)
  expect(await registered(ruth)).toMatchObject([{ status: 'confirmed', registration: { name: 'Ruth Gray' } }])
})
