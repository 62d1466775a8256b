import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const admin = { as: 'admin' } as const
const byHand = { entrySource: 'paper sheet', entryNote: 'Clipboard at the county fair', entryDay: '2026-03-07' }
const ruth = { email: 'ruth@example.org', firstName: 'Ruth', ...byHand }
const volunteer = {
  firstName: 'Ruth',
  lastName: 'Gray',
  email: 'ruth@example.org',
  skills: 'Drives a truck.',
  ...byHand,
}

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

describe.each([
  ['prayers', { firstName: 'Ruth', prayer: 'For rain.', email: null, location: 'Muncie', ...byHand }],
  [
    'endorsements',
    { name: 'Ruth Gray', email: 'ruth@example.org', title: 'Farmer', endorsementText: 'Fair.', ...byHand },
  ],
] as const)('adding %s by hand', (topic, words) => {
  it('waits for review, and history says how the campaign knows the person', async () => {
    const app = await createTestApp()
    const answer = await enter(app, topic, words)
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toMatchObject({ id: 1, outcome: 'added' })
    expect(await list(app, topic)).toMatchObject([{ id: 1, status: 'pending', isApproved: false }])
    expect(await history(app, topic, 1)).toMatchObject([{ actor: { kind: 'admin' }, changes: byHand }])
  })

  it('knows one again that says the same, also when two admins enter it at once', async () => {
    const app = await createTestApp()
    const answers = await Promise.all([enter(app, topic, words, { key: 'a' }), enter(app, topic, words, { key: 'b' })])
    answers.push(await enter(app, topic, words))
    expect(answers.map((one) => one.json().outcome).toSorted()).toEqual(['added', 'known', 'known'])
    expect(await list(app, topic)).toHaveLength(1)
  })
})

describe('adding a guest by hand', () => {
  const rally = { title: 'Rally', eventDate: '2031-05-01', category: 'rally', capacity: 1 }
  const guest = { name: 'Ruth Gray', email: 'ruth@example.org', ...byHand }
  const guests = (app: TestApp) => list(app, 'events/1/rsvps')

  it('takes a seat, once per person', async () => {
    const app = await createTestApp()
    await app.post('/api/admin/events', rally, admin)
    const answers = [await enter(app, 'events/1/rsvps', guest), await enter(app, 'events/1/rsvps', guest)]
    expect(answers.map((one) => one.json())).toMatchObject([
      { id: 1, outcome: 'added' },
      { id: 1, outcome: 'known' },
    ])
    expect(await guests(app)).toMatchObject([{ name: 'Ruth Gray', status: 'confirmed' }])
    expect(await history(app, 'rsvps', 1)).toMatchObject([{ actor: { kind: 'admin' }, changes: byHand }])
  })

  it('is told when the event is full, and may put the guest on the waiting list', async () => {
    const app = await createTestApp()
    await app.post('/api/admin/events', rally, admin)
    await enter(app, 'events/1/rsvps', guest)
    const walter = { ...guest, name: 'Walter Gray' }
    const full = await enter(app, 'events/1/rsvps', walter)
    expect([full.statusCode, full.json().message]).toEqual([409, 'This event is full. They can join the waiting list.'])
    expect((await enter(app, 'events/1/rsvps', { ...walter, joinWaitingList: true })).statusCode).toBe(201)
    expect((await enter(app, 'events/9/rsvps', walter)).statusCode).toBe(404)
  })
})

describe('adding a donation by hand', () => {
  const check = { firstName: 'Ruth', lastName: 'Gray', email: 'ruth@example.org', amount: 2500, ...byHand }

  it('counts as a gift on that day, and once', async () => {
    const app = await createTestApp()
    const answers = [await enter(app, 'donations', check), await enter(app, 'donations', check)]
    expect(answers.map((one) => one.json())).toMatchObject([
      { id: 1, outcome: 'added' },
      { id: 1, outcome: 'known' },
    ])
    expect(await list(app, 'donations')).toMatchObject([
      { id: 1, amount: 2500, createdAt: '2026-03-07T05:00:00.000Z', file: null, isPublic: true },
    ])
    expect(await history(app, 'donations', 1)).toMatchObject([{ changes: { status: 'Received', ...byHand } }])
  })

  it.each([[0], [-5], [12.5], [100_000_001], ['25']])('refuses an amount of %j', async (amount) => {
    const app = await createTestApp()
    const answer = await enter(app, 'donations', { ...check, amount })
    expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([400, 'amount'])
  })
})
