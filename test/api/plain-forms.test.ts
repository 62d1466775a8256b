import { describe, expect, it } from 'vitest'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const admin = { as: 'admin' } as const
type Form = {
  page: string
  /** The page that says thanks. */
  thanks: string
  /** Where admins see the result. */
  list: string | null
  event: string
  fields: Record<string, string>
  kept: object
  required: string
  /** Required setup, which is in the log first. */
  prepare?: (app: TestApp) => Promise<unknown>
}

/** An event with seats and id 1; `words` override its details. */
const createEvent = (app: TestApp, details: object = {}) =>
  app.post(
    '/api/admin/events',
    {
      title: 'Picnic',
      eventDate: campaignClock.dateAt(new Date(Date.now() + 10 * 86_400_000)),
      capacity: 2,
      ...details,
    },
    admin,
  )

const forms: Form[] = [
  {
    page: '/prayers',
    thanks: 'prayers',
    list: '/api/admin/prayers',
    event: 'PrayerSubmitted',
    fields: { firstName: 'Ruth', email: '', location: 'Muncie', prayer: 'For rain.\r\nFor sun.' },
    kept: { firstName: 'Ruth', email: null, location: 'Muncie', prayer: 'For rain.\nFor sun.' },
    required: 'prayer',
  },
  {
    page: '/endorsements',
    thanks: 'endorsements',
    list: '/api/admin/endorsements',
    event: 'EndorsementSubmitted',
    fields: { name: 'Ruth', email: 'ruth@example.org', title: 'Farmer', endorsementText: '' },
    kept: { name: 'Ruth', email: 'ruth@example.org', title: 'Farmer', endorsementText: '' },
    required: 'name',
  },
  {
    page: '/volunteer',
    thanks: 'volunteers',
    list: '/api/admin/volunteers',
    event: 'VolunteerApplied',
    fields: {
      firstName: 'Ruth',
      lastName: 'Gray',
      email: 'ruth@example.org',
      phone: '',
      zipCode: '47901',
      skills: '',
      availability: '',
    },
    kept: {
      firstName: 'Ruth',
      lastName: 'Gray',
      phone: null,
      zipCode: '47901',
      skills: null,
      availability: null,
      interests: [],
    },
    required: 'lastName',
  },
  {
    page: '/',
    thanks: 'email-signups',
    list: '/api/admin/emails',
    event: 'MailingListJoined',
    fields: { email: 'ruth@example.org', firstName: 'Ruth', lastName: '', zipCode: ' 47901 ' },
    kept: { email: 'ruth@example.org', firstName: 'Ruth', lastName: null, zipCode: '47901' },
    required: 'email',
  },
  {
    page: '/events/1',
    thanks: 'rsvps',
    list: '/api/admin/events/1/rsvps',
    event: 'RsvpConfirmed',
    fields: { name: 'Ruth', email: 'ruth@example.org', zipCode: '47901' },
    kept: { name: 'Ruth', email: 'ruth@example.org', zipCode: '47901', status: 'confirmed' },
    required: 'name',
    prepare: createEvent,
  },
]

/** Events caused by the form itself. */
const caused = async (app: TestApp) => (await app.events()).filter(({ type }) => type !== 'CampaignEventCreated')

