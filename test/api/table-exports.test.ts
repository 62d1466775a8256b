import { describe, expect, it } from 'vitest'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { importDonations } from '../support/app/imported-file.ts'

const admin = { as: 'admin' } as const
const volunteer = (firstName: string, more: object = {}) => ({
  firstName,
  lastName: 'Hill',
  email: `${firstName.toLowerCase()}@example.org`,
  skills: 'Web design',
  availability: 'Evenings',
  interests: [],
  ...more,
})

const fileOf = (app: TestApp, table: string, format: 'csv' | 'json' = 'json') =>
  app.get(`/api/admin/exports/${table}?format=${format}`, admin)

async function unsubscribe(app: TestApp, email: string): Promise<void> {
  const subject = await app.core.subjects.find(email)
  const token = app.core.unsubscribeTokens.issue({ subject: subject ?? '', campaignId: null })
  expect((await app.post('/api/mail-consents/unsubscribe', { token })).statusCode).toBe(200)
  await allProjected(app)
}

async function createOffice(): Promise<TestApp> {
  const app = await createTestApp()
  await app.registerPeople()
  for (const one of [volunteer('Ruth', { skills: '=1+1' }), volunteer('Naomi'), volunteer('Boaz'), volunteer('Orpah')])
    expect((await app.post('/api/volunteers', one)).statusCode).toBe(201)
  expect((await app.remove('/api/admin/volunteers/3', admin)).statusCode).toBe(204)
  await app.post('/api/admin/erasures', { email: 'orpah@example.org' }, admin)
  const file = 'firstName,lastName,email,amount,createdAt\nRuth,Hill,ruth@example.org,12.50,2026-02-01\n'
  await importDonations(app, file)
  await allProjected(app)
  return app
}

