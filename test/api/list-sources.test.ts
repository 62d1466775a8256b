import { describe, expect, it } from 'vitest'
import { checkedSource, cookieOf, type Source } from '../../contract/sources.ts'
import { asOfHeader } from '../../records/http/as-of-header.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { createEvent } from '../support/app/rsvps.ts'

const admin = { as: 'admin' } as const

/** The first source of each visit, in the order of the rows. */
const visits: Partial<Source>[] = [
  { utmSource: 'facebook', utmMedium: 'social', utmCampaign: 'spring', landingPage: '/' },
  { utmSource: 'facebook', utmMedium: 'social', utmCampaign: 'fall' },
  { utmSource: 'facebook', utmMedium: 'social', utmCampaign: 'fall' },
  { code: 'fair-26', referrer: 'lens.example' },
  { mailLink: '7.3', referrer: 'webmail.example' },
  { referrer: 'news.example' },
  { landingPage: '/volunteer' },
  { utmSource: 'facebook_ads' },
]

async function send(app: TestApp, url: string, payload: object, source: Partial<Source>) {
  const cookie = `first-source=${cookieOf(checkedSource(source))}`
  const headers = { 'sec-fetch-site': 'same-origin', host: 'ours.example', cookie }
  const answer = await app.app.inject({ method: 'POST', url, payload, headers })
  expect(answer.statusCode, answer.body).toBe(201)
}

/** A row for each visit, and one that staff added. */
async function createOffice(list: string, form: string, words: object): Promise<TestApp> {
  const app = await createTestApp()
  for (const [at, visit] of visits.entries())
    await send(app, form, { ...words, email: `visitor${at + 1}@example.org` }, visit)
  const entry = { ...words, email: 'paper@example.org', entrySource: 'paper sheet', entryDay: '2026-05-01' }
  const entered = await app.post(`/api/admin/${list}`, entry, admin)
  expect(entered.statusCode, entered.body).toBe(201)
  await allProjected(app)
  return app
}

const lists: [list: string, url: string, words: object][] = [
  ['emails', '/api/email-signup', {}],
  ['volunteers', '/api/volunteers', { firstName: 'Ruth', lastName: 'Moab' }],
  ['prayers', '/api/prayers', { firstName: 'Ruth', prayer: 'For rain.' }],
  ['endorsements', '/api/endorsements', { name: 'Ruth' }],
]

/** The rows in order, and the number of all that match. */
async function found({ get }: TestApp, list: string, query: string): Promise<[ids: number[], total: number]> {
  const answer = await get(`/api/admin/${list}?sort=createdAt&${query}`, admin)
  expect(answer.statusCode, answer.body).toBe(200)
  return [answer.json<{ id: number }[]>().map(({ id }) => id), Number(answer.headers['x-total-count'])]
}
const from = (name: string) => `filter=source:${encodeURIComponent(encodeURIComponent(name))}`

describe.each(lists)('the list of %s', (list, form, words) => {
  it('names the sources of its rows, the most frequent first, and is filtered by each', async () => {
    const app = await createOffice(list, form, words)
    expect((await app.get(`/api/admin/${list}/sources`, admin)).json()).toEqual([
      { name: 'facebook / social / fall', count: 2 },
      { name: 'Email campaign 7 / link 3', count: 1 },
      { name: 'None', count: 1 },
      { name: 'Not recorded', count: 1 },
      { name: 'facebook / social / spring', count: 1 },
      { name: 'facebook_ads', count: 1 },
      { name: 'fair-26', count: 1 },
      { name: 'news.example', count: 1 },
    ])
    expect(await found(app, list, from('facebook / social / fall'))).toEqual([[2, 3], 2])
    expect(await found(app, list, from('facebook'))).toEqual([[1, 2, 3], 3])
    expect(await found(app, list, from('Email campaign 7'))).toEqual([[5], 1])
    expect(await found(app, list, from('fair-26'))).toEqual([[4], 1])
    expect(await found(app, list, from('news.example'))).toEqual([[6], 1])
    expect(await found(app, list, from('None'))).toEqual([[7], 1])
    expect(await found(app, list, from('Not recorded'))).toEqual([[9], 1])
    for (const nobody of ['face', 'facebook / ', '%', 'facebook_ads_', "';--"])
      expect(await found(app, list, from(nobody)), nobody).toEqual([[], 0])
    expect(await found(app, list, `q=visitor2&${from('facebook')}`)).toEqual([[2], 1])
  })

  it('is sorted by source, where rows of one source stay together', async () => {
    const { get } = await createOffice(list, form, words)
    const rows = (await get(`/api/admin/${list}?sort=source`, admin)).json<{ id: number }[]>()
    expect(rows.map(({ id }) => id)).toEqual([5, 7, 9, 2, 3, 1, 8, 4, 6])
    const reversed = (await get(`/api/admin/${list}?sort=-source`, admin)).json<{ id: number }[]>()
    expect(reversed.map(({ id }) => id)).toEqual([6, 4, 8, 1, 3, 2, 9, 7, 5])
  })

  it('counts its sources the same after a rebuild', async () => {
    const app = await createOffice(list, form, words)
    const differs: { [table: string]: number } = await app.rebuildDiffers()
    expect(Object.entries(differs).filter(([table, rows]) => table.endsWith('_counts') && rows > 0)).toEqual([])
  })
})