describe.each(forms)(
  'the form of $page, sent without JavaScript',
  ({ page, thanks, list, event, fields, kept, required, prepare }) => {
    async function prepared(options: { rateLimits?: 'on' } = {}) {
      const app = await createTestApp(options)
      await prepare?.(app)
      return app
    }

    it('does what the endpoint does and redirects to the page that says thanks', async () => {
      const app = await prepared()
      const answer = await app.postForm(page, fields)
      expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([303, `/thanks/${thanks}`, ''])
      expect((await caused(app)).map(({ type }) => type)).toEqual([event])
      if (list) expect((await app.get(list, admin)).json()).toMatchObject([kept])
    })

    it('shows the page again with the input and the errors', async () => {
      const app = await prepared()
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
      expect(await caused(app)).toEqual([])
    })

    it('sent twice by a double click or a reload takes effect once, with the same answer', async () => {
      const app = await prepared()
      const answers = await Promise.all([app.postForm(page, fields), app.postForm(page, fields)])
      answers.push(await app.postForm(page, fields))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
      expect(await caused(app)).toHaveLength(1)
    })

    it('is rejected from another site, and with a cookie but no origin', async () => {
      const app = await prepared()
      expect((await app.postForm(page, fields, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
      const foreign = { 'sec-fetch-site': undefined, origin: 'https://elsewhere.example' }
      expect((await app.postForm(page, fields, foreign)).statusCode).toBe(403)
      expect((await app.postForm(page, fields, { 'sec-fetch-site': undefined, cookie: 'a=b' })).statusCode).toBe(403)
      expect(await caused(app)).toEqual([])
    })

    it('rejects JSON, uploads and bodies without a type there, and form fields everywhere else', async () => {
      const app = await prepared()
      expect((await app.post(page, fields)).statusCode).toBe(415)
      for (const type of ['multipart/form-data; boundary=x', 'text/plain', undefined])
        expect((await app.postForm(page, fields, { 'content-type': type })).statusCode).toBe(415)
      for (const url of ['/api/prayers', '/api/volunteers', '/api/email-signup'])
        expect((await app.postForm(url, fields)).statusCode).toBe(415)
      expect(await caused(app)).toEqual([])
    })

    it('rejects unknown fields', async () => {
      const app = await prepared()
      for (const name of ['isApproved', '__proto__', 'constructor']) {
        const answer = await app.postForm(page, [...Object.entries(fields), [name, '1']])
        expect([answer.statusCode, Object.keys(answer.json().posted.errors)]).toEqual([400, [name]])
      }
    })

    it('shows what was entered when the rate limit is exceeded', async () => {
      const app = await prepared({ rateLimits: 'on' })
      for (let n = 1; n <= 5; n++) await app.postForm(page, fields)
      const answer = await app.postForm(page, fields)
      expect(answer.statusCode).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.json().posted).toMatchObject({
        status: 429,
        message: expect.stringContaining('Please turn on JavaScript and send it again, or try again in 10 minutes.'),
      })
      expect(answer.json().posted.values).toHaveProperty(required)
    })
  },
)

describe('what a person took back', () => {
  it('is a registration again, when they register once more with the same words', async () => {
    const app = await createTestApp()
    await createEvent(app)
    const fields = { name: 'Ruth', email: 'ruth@example.org' }
    const statuses = async () =>
      (await app.get('/api/admin/events/1/rsvps', admin)).json<{ status: string }[]>().map(({ status }) => status)
    await app.postForm('/events/1', fields)
    const [guest] = (await app.get('/api/admin/events/1/rsvps', admin)).json<{ id: number }[]>()
    await app.remove(`/api/admin/events/1/rsvps/${guest?.id}`, admin)
    expect(await statuses()).not.toContain('confirmed')
    expect((await app.postForm('/events/1', fields)).statusCode).toBe(303)
    expect(await statuses()).toContain('confirmed')
  })

  it('is asked for again, when they sign up for email once more with the same words', async () => {
    const app = await createTestApp()
    const fields = { email: 'ruth@example.org' }
    const asked = async () => (await app.events()).filter(({ type }) => type === 'MailAskedForAgain')
    await app.postForm('/', fields)
    await app.post('/api/admin/mail-consents/unsubscribe', { ...fields, source: 'by phone' }, admin)
    expect((await app.postForm('/', fields)).statusCode).toBe(303)
    expect(await asked()).toHaveLength(1)
  })
})

describe('forms without JavaScript', () => {
  it('share the rate limit of the endpoints', async () => {
    const app = await createTestApp({ rateLimits: 'on' })
    for (let n = 1; n <= 3; n++) await app.postForm('/', { email: `a${n}@example.org` })
    for (let n = 1; n <= 2; n++) await app.post('/api/email-signup', { email: `b${n}@example.org` })
    expect((await app.postForm('/', { email: 'c@example.org' })).statusCode).toBe(429)
  })

  it('accept several interests, one, and none', async () => {
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

  it('accept two different prayers, and the same one from two people', async () => {
    const app = await createTestApp()
    const prayer = { firstName: 'Ruth', prayer: 'For rain.' }
    await app.postForm('/prayers', prayer)
    await app.postForm('/prayers', { ...prayer, prayer: 'For sun.' })
    await app.postForm('/prayers', { ...prayer, firstName: 'Naomi' })
    expect(await app.events()).toHaveLength(3)
  })

  it('reject a field that is sent twice, and survive invalid forms', async () => {
    const app = await createTestApp()
    const twice = await app.postForm('/', 'email=a%40example.org&email=b%40example.org')
    expect([twice.statusCode, Object.keys(twice.json().posted.errors)]).toEqual([400, ['email']])
    for (const body of ['', '&&&==', '%ff%fe=%00', '%', 'email=%ed%a0%80', `email=${'x'.repeat(200_000)}`])
      expect((await app.postForm('/', body)).statusCode).toBe(400)
    expect((await app.postForm('/', `email=${'x'.repeat(1_200_000)}`)).statusCode).toBe(413)
    expect(await app.events()).toEqual([])
  })
})

describe('the form of an event, sent without JavaScript', () => {
  const guest = (n: number) => ({ name: `Guest ${n}`, email: `guest${n}@example.org` })

  it('offers the waiting list of a full event, and says which one it was', async () => {
    const app = await createTestApp()
    await createEvent(app, { capacity: 1 })
    expect((await app.postForm('/events/1', guest(1))).headers.location).toBe('/thanks/rsvps')
    const full = await app.postForm('/events/1', guest(2))
    expect(full.statusCode).toBe(409)
    expect(full.json()).toMatchObject({
      path: '/events/1',
      posted: {
        message:
          'This event is full. You can join the waiting list. If you registered before, you keep your place and get the email again.',
        values: guest(2),
      },
    })
    const waiting = await app.postForm('/events/1', { ...guest(2), joinWaitingList: 'yes' })
    expect([waiting.statusCode, waiting.headers.location]).toEqual([303, '/thanks/waiting-list'])
    expect((await app.get('/api/admin/events/1/rsvps', admin)).json()).toMatchObject([
      { ...guest(2), status: 'waiting' },
      { ...guest(1), status: 'confirmed' },
    ])
  })

  it('keeps the waiting list checkbox when something else is wrong, and rejects any other value for it', async () => {
    const app = await createTestApp()
    await createEvent(app)
    const wrong = await app.postForm('/events/1', { ...guest(1), email: 'ruth', joinWaitingList: 'yes' })
    expect([wrong.statusCode, wrong.json().posted.values.joinWaitingList]).toEqual([400, 'yes'])
    const word = await app.postForm('/events/1', { ...guest(1), joinWaitingList: 'true' })
    expect([word.statusCode, Object.keys(word.json().posted.errors)]).toEqual([400, ['joinWaitingList']])
  })

  it('responds with 404 for an unknown event, and 400 for an invalid id', async () => {
    const app = await createTestApp()
    expect((await app.postForm('/events/7', guest(1))).statusCode).toBe(404)
    for (const page of ['/events/abc', '/events/-1', '/events/1%2F..'])
      expect((await app.postForm(page, guest(1))).statusCode).toBe(400)
    expect(await app.events()).toEqual([])
  })
})