describe('a table of the console as a file', () => {
  it('volunteers: all but those who were deleted or erased, with how they match', async () => {
    const app = await createOffice()
    const json = await fileOf(app, 'volunteers')
    expect([json.statusCode, json.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="volunteers.json"',
    ])
    expect(json.json()).toMatchObject([
      { firstName: 'Ruth', skills: '=1+1', aiSkillMatch: [] },
      { firstName: 'Naomi', aiSkillMatch: [{ strength: expect.any(Number) }] },
    ])
    const [heading, ruth, naomi, ...more] = (await fileOf(app, 'volunteers', 'csv')).body.trim().split('\r\n')
    expect(heading).toContain('First name,Last name,Email')
    expect(ruth).toContain("'=1+1") // a spreadsheet would compute it
    expect(naomi).toMatch(/,[a-z]+ \d+,/)
    expect(more).toEqual([])
  })

  it('leaves out people who said no, and says of everyone else whether they may be mailed', async () => {
    const app = await createOffice()
    await unsubscribe(app, 'naomi@example.org')
    const consentsOf = async (query = '') =>
      (await app.get(`/api/admin/exports/volunteers?format=json${query}`, admin)).json()
    expect(await consentsOf()).toMatchObject([
      { firstName: 'Ruth', emailConsent: 'unknown', consentReason: null, consentSince: null },
    ])
    expect(await consentsOf('&people=everyone')).toMatchObject([
      { firstName: 'Ruth' },
      {
        firstName: 'Naomi',
        emailConsent: 'no',
        consentReason: 'unsubscribed',
        consentSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ])
    expect((await app.get('/api/admin/exports/volunteers?format=json&people=some', admin)).statusCode).toBe(400)
  })

  it('people with an account: what the console shows of them, how they took part, and their consent', async () => {
    const app = await createOffice()
    await app.post('/api/email-signup', { email: 'ben@example.org' })
    await app.post('/api/prayers', { firstName: 'Ben', email: 'ben@example.org', prayer: 'For wisdom.' })
    await allProjected(app)
    const people = (await fileOf(app, 'people')).json()
    expect(people.map(({ email }: { email: string }) => email)).toEqual(
      ['ada', 'ben', 'cora'].map((name) => `${name}@example.org`),
    )
    expect(people[1]).toEqual({
      id: 2,
      firstName: 'Ben',
      lastName: 'Babbage',
      email: 'ben@example.org',
      status: 'active',
      isAdmin: false,
      isEmailVerified: expect.any(Boolean),
      createdAt: expect.any(String),
      lastActiveAt: null,
      activities: ['prayer 1', 'signup 1'],
      lastActivityAt: expect.any(String),
      emailConsent: 'yes',
      consentReason: 'signed up',
      consentSince: expect.any(String),
      firstSource: null,
      actSource: null,
      viewId: null,
      wording: null,
    })
    expect((await fileOf(app, 'people', 'csv')).body).toContain('prayer 1; signup 1')
    await unsubscribe(app, 'ben@example.org')
    expect((await fileOf(app, 'people')).json()).toHaveLength(2)
    expect((await app.get('/api/admin/exports/people?format=json&people=everyone', admin)).json()[1]).toMatchObject({
      emailConsent: 'no',
      consentReason: 'unsubscribed',
    })
  })

  it('actions keep each row, say whether its person may be mailed, and name who said no only when asked', async () => {
    const app = await createOffice()
    expect((await app.post('/api/admin/users/2/ban', { banned: true }, admin)).statusCode).toBe(200)
    await unsubscribe(app, 'ben@example.org')
    await unsubscribe(app, 'naomi@example.org')
    const volunteer = (await app.get('/api/admin/volunteers?q=naomi', admin)).json()[0]
    expect((await app.remove(`/api/admin/volunteers/${volunteer.id}`, admin)).statusCode).toBe(204)
    await allProjected(app)
    type Row = { action: string; topic: string; itemId: number; targetUser: string | null; emailConsent: string | null }
    const rowsOf = async (query = ''): Promise<Row[]> =>
      (await app.get(`/api/admin/exports/actions?format=json${query}`, admin)).json()
    const of = (rows: Row[], topic: string, id: number) => rows.find((row) => row.topic === topic && row.itemId === id)
    const [some, all] = [await rowsOf(), await rowsOf('&people=everyone')]
    expect(all.length).toBeGreaterThanOrEqual(some.length)
    expect(of(some, 'users', 2)).toMatchObject({
      targetUser: null,
      emailConsent: 'no',
      consentReason: 'unsubscribed',
    })
    expect(of(all, 'users', 2)).toMatchObject({ targetUser: 'Ben Babbage', emailConsent: 'no' })
    expect(of(some, 'volunteers', volunteer.id)).toMatchObject({ targetUser: null, emailConsent: 'no' })
    expect(all.find(({ action }) => action === 'Export table')).toMatchObject({
      emailConsent: null,
      consentReason: null,
    })
    expect(JSON.stringify(some)).not.toContain('Babbage')
  })

  it('begins a CSV file with a byte order mark, so that Excel reads its accents', async () => {
    const app = await createOffice()
    for (const table of ['actions', 'people', 'volunteers', 'donations'])
      expect((await fileOf(app, table, 'csv')).rawPayload.subarray(0, 3).toString('hex')).toBe('efbbbf')
  })

  it('donations: with the headings that an import reads', async () => {
    const app = await createOffice()
    const csv = (await fileOf(app, 'donations', 'csv')).body
    expect(csv).toContain('Ruth,Hill,ruth@example.org,12.50')
    expect(csv.split('\r\n')[0]).toMatch(/,Refunded,Email consent,Consent reason,Consent since$/)
    expect(csv).toMatch(/,0\.00,unknown,,\r\n$/)
    const again = await app.app.inject({
      method: 'POST',
      url: '/api/admin/imports/donations/check',
      headers: { cookie: 'session=admin', 'sec-fetch-site': 'same-origin', 'content-type': 'text/csv' },
      payload: csv,
    })
    expect(again.json()).toMatchObject({ rows: 1, repeated: 1, refused: 0 })
    await unsubscribe(app, 'ruth@example.org')
    expect((await fileOf(app, 'donations')).json()).toEqual([])
    expect((await app.get('/api/admin/exports/donations?format=json&people=everyone', admin)).json()).toMatchObject([
      { amount: 1250, refunded: 0, emailConsent: 'no', consentReason: 'unsubscribed' },
    ])
  })

  it('actions: actor, action and target, the export itself included next time', async () => {
    const app = await createOffice()
    await fileOf(app, 'actions')
    await allProjected(app)
    const actions = (await fileOf(app, 'actions')).json()
    expect(actions.at(-1)).toMatchObject({
      actor: 'Ada Byron',
      action: 'Export table',
      details: { event: 'TableExported', table: 'actions', format: 'json' },
    })
    expect(JSON.stringify(actions)).not.toContain('orpah')
    expect((await fileOf(app, 'actions', 'csv')).body).toContain(
      'Time,Actor,Action,Rights,Target user,Topic,Item,Details,Email consent',
    )
  })

  it('is for admins, and only these tables exist', async () => {
    const app = await createTestApp()
    const statusFor = async (as?: 'supporter') =>
      (await app.get('/api/admin/exports/volunteers?format=csv', as && { as })).statusCode
    expect([await statusFor(), await statusFor('supporter')]).toEqual([401, 403])
    expect((await fileOf(app, 'accounts')).statusCode).toBe(404)
    expect((await app.get('/api/admin/exports/volunteers?format=xlsx', admin)).json().message).toContain(
      'Use csv or json.',
    )
  })
})
