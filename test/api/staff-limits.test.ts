import { describe, expect, it } from 'vitest'
import { createOffice } from '../support/app/office.ts'
import { readableAddresses } from '../support/app/varied-log.ts'

const far = '2099-05-09'
const event = { title: 'Rally', description: 'Come', eventDate: far, location: 'Lafayette', capacity: 50 }
const guests = ['Abel', 'Boaz', 'Caleb']

it('a host of an event with three guests reads these three people and no others, whatever they ask for', async () => {
  const office = await createOffice()
  const { as, admin, app, login } = office
  const [own, other] = await Promise.all([1, 2].map(async () => (await as(admin, 'POST', 'events', event)).json().id))
  const send = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, payload, headers: { 'sec-fetch-site': 'same-origin' } })
  for (const name of guests) await send(`/api/events/${own}/rsvp`, { name, email: `${name}@example.org` })
  const stranger = { firstName: 'Stranger', lastName: 'Stranger', email: 'stranger@example.org' }
  const answers = [
    await send(`/api/events/${other}/rsvp`, { name: 'Stranger', email: stranger.email }),
    await send('/api/volunteers', { ...stranger, phone: '555-0100', zipCode: '47901' }),
    await send('/api/email-signup', { firstName: 'Stranger', email: stranger.email }),
    await send('/api/prayers', { firstName: 'Stranger', email: stranger.email, prayer: 'For Stranger.' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  const ruth = await office.signUp('Ruth')
  await office.prove(ruth.id)
  await as(admin, 'POST', `users/${ruth.id}/roles`, { role: 'organizer', eventId: own, reason: null })
  const cookie = (await login(ruth.email)).cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const read = (url: string) => app.inject({ url, headers: { cookie } })

  const list = `/api/admin/events/${own}/rsvps`
  const names = async (query: string) => (await read(list + query)).json().map(({ name }: { name: string }) => name)
  expect((await names('')).toSorted()).toEqual(guests)
  expect([(await names('?limit=2')).length, (await names('?limit=2&page=2')).length]).toEqual([2, 1])
  expect(await names('?page=2')).toEqual([])
  for (const query of ['?q=Stranger', '?id=2', `?eventId=${other}`])
    expect((await read(list + query)).statusCode).toBe(400)

  const addresses = (await readableAddresses({ http: app })).filter((url) => !/auth\/(google|facebook)/.test(url))
  const urls = [...addresses, ...addresses.map((url) => url.replace(/\/1\b/, '/2'))]
  const opened: string[] = []
  for (const url of new Set(urls)) {
    const { statusCode, body } = await read(url)
    expect(statusCode, url).toBeLessThan(500)
    if (statusCode === 200 && /\/admin\/|email-(campaigns|segments)|moderation/.test(url)) opened.push(url)
    expect(/Stranger/i.test(body), url).toBe(false)
  }
  expect(opened).toEqual([list])
})

describe('the only admin', () => {
  it('stays one, and reads why', async () => {
    const lastDay = far
    const { as, admin, app, put, remove, ban, accounts } = await createOffice()
    const own = (url: string, payload: object) =>
      app.inject({ method: 'POST', url, payload, headers: { cookie: admin.cookie, 'sec-fetch-site': 'same-origin' } })
    const attempts = {
      'a role of admins for some days': await as(admin, 'POST', `users/${admin.id}/roles`, { role: 'admin', lastDay }),
      'an invitation for some days': await as(admin, 'POST', 'invitations', {
        email: admin.email,
        role: 'admin',
        lastDay,
      }),
      'fewer rights': await put(admin.id, { isAdmin: false }),
      'a ban': await ban(admin.id, { banned: true }),
      'a deactivation': await put(admin.id, { isActive: false }),
      'a deletion by staff': await remove(`${admin.id}`),
      'a deletion by themselves': await own('/api/profile/deletion', { email: admin.email }),
      'an erasure': await as(admin, 'POST', 'erasures', { email: admin.email }),
    }
    for (const [attempt, answer] of Object.entries(attempts)) {
      expect([400, 409], attempt).toContain(answer.statusCode)
      expect(answer.json().message, attempt).toMatch(/^[A-Z].+\.$/)
    }
    expect(await accounts.admins()).toMatchObject([{ userId: admin.id }])
  })
})
