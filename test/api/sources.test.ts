import { describe, expect, it } from 'vitest'
import { checkedSource, cookieOf, type Source } from '../../contract/sources.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { createGeneticApp, visitorHeaders } from '../support/app/genetic-app.ts'
import { createEvent } from '../support/app/rsvps.ts'
import { strictCsv } from '../support/strict-csv.ts'

const admin = { as: 'admin' }
const none = checkedSource({})
const landed = checkedSource({ utmSource: 'news', code: 'k7f2', landingPage: '/issues', referrer: 'search.example' })
const cookieWith = (source: Partial<Source>) => `first-source=${cookieOf({ ...none, ...source })}`

/** A visitor’s browser sends a form from a page of the site. */
const send = (
  { app }: TestApp,
  url: string,
  payload: object,
  { page = '/', ...headers }: Record<string, string> = {},
) =>
  app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'sec-fetch-site': 'same-origin',
      host: 'ours.example',
      referer: `http://ours.example${page}`,
      ...headers,
    },
  })

async function joinedFrom(app: TestApp, headers: Record<string, string>, email = 'ruth@example.org') {
  const answer = await send(app, '/api/email-signup', { email }, headers)
  expect(answer.statusCode, answer.body).toBe(201)
  const [row] = (await app.get('/api/admin/emails', admin)).json()
  return row
}

describe('a visitor who landed with a source and signs up on a page without one', () => {
  it('has the first source in the event, none for the act itself, and both in the row', async () => {
    const app = await createTestApp()
    const row = await joinedFrom(app, { cookie: cookieWith(landed) })
    expect([row.firstSource, row.actSource]).toEqual([landed, none])
    const event = (await app.events()).find(({ type }) => type === 'MailingListJoined')
    expect(event?.data).toMatchObject({ firstSource: landed, actSource: none, viewId: null })
    expect(await app.rebuildDiffers()).toMatchObject({ email_signups: 0, history: 0 })
  })
})

describe('the source of an act', () => {
  it('is in the address of the page with the form, of this site only', async () => {
    const app = await createTestApp()
    const ours = await joinedFrom(app, { page: '/?utm_source=flyer&s=k7f2&next=1' })
    expect([ours.firstSource, ours.actSource]).toEqual([none, checkedSource({ utmSource: 'flyer', code: 'k7f2' })])
    const foreign = { referer: 'http://evil.example/?utm_source=flyer' }
    expect((await joinedFrom(app, foreign, 'naomi@example.org')).actSource).toEqual(none)
  })

  it('is the same without scripts', async () => {
    const app = await createTestApp()
    const headers = { host: 'ours.example', referer: 'http://ours.example/volunteer?utm_source=flyer' }
    const form = { firstName: 'Ruth', lastName: 'Moab', email: 'ruth@example.org' }
    expect((await app.postForm('/volunteer', form, headers)).statusCode).toBe(303)
    const [row] = (await app.get('/api/admin/volunteers', admin)).json()
    expect(row.actSource).toEqual(checkedSource({ utmSource: 'flyer' }))
  })

  it('leaves the first source alone, of which a browser with Global Privacy Control has none', async () => {
    const app = await createTestApp()
    const row = await joinedFrom(app, { cookie: cookieWith(landed), 'sec-gpc': '1', page: '/?s=k7f2' })
    expect([row.firstSource, row.actSource]).toEqual([none, checkedSource({ code: 'k7f2' })])
  })

  it('is read as it may be kept, whatever a browser sends', async () => {
    const app = await createTestApp()
    const forged = { utmSource: 'x'.repeat(2000), utmTerm: 'ruth@example.org', code: '<b>', landingPage: 'https://x' }
    const row = await joinedFrom(app, { cookie: cookieWith(forged), page: `/?utm_source=${'y'.repeat(2000)}` })
    expect(row.firstSource).toEqual({
      ...none,
      utmSource: 'other',
      utmTerm: 'other',
      code: 'other',
      landingPage: 'other',
    })
    expect(row.actSource).toEqual({ ...none, utmSource: 'other' })
    const strange = await joinedFrom(app, { cookie: 'first-source=%00%ff', referer: '::' }, 'naomi@example.org')
    expect([strange.firstSource, strange.actSource]).toEqual([none, none])
  })

  it('names the view of the home page that a conversion is credited to', async () => {
    const app = await createGeneticApp()
    const shown = await app.app.inject({ url: '/api/genetic-test/variation', headers: visitorHeaders })
    const [cookie = ''] = [shown.headers['set-cookie'] ?? []].flat()
    const row = await joinedFrom(app, { ...visitorHeaders, cookie: cookie.split(';')[0] ?? '' })
    expect(row.viewId).toBe(shown.json().viewId)
  })
})

