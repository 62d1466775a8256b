import { describe, expect, it } from 'vitest'
import { noSource } from '../../contract/sources.ts'
import { emailSignup } from '../../records/email-signups.ts'
import { valuesIn } from '../../records/values.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const join = ({ post }: TestApp, body: object | string, key?: string) => post('/api/email-signup', body, { key })
const count = async ({ get }: TestApp) => (await get('/api/email-signup-count')).json()

describe('joining the mailing list', () => {
  it('responds with 201 and an id, and is counted', async () => {
    const app = await createTestApp()
    expect(await count(app)).toEqual({ count: 0 })
    const answer = await join(app, { email: 'ruth@example.org', firstName: 'Ruth' })
    expect([answer.statusCode, answer.json()]).toEqual([201, { id: 1 }])
    expect(await count(app)).toEqual({ count: 1 })
  })

  it('gives a known address, ignoring case, the same answer as a new one, and keeps one row', async () => {
    const app = await createTestApp()
    const answers = [
      await join(app, { email: 'ruth@example.org' }),
      await join(app, { email: ' Ruth@Example.ORG ', firstName: 'Ruth' }),
      await join(app, { email: 'naomi@example.org', firstName: null }),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
      [201, { id: 1 }],
      [201, { id: 2 }],
      [201, { id: 3 }],
    ])
    expect(await count(app)).toEqual({ count: 2 })
    expect(await app.database.knex('read.email_signups').select('id', 'email').orderBy('id')).toEqual([
      { id: 1, email: 'ruth@example.org' },
      { id: 3, email: 'naomi@example.org' },
    ])
  })

  it('keeps one row when the same address joins many times at once', async () => {
    const app = await createTestApp()
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(app, { email: 'ruth@example.org' })))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(await count(app)).toEqual({ count: 1 })
  })

  it('repeated with the same key returns the first answer', async () => {
    const app = await createTestApp()
    const body = { email: 'ruth@example.org' }
    const first = await join(app, body, 'one-and-the-same')
    await app.database.knex('app.idempotency_answers').delete()
    expect((await join(app, body, 'one-and-the-same')).json()).toEqual(first.json())
  })

  it('rejects invalid input and names the field', async () => {
    const app = await createTestApp()
    const cases: [object, string][] = [
      [{}, 'email'],
      [{ email: ' ' }, 'email'],
      [{ email: null }, 'email'],
      [{ email: 'ruth' }, 'email'],
      [{ email: 'ru\u0000th@example.org' }, 'email'],
      [{ email: 'ruth@example.org', firstName: '🌻'.repeat(101) }, 'firstName'],
      [{ email: 'ruth@example.org', firstName: 1 }, 'firstName'],
      [{ email: 'ruth@example.org', lastName: 'x'.repeat(2000) }, 'lastName'],
      [{ email: 'ruth@example.org', city: 'Muncie' }, 'city'],
    ]
    for (const [body, field] of cases) {
      const answer = await join(app, body)
      expect(answer.statusCode, answer.body).toBe(400)
      expect(answer.json().errors, answer.body).toMatchObject([{ path: field }])
    }
    expect(await count(app)).toEqual({ count: 0 })
  })
})

describe('a ZIP code on a form', () => {
  const paths = ['/api/email-signup', '/api/volunteers'] as const
  const person = { email: 'ruth@example.org', firstName: '<script>', lastName: 'Gray' }

  it.each(['4790', '479011', '47901-1234', 'K1A 0B6', '４７９０１', 'x'.repeat(2000)])(
    'is rejected with a sentence that says what to do: %.20s',
    async (zipCode) => {
      const app = await createTestApp()
      for (const path of paths) {
        const answer = await app.post(path, { ...person, zipCode })
        const message =
          zipCode.length > 20 ? 'Use at most 20 characters.' : 'Use the five digits of your ZIP code, such as 47901.'
        expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ path: 'zipCode', message }]])
      }
      expect(await app.events()).toEqual([])
    },
  )

  it('is kept with the name, comes back in the person’s list, and is gone after an erasure', async () => {
    const app = await createTestApp()
    for (const path of paths) expect((await app.post(path, { ...person, zipCode: ' 47901 ' })).statusCode).toBe(201)
    const rows = async () => [
      ...(await app.get('/api/admin/emails', { as: 'admin' })).json(),
      ...(await app.get('/api/admin/volunteers', { as: 'admin' })).json(),
    ]
    // Without a list of ZIP codes, the district is unknown.
    for (const row of await rows()) expect(row).toMatchObject({ ...person, zipCode: '47901', districtShare: null })
    await app.post('/api/admin/erasures', { email: person.email }, { as: 'admin' })
    for (const row of await rows()) expect(row).toMatchObject({ zipCode: null, firstSource: noSource })
  })
})

describe('GET /api/admin/emails', () => {
  const list = async ({ get }: TestApp, query = '') => {
    const answer = await get(`/api/admin/emails?${query}`, { as: 'admin' })
    expect(answer.statusCode, answer.body).toBe(200)
    const emails = answer.json<{ email: string }[]>().map(({ email }) => email)
    return [...emails, Number(answer.headers['x-total-count'])]
  }

  it('lists who joined, newest first, with the total', async () => {
    const app = await createTestApp()
    await join(app, { email: 'ruth@example.org', firstName: 'Ruth' })
    await join(app, { email: 'adam@example.net' })
    expect((await app.get('/api/admin/emails?page=2&limit=1', { as: 'admin' })).json()).toEqual([
      {
        id: 1,
        ...valuesIn(emailSignup, { email: 'ruth@example.org', firstName: 'Ruth' }),
        districtShare: null,
        ...{ firstSource: noSource, actSource: noSource, viewId: null, wording: null },
        createdAt: expect.any(String),
        isErased: false,
        mailSuppression: null,
      },
    ])
    expect(await list(app)).toEqual(['adam@example.net', 'ruth@example.org', 2])
    expect(await list(app, 'sort=-email')).toEqual(['ruth@example.org', 'adam@example.net', 2])
    expect(await list(app, 'sort=firstName')).toEqual(['adam@example.net', 'ruth@example.org', 2])
    expect(await list(app, 'q=ru')).toEqual(['ruth@example.org', 1])
  })

  it('never finds people who were erased, and their rows say so', async () => {
    const app = await createTestApp()
    await join(app, { email: 'ruth@example.org', firstName: 'Ruth' })
    await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, { as: 'admin' })
    expect((await app.get('/api/admin/emails', { as: 'admin' })).json()).toMatchObject([{ isErased: true }])
    expect(await list(app, 'q=erased')).toEqual([0])
  })

  it('is for admins: 401 for a visitor, 403 for a supporter', async () => {
    const { get } = await createTestApp()
    expect((await get('/api/admin/emails')).statusCode).toBe(401)
    expect((await get('/api/admin/emails', { as: 'supporter' })).statusCode).toBe(403)
    expect((await get('/api/admin/emails?filter=status:x', { as: 'admin' })).statusCode).toBe(400)
  })
})
