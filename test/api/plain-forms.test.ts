import { describe, expect, it } from 'vitest'
import { createTestApp } from '../support/app.ts'

const admin = { as: 'admin' } as const
type Form = {
  page: string
  /** Where admins see what came of it. */
  list: string | null
  event: string
  fields: Record<string, string>
  kept: object
  required: string
}
const forms: Form[] = [
  {
    page: '/prayers',
    list: '/api/admin/prayers',
    event: 'PrayerSubmitted',
    fields: { firstName: 'Ruth', email: '', location: 'Muncie', prayer: 'For rain.\r\nFor sun.' },
    kept: { firstName: 'Ruth', email: null, location: 'Muncie', prayer: 'For rain.\nFor sun.' },
    required: 'prayer',
  },
  {
    page: '/endorsements',
    list: '/api/admin/endorsements',
    event: 'EndorsementSubmitted',
    fields: { name: 'Ruth', email: 'ruth@example.org', title: 'Farmer', endorsementText: '' },
    kept: { name: 'Ruth', email: 'ruth@example.org', title: 'Farmer', endorsementText: '' },
    required: 'name',
  },
  {
    page: '/volunteer',
    list: '/api/admin/volunteers',
    event: 'VolunteerApplied',
    fields: { firstName: 'Ruth', lastName: 'Gray', email: 'ruth@example.org', phone: '', skills: '', availability: '' },
    kept: { firstName: 'Ruth', lastName: 'Gray', phone: null, skills: null, availability: null, interests: [] },
    required: 'lastName',
  },
  {
    page: '/',
    list: null,
    event: 'MailingListJoined',
    fields: { email: 'ruth@example.org' },
    kept: {},
    required: 'email',
  },
]

describe.each(forms)('the form of $page, sent without JavaScript', ({ page, list, event, fields, kept, required }) => {
  it('does what the endpoint does and leads back to the page, where it says thanks', async () => {
    const app = await createTestApp()
    const answer = await app.postForm(page, fields)
    expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([303, `${page}#sent`, ''])
    expect((await app.events()).map(({ type }) => type)).toEqual([event])
    if (list) expect((await app.get(list, admin)).json()).toMatchObject([kept])
  })

  it('shows the page again with what was typed and what is wrong', async () => {
    const app = await createTestApp()
    const typed = { ...fields, [required]: ' ', email: '<b>"ruth"</b>' }
    const answer = await app.postForm(page, typed)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'self'",
    })
    const { path, posted } = answer.json()
    expect(path).toBe(page)
    expect(posted.values).toMatchObject({ email: '<b>"ruth"</b>' })
    expect(Object.keys(posted.errors).sort()).toEqual([...new Set(['email', required])].sort())
    expect(await app.events()).toEqual([])
  })

  it('sent twice by a double click or a reload is taken once, and answered alike', async () => {
    const app = await createTestApp()
    const answers = await Promise.all([app.postForm(page, fields), app.postForm(page, fields)])
    answers.push(await app.postForm(page, fields))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
    expect(await app.events()).toHaveLength(1)
  })

  it('is refused from another site, and from a browser with a cookie that does not say whence', async () => {
    const app = await createTestApp()
    expect((await app.postForm(page, fields, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    const foreign = { 'sec-fetch-site': undefined, origin: 'https://elsewhere.example' }
    expect((await app.postForm(page, fields, foreign)).statusCode).toBe(403)
    expect((await app.postForm(page, fields, { 'sec-fetch-site': undefined, cookie: 'a=b' })).statusCode).toBe(403)
    expect(await app.events()).toEqual([])
  })

  it('refuses JSON, uploads and unnamed bodies there, and form fields everywhere else', async () => {
    const app = await createTestApp()
    expect((await app.post(page, fields)).statusCode).toBe(415)
    for (const type of ['multipart/form-data; boundary=x', 'text/plain', undefined])
      expect((await app.postForm(page, fields, { 'content-type': type })).statusCode).toBe(415)
    for (const url of ['/api/prayers', '/api/volunteers', '/api/email-signup'])
      expect((await app.postForm(url, fields)).statusCode).toBe(415)
    expect(await app.events()).toEqual([])
  })

  it('refuses fields that the form does not have', async () => {
    const app = await createTestApp()
    for (const name of ['isApproved', '__proto__', 'constructor']) {
      const answer = await app.postForm(page, [...Object.entries(fields), [name, '1']])
      expect([answer.statusCode, Object.keys(answer.json().posted.errors)]).toEqual([400, [name]])
    }
  })

  it('gives back what was typed when it came too often', async () => {
    const app = await createTestApp({ rateLimits: 'on' })
    for (let n = 1; n <= 5; n++) await app.postForm(page, fields)
    const answer = await app.postForm(page, fields)
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json().posted).toMatchObject({ status: 429, message: expect.stringContaining('too often') })
    expect(answer.json().posted.values).toHaveProperty(required)
  })
})

describe('forms without JavaScript', () => {
  it('draw from the same budget as the endpoints', async () => {
    const app = await createTestApp({ rateLimits: 'on' })
    for (let n = 1; n <= 3; n++) await app.postForm('/', { email: `a${n}@example.org` })
    for (let n = 1; n <= 2; n++) await app.post('/api/email-signup', { email: `b${n}@example.org` })
    expect((await app.postForm('/', { email: 'c@example.org' })).statusCode).toBe(429)
  })

  it('take several interests, one, and none', async () => {
    const app = await createTestApp()
    const person = { firstName: 'Ruth', lastName: 'Gray', email: 'ruth@example.org' }
    const chosen = ['Canvassing', 'Research']
    for (const count of [2, 1, 0]) {
      const picks = chosen.slice(0, count).map((interest): [string, string] => ['interests', interest])
      expect((await app.postForm('/volunteer', [...Object.entries(person), ...picks])).statusCode).toBe(303)
    }
    const interests = (await app.get('/api/volunteers', admin))
      .json()
      .map((row: { interests: string[] }) => row.interests)
    expect(interests).toEqual([[], ['Canvassing'], chosen])
  })

  it('know who is signed in', async () => {
    const app = await createTestApp()
    const person = { firstName: 'Ruth', lastName: 'Gray', email: 'ruth@example.org' }
    await app.postForm('/volunteer', person, { cookie: 'session=supporter' })
    expect((await app.get('/api/volunteers', admin)).json()).toMatchObject([{ userId: 2 }])
  })

  it('take two different prayers, and the same one from two people apart', async () => {
    const app = await createTestApp()
    const prayer = { firstName: 'Ruth', prayer: 'For rain.' }
    await app.postForm('/prayers', prayer)
    await app.postForm('/prayers', { ...prayer, prayer: 'For sun.' })
    await app.postForm('/prayers', { ...prayer, firstName: 'Naomi' })
    expect(await app.events()).toHaveLength(3)
  })

  it('refuse a field that is sent twice, and survive what is no form at all', async () => {
    const app = await createTestApp()
    const twice = await app.postForm('/', 'email=a%40example.org&email=b%40example.org')
    expect([twice.statusCode, Object.keys(twice.json().posted.errors)]).toEqual([400, ['email']])
    for (const body of ['', '&&&==', '%ff%fe=%00', '%', 'email=%ed%a0%80', `email=${'x'.repeat(200_000)}`])
      expect((await app.postForm('/', body)).statusCode).toBe(400)
    expect((await app.postForm('/', `email=${'x'.repeat(1_200_000)}`)).statusCode).toBe(413)
    expect(await app.events()).toEqual([])
  })
})
