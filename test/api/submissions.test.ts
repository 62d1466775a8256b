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

const sentIn = async (person: Account): Promise<[string, string, string][]> =>
  (await person.ask('GET', '/api/profile/submissions'))
    .json<Submission[]>()
    .map(({ kind, excerpt, status }) => [kind, excerpt, status])
const idOf = async (answer: Promise<{ statusCode: number; json(): { id: number } }>) => {
  const { statusCode, json } = await answer
  expect(statusCode).toBe(201)
  return json().id
}

it('lists what staff entered for a person among theirs, and not among those of staff', async () => {
  const naomi = await app.account()
  await app.verify(naomi.id)
  const entry = { entrySource: 'phone call', entryNote: null, entryDay: '2026-03-07' }
  const words = { firstName: 'Naomi', lastName: 'Gray', email: naomi.email, interests: ['Canvassing'], ...entry }
  await idOf(office.ask('POST', '/api/admin/volunteers', words))
  expect(await sentIn(naomi)).toEqual([['volunteer', 'Canvassing', 'received']])
  expect(await sentIn(office)).toEqual([])
})

it('lists the person’s submissions, newest first, with their state', async () => {
  const ruth = await app.account()
  const naomi = await app.account()
  await naomi.ask('POST', '/api/prayers', { firstName: 'Naomi', prayer: 'Of another person.' })
  const eventId = await idOf(
    office.ask('POST', '/api/admin/events', {
      title: 'Rally',
      eventDate: '2031-05-01',
      category: 'rally',
      capacity: 1,
    }),
  )
  const [waits, approved, rejected, deleted] = [
    await idOf(ruth.ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For rain.' })),
    await idOf(ruth.ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For sun.' })),
    await idOf(ruth.ask('POST', '/api/endorsements', { name: 'Ruth', email: ruth.email, endorsementText: '' })),
    await idOf(ruth.ask('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'Twice.' })),
  ]
  expect(waits).toBeGreaterThan(0)
  await idOf(
    ruth.ask('POST', '/api/volunteers', {
      firstName: 'Ruth',
      lastName: 'Gray',
      email: ruth.email,
      interests: ['Research'],
    }),
  )
  await idOf(ruth.ask('POST', `/api/events/${eventId}/rsvp`, { name: 'Ruth', email: ruth.email }))
  for (const [method, url, body] of [
    ['POST', `/api/admin/prayers/${approved}/approve`, undefined],
    ['POST', `/api/admin/endorsements/${rejected}/reject`, { reason: 'Too short' }],
    ['DELETE', `/api/admin/prayers/${deleted}`, undefined],
  ] as const)
    expect((await office.ask(method, url, body)).statusCode).toBeLessThan(300)
  expect(await sentIn(ruth)).toEqual([
    ['rsvp', 'Rally', 'confirmed'],
    ['volunteer', 'Research', 'received'],
    ['endorsement', 'Ruth', 'rejected'],
    ['prayer', 'For sun.', 'approved'],
    ['prayer', 'For rain.', 'pending'],
  ])
  // The reason is for the team.
  expect((await ruth.ask('GET', '/api/profile/submissions')).body).not.toContain('Too short')
})

it('shows submissions made with an address only once the person proved that it is theirs', async () => {
  const ruth = await app.account()
  await app.visit('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'Before the account.', email: ruth.email })
  expect(await sentIn(ruth)).toEqual([])
  await app.verify(ruth.id)
  await expect.poll(() => sentIn(ruth)).toEqual([['prayer', 'Before the account.', 'pending']])
})