it('a deleted prayer is not among the sources that its list shows', async () => {
  const app = await createTestApp()
  await send(app, '/api/prayers', { firstName: 'Ruth', prayer: 'For rain.' }, { code: 'fair-26' })
  expect((await app.remove('/api/admin/prayers/1', admin)).statusCode).toBe(204)
  expect((await app.get('/api/admin/prayers/sources', admin)).json()).toEqual([])
  expect(await found(app, 'prayers', `${from('fair-26')},status:deleted`)).toEqual([[1], 1])
})

it('accounts are filtered by where their owners came from', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  const account = {
    firstName: 'Naomi',
    lastName: 'Moab',
    email: 'naomi@example.org',
    password: 'a long enough password',
  }
  await send(app, '/api/auth/register', account, { utmSource: 'facebook' })
  const { users, total } = (await app.get(`/api/admin/users?${from('facebook')}`, admin)).json()
  expect([users, total]).toMatchObject([[{ email: 'naomi@example.org' }], 1])
  const [most, next] = (await app.get('/api/admin/users/sources', admin)).json()
  expect([most.name, next]).toEqual(['Not recorded', { name: 'facebook', count: 1 }])
})

it.each([
  ['emails/export', '/api/email-signup', {}],
  ['exports/volunteers', '/api/volunteers', { firstName: 'Ruth', lastName: 'Moab' }],
])('a file of %s has the rows of the source that its list shows', async (file, form, words) => {
  const app = await createOffice(file.replace(/^exports\/|\/export$/, ''), form, words)
  const answer = await app.get(`/api/admin/${file}?format=json&people=everyone&${from('facebook')}`, admin)
  expect(answer.json<{ id: number }[]>().map(({ id }) => id)).toEqual([1, 2, 3])
})

it('the guest list of an event is a file of those from one source, or of all', async () => {
  const app = await createTestApp()
  const id = await createEvent(app)
  await send(app, `/api/events/${id}/rsvp`, { name: 'Ruth', email: 'ruth@example.org' }, { code: 'fair-26' })
  await send(app, `/api/events/${id}/rsvp`, { name: 'Boaz', email: 'boaz@example.org' }, {})
  const guestsIn = async (query: string) => {
    const { body } = await app.get(`/api/admin/events/${id}/rsvps/export${query}`, admin)
    return body
      .split('\r\n')
      .filter((line) => line.includes('@example.org'))
      .map((line) => line.split(',')[0])
  }
  expect(await guestsIn('?source=fair-26')).toEqual(['Ruth'])
  expect(await guestsIn('?source=None')).toEqual(['Boaz'])
  expect(await guestsIn('')).toEqual(['Ruth', 'Boaz'])
  expect((await app.get(`/api/admin/events/${id}/rsvps/export?source=`, admin)).statusCode).toBe(400)
})

it('the filter and its sources show what the log knew at a past moment', async () => {
  const app = await createTestApp({ log: 'postgres' })
  await send(app, '/api/prayers', { firstName: 'Ruth', prayer: 'For rain.' }, { code: 'fair-26' })
  const position = (await app.core.log.head()) ?? ''
  await send(app, '/api/prayers', { firstName: 'Boaz', prayer: 'For sun.' }, { code: 'fair-26' })
  for (;;) {
    const opened = await app.get(`/api/admin/as-of?position=${encodeURIComponent(position)}`, admin)
    if (opened.json().status === 'ready') break
    await app.past.settled()
  }
  const then = async (url: string) => {
    const headers = { 'sec-fetch-site': 'same-origin', cookie: 'session=admin', [asOfHeader]: position }
    const answer = await app.app.inject({ url, headers })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }
  expect(await then('/api/admin/prayers/sources')).toEqual([{ name: 'fair-26', count: 1 }])
  expect(await then(`/api/admin/prayers?${from('fair-26')}`)).toMatchObject([{ firstName: 'Ruth' }])
  expect((await app.get('/api/admin/prayers/sources', admin)).json()).toEqual([{ name: 'fair-26', count: 2 }])
})
