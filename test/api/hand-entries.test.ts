import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const admin = { as: 'admin' } as const
const byHand = { entrySource: 'paper sheet', entryNote: 'Clipboard at the county fair', entryDay: '2026-03-07' }
const ruth = { email: 'ruth@example.org', firstName: 'Ruth', ...byHand }
const volunteer = { firstName: 'Ruth', lastName: 'Gray', email: 'ruth@example.org', skills: 'Drives a truck.', ...byHand }

const enter = ({ post }: TestApp, path: string, words: object, caller: object = admin) =>
  post(`/api/admin/${path}`, words, { ...admin, ...caller })
const list = async ({ get }: TestApp, path: string) => (await get(`/api/admin/${path}`, admin)).json()
const history = async ({ get }: TestApp, topic: string, id: number) =>
  (await get(`/api/admin/history/${topic}/${id}`, admin)).json()
const actions = async (app: TestApp): Promise<string[]> =>
  (await list(app, 'actions?page=1')).actions.map(({ action }: { action: string }) => action)

describe('adding a person to the mailing list by hand', () => {
  it('records who entered them, how the campaign knows them, and since when', async () => {
    const app = await createTestApp()
    const answer = await enter(app, 'emails', ruth)
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toEqual({ id: 1, outcome: 'added', mailSuppression: null })
    expect(await list(app, 'emails')).toMatchObject([{ id: 1, email: ruth.email, firstName: 'Ruth' }])
    expect(await history(app, 'email-signups', 1)).toMatchObject([
      { type: 'MailingListJoined', actor: { kind: 'admin' }, changes: byHand },
    ])
    expect(await actions(app)).toContain('Enter email signup')
  })

  it('says that a person is there already, and adds nobody', async () => {
    const app = await createTestApp()
    await app.post('/api/email-signup', { email: ruth.email })
    const answer = await enter(app, 'emails', { ...ruth, email: 'Ruth@Example.org' })
    expect(answer.json()).toEqual({ id: 1, outcome: 'known', mailSuppression: null })
    expect(await list(app, 'emails')).toHaveLength(1)
  })

  it('adds a person once whom two admins enter at the same time', async () => {
    const app = await createTestApp()
    const answers = await Promise.all([
      enter(app, 'emails', ruth, { key: 'one' }),
      enter(app, 'emails', { ...ruth, firstName: 'Ruthie' }, { key: 'two' }),
    ])
    expect(answers.map((answer) => answer.json().outcome).toSorted()).toEqual(['added', 'known'])
    expect(await list(app, 'emails')).toHaveLength(1)
  })

  it('leaves a person unsubscribed who said no, and says so', async () => {
    const app = await createTestApp()
    await app.post('/api/email-signup', { email: ruth.email })
    const no = { email: ruth.email, source: 'by phone' }
    expect((await app.post('/api/admin/mail-consents/unsubscribe', no, admin)).statusCode).toBe(200)
    expect((await enter(app, 'emails', ruth)).json()).toMatchObject({
      outcome: 'known',
      mailSuppression: { reason: 'unsubscribed' },
    })
    expect(await list(app, 'emails')).toMatchObject([{ mailSuppression: { reason: 'unsubscribed' } }])
  })

  it('does not bring an erased person back', async () => {
    const app = await createTestApp()
    const { id } = (await enter(app, 'emails', ruth)).json()
    expect((await app.post('/api/admin/erasures', { topic: 'email-signups', id }, admin)).statusCode).toBeLessThan(300)
    expect((await enter(app, 'emails', ruth)).statusCode).toBe(409)
    const entries = await history(app, 'email-signups', id)
    expect(JSON.stringify(entries)).not.toContain('county fair')
  })

  it('is for admins', async () => {
    const app = await createTestApp()
    expect((await app.post('/api/admin/emails', ruth, { as: 'supporter' })).statusCode).toBe(403)
    expect((await app.post('/api/admin/emails', ruth)).statusCode).toBe(401)
  })

  it.each([
    ['a day in the future', { entryDay: '2199-01-01' }, 'entryDay'],
    ['a day in 1900', { entryDay: '1900-05-01' }, 'entryDay'],
    ['no day', { entryDay: undefined }, 'entryDay'],
    ['a note of 10,000 characters', { entryNote: 'n'.repeat(10_000) }, 'entryNote'],
    ['an unknown way', { entrySource: 'telepathy' }, 'entrySource'],
    ['no way', { entrySource: undefined }, 'entrySource'],
    ['an address without a domain', { email: 'ruth' }, 'email'],
  ])('refuses %s, and says which field is wrong', async (_, words, field) => {
    const app = await createTestApp()
    const answer = await enter(app, 'emails', { ...ruth, ...words })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toMatchObject([{ path: field }])
    expect(await list(app, 'emails')).toEqual([])
  })
})

describe('adding a volunteer by hand', () => {
  it('records the application as one of the person, not of the admin', async () => {
    const app = await createTestApp()
    const answer = await enter(app, 'volunteers', volunteer)
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toEqual({ id: 1, outcome: 'added', mailSuppression: null })
    const { skills, firstName, lastName, email } = volunteer
    expect(await list(app, 'volunteers')).toMatchObject([{ id: 1, userId: null, skills, firstName, lastName, email }])
    expect(await history(app, 'volunteers', 1)).toMatchObject([{ actor: { kind: 'admin' }, changes: byHand }])
    expect(await actions(app)).toContain('Enter volunteer')
  })

  it('knows a person again by name and address, in any case', async () => {
    const app = await createTestApp()
    await app.post('/api/volunteers', { firstName: 'Ruth', lastName: 'Gray', email: 'RUTH@example.org' })
    expect((await enter(app, 'volunteers', { ...volunteer, firstName: 'ruth' })).json()).toMatchObject({
      id: 1,
      outcome: 'known',
    })
    expect(await list(app, 'volunteers')).toHaveLength(1)
  })

  it('adds both people of a household who share an address', async () => {
    const app = await createTestApp()
    await enter(app, 'volunteers', volunteer)
    expect((await enter(app, 'volunteers', { ...volunteer, firstName: 'Walter' })).json().outcome).toBe('added')
    expect(await list(app, 'volunteers')).toHaveLength(2)
  })

  it('adds a person once whom two admins enter at the same time', async () => {
    const app = await createTestApp()
    const answers = await Promise.all([
      enter(app, 'volunteers', volunteer, { key: 'one' }),
      enter(app, 'volunteers', { ...volunteer, skills: 'Cooks.' }, { key: 'two' }),
    ])
    expect(answers.map((answer) => answer.json().outcome).toSorted()).toEqual(['added', 'known'])
    expect(await list(app, 'volunteers')).toHaveLength(1)
  })

  it('adds a person again whose application was deleted', async () => {
    const app = await createTestApp()
    const { id } = (await enter(app, 'volunteers', volunteer)).json()
    expect((await app.remove(`/api/admin/volunteers/${id}`, admin)).statusCode).toBe(204)
    expect((await enter(app, 'volunteers', volunteer)).json().outcome).toBe('added')
  })

  it('keeps names with markup as text', async () => {
    const app = await createTestApp()
    await enter(app, 'volunteers', { ...volunteer, firstName: '<script>alert(1)</script>' })
    expect(await list(app, 'volunteers')).toMatchObject([{ firstName: '<script>alert(1)</script>' }])
  })
})
