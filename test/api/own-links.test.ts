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

const hour = 3_600_000
async function linkOf(email: string, age = 0): Promise<string> {
  const subject = await app.core.subjects.forEmail(email)
  return app.core.ownLinkTokens.issue({ subject, askedAt: new Date(Date.now() - age).toISOString() })
}
const send = (path: string, body: object) => app.visit('POST', `/api/my-campaign/${path}`, body)
const listed = async (token: string): Promise<Submission[]> => (await send('read', { token })).json().submissions
async function prayerOf(email: string): Promise<number> {
  const answer = await app.visit('POST', '/api/prayers', { firstName: 'Ruth', prayer: 'For rain.', email })
  return answer.json<{ id: number }>().id
}

it('shows what was sent with the address, and lets its owner correct and withdraw it', async () => {
  const email = 'ruth@example.org'
  const id = await prayerOf(email)
  const token = await linkOf(email)
  const read = await send('read', { token })
  expect(read.json()).toMatchObject({
    submissions: [{ kind: 'prayer', id, status: 'pending' }],
    known: { sections: expect.arrayContaining([expect.objectContaining({ title: 'What you took part in' })]) },
  })
  expect(JSON.stringify(read.json().known)).toContain('You shared a prayer on')
  await office.ask('POST', `/api/admin/prayers/${id}/approve`)
  const words = (await send(`prayers/${id}/words`, { token })).json()
  expect(words).toMatchObject({ firstName: 'Ruth', prayer: 'For rain.', status: 'approved' })
  const better = { firstName: 'Ruth', prayer: 'For rain and peace.' }
  const corrected = await send(`prayers/${id}/correct`, { token, words: better })
  expect([corrected.statusCode, corrected.json()]).toMatchObject([200, { ...better, status: 'pending' }])
  expect((await send(`prayers/${id}/withdraw`, { token })).json()).toMatchObject({ status: 'withdrawn' })
  expect(await listed(token)).toMatchObject([{ status: 'withdrawn' }])
})

it('changes and cancels a registration', async () => {
  const event = { title: 'Rally', eventDate: '2031-05-01', category: 'rally', capacity: 1 }
  const eventId = (await office.ask('POST', '/api/admin/events', event)).json<{ id: number }>().id
  const email = 'guest@example.org'
  await app.visit('POST', `/api/events/${eventId}/rsvp`, { name: 'Ruth', email })
  const token = await linkOf(email)
  const [rsvp] = await listed(token)
  expect((await send(`rsvps/${rsvp?.id}/name`, { token, name: 'Naomi' })).json()).toMatchObject({ name: 'Naomi' })
  expect((await send(`rsvps/${rsvp?.id}/cancel`, { token })).json()).toMatchObject({ status: 'cancelled' })
})

it('opens nothing of another address, and nothing after a day', async () => {
  const id = await prayerOf('mine@example.org')
  const stranger = await linkOf('stranger@example.org')
  expect(await listed(stranger)).toEqual([])
  for (const path of ['words', 'withdraw']) {
    expect((await send(`prayers/${id}/${path}`, { token: stranger })).statusCode).toBe(404)
    const late = await send(`prayers/${id}/${path}`, { token: await linkOf('mine@example.org', 25 * hour) })
    expect([late.statusCode, late.json().message]).toEqual([400, 'This link is no longer valid. Ask for a new one.'])
  }
  const subject = await app.core.subjects.forEmail('mine@example.org')
  const unsubscribe = app.core.unsubscribeTokens.issue({ subject, campaignId: null })
  for (const token of ['nonsense', unsubscribe, '']) expect((await send('read', { token })).statusCode).toBe(400)
  expect(await listed(await linkOf('mine@example.org', 23 * hour))).toMatchObject([{ id, status: 'pending' }])
})

it('answers a request for a link the same whether the address is known or not', async () => {
  await prayerOf('known@example.org')
  const answers = await Promise.all(
    ['known@example.org', 'unknown@example.org'].map(async (email) => {
      const { statusCode, body } = await send('link', { email })
      return { statusCode, body }
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.statusCode).toBe(202)
  expect((await send('link', { email: 'no address' })).statusCode).toBe(400)
})