describe('every act of a visitor', () => {
  it('records where it came from, and its row shows it', async () => {
    const app = await createTestApp()
    const id = await createEvent(app)
    const headers = { cookie: cookieWith(landed), page: '/?s=door' }
    const ruth = { firstName: 'Ruth', lastName: 'Moab', email: 'ruth@example.org' }
    await send(app, '/api/volunteers', ruth, headers)
    await send(app, '/api/prayers', { firstName: 'Ruth', prayer: 'For rain' }, headers)
    await send(app, '/api/endorsements', { name: 'Ruth', email: 'ruth@example.org' }, headers)
    await send(app, `/api/events/${id}/rsvp`, { name: 'Ruth', email: 'ruth@example.org' }, headers)
    const account = { ...ruth, password: 'a long enough password' }
    expect((await send(app, '/api/auth/register', account, headers)).statusCode).toBe(201)
    const lists = ['volunteers', 'prayers', 'endorsements', `events/${id}/rsvps`].map((list) => `/api/admin/${list}`)
    const rows = (await Promise.all(lists.map((url) => app.get(url, admin)))).map((answer) => answer.json()[0])
    rows.push((await app.get('/api/admin/users', admin)).json().users[0])
    for (const row of rows) expect(row).toMatchObject({ firstSource: landed, actSource: { ...none, code: 'door' } })
  })

  it('that is older than sources reads as not recorded', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    const { users } = (await app.get('/api/admin/users', admin)).json()
    for (const { firstSource, actSource, viewId } of users)
      expect([firstSource, actSource, viewId]).toEqual([null, null, null])
    const [first] = strictCsv((await app.get('/api/admin/exports/people?format=csv', admin)).body)
    expect(first?.['First source: utm_source']).toBe('Not recorded')
  })
})

describe('a file of the mailing list', () => {
  it('has a column for each part of both sources', async () => {
    const app = await createTestApp()
    await joinedFrom(app, { cookie: cookieWith(landed) })
    const [row] = strictCsv((await app.get('/api/admin/emails/export?format=csv', admin)).body)
    expect(row).toMatchObject({
      'First source: utm_source': 'news',
      'First source: First page': '/issues',
      'Act source: utm_source': '',
    })
  })
})

describe('made-up values', () => {
  it('are kept until a day has 500 of them; later ones are "other", and known ones stay', async () => {
    const app = await createTestApp()
    await app.database.knex.raw(
      `INSERT INTO app.source_values SELECT (now() AT TIME ZONE 'UTC')::date, 'tag', 'made-up-' || n FROM generate_series(1, 499) AS n`,
    )
    const sourceOf = async (value: string, email: string) =>
      (await joinedFrom(app, { page: `/?utm_source=${value}` }, email)).actSource.utmSource
    expect(await sourceOf('the-500th', 'a@example.org')).toBe('the-500th')
    expect(await sourceOf('the-501st', 'b@example.org')).toBe('other')
    expect(await sourceOf('made-up-7', 'c@example.org')).toBe('made-up-7')
    const { rows } = await app.database.pool.query('SELECT count(*)::int AS values FROM app.source_values')
    expect(rows).toEqual([{ values: 500 }])
  })
})

describe('an erasure', () => {
  it('leaves the source, which names nobody', async () => {
    const app = await createTestApp()
    await joinedFrom(app, { cookie: cookieWith(landed) })
    const erased = await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, admin)
    expect([erased.statusCode, erased.json()]).toEqual([200, { erased: true }])
    const [row] = (await app.get('/api/admin/emails', admin)).json()
    expect(row).toMatchObject({ isErased: true, firstSource: landed, actSource: none })
  })
})

describe('a click on the donation link', () => {
  it('records where the visitor came from, without waiting, and stands in the raw measurements', async () => {
    const app = await createTestApp()
    const headers = {
      'user-agent': String(visitorHeaders['user-agent']),
      host: 'ours.example',
      referer: 'http://ours.example/?utm_source=flyer',
      cookie: cookieWith(landed),
    }
    const answer = await app.app.inject({ url: '/go/donate', headers })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, 'https://example.org/donate'])
    for (const ignored of [{ 'user-agent': 'Googlebot/2.1' }, { 'sec-fetch-dest': 'image' }])
      await app.app.inject({ url: '/go/donate', headers: { ...headers, ...ignored } })
    await app.pageVariations.measurements.close()
    const clicks = (await app.events()).filter(({ type }) => type === 'DonationLinkFollowed')
    expect(clicks.map(({ data }) => data)).toMatchObject([
      { firstSource: landed, actSource: { ...none, utmSource: 'flyer' }, viewId: null },
    ])
    expect(clicks[0]?.metadata.actor).toEqual({ kind: 'visitor' })
    const file = await app.get('/api/genetic-test/export?table=donation-clicks', admin)
    const [titles = '', row = ''] = file.body.split('\r\n')
    const told = Object.fromEntries(titles.split(',').map((title, at) => [title, row.split(',')[at]]))
    expect(told).toMatchObject({ first_utm_source: 'news', first_code: 'k7f2', utm_source: 'flyer', view_id: '' })
  })
})
