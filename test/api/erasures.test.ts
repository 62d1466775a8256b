import { describe, expect, it } from 'vitest'
import { prayerStream, prayers } from '../../backend/domain/prayers.ts'
import { createMailFacts } from '../../backend/mail/mail-facts.ts'
import { erasuresReactor } from '../../backend/reactors/erasures.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { tablesWith as searchTables } from '../support/app/canaries.ts'
import { limitedMailsBy } from '../support/mail/limited-mails.ts'
import { sentMailsBy } from '../support/mail/sent-mails.ts'

const admin = { as: 'admin' } as const
const erase = ({ post }: TestApp, body: object) => post('/api/admin/erasures', body, admin)

const tablesWith = ({ database: { pool } }: TestApp, text: string) => searchTables(pool, text)

const countRows = async ({ database: { knex } }: TestApp, tables: string[]) =>
  Promise.all(tables.map(async (table) => (await knex(table).count('* as count'))[0]))

/** One canary per field, all for one person. */
const canaries = {
  prayer: { prayer: 'Canary-words', firstName: 'Canary-first', location: 'Canary-place' },
  endorsement: { name: 'Canary-name', title: 'Canary-title', endorsementText: 'Canary-text' },
  signup: { firstName: 'Canary-sign' },
}
const email = 'canary-mail@example.org'

describe('erasing a person', () => {
  it('by address removes everything of theirs from every table and the log, and nothing else', async () => {
    const app = await createTestApp()
    await app.post('/api/prayers', { ...canaries.prayer, email }, { key: 'prayer-key' })
    await app.post('/api/endorsements', { ...canaries.endorsement, email }, { key: 'endorsement-key' })
    await app.post('/api/email-signup', { ...canaries.signup, email }, { key: 'signup-key' })
    await app.post('/api/prayers', { prayer: 'For sun.', firstName: 'Naomi', email: 'naomi@example.org' })
    for (const url of ['prayers/1', 'prayers/2', 'endorsements/1'])
      expect((await app.post(`/api/admin/${url}/approve`, undefined, admin)).statusCode).toBe(200)
    const tables = [
      'read.prayers',
      'read.endorsements',
      'read.email_signups',
      'read.history',
      'read.supporters',
      'read.user_engagement',
    ]
    const before = await countRows(app, tables.slice(0, 3))
    expect(await tablesWith(app, 'canary')).toEqual(tables.toSorted())

    const answer = await erase(app, { email: 'Canary-Mail@example.org' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { erased: true }])

    expect(await tablesWith(app, 'canary')).toEqual([])
    expect(JSON.stringify(await app.events())).not.toMatch(/canary/i)
    expect(await countRows(app, tables.slice(0, 3))).toEqual(before)
    expect((await app.get('/api/email-signup-count')).json()).toEqual({ count: 1 })
    expect((await app.get('/api/prayers')).json()).toMatchObject([{ prayer: 'For sun.', name: 'Naomi' }])
    expect((await app.get('/api/endorsements')).json()).toEqual([])
    expect(Object.values(await app.rebuildDiffers()).every((differing) => differing === 0)).toBe(true)
    expect(await tablesWith(app, 'canary')).toEqual([])
  })

  it('by item works for a person without an address, also after the item was deleted', async () => {
    const app = await createTestApp()
    await app.post('/api/prayers', { ...canaries.prayer, email: null })
    await app.post('/api/prayers', { ...canaries.prayer, prayer: 'Canary-two', email: null })
    await app.remove('/api/admin/prayers/1', admin)
    expect((await erase(app, { topic: 'prayers', id: 1 })).json()).toEqual({ erased: true })
    expect(await tablesWith(app, 'canary-words')).toEqual([])
    expect(await tablesWith(app, 'canary-two')).toEqual(['read.history', 'read.prayers'])
    expect((await erase(app, { topic: 'prayers', id: 2 })).json()).toEqual({ erased: true })
    expect(await tablesWith(app, 'canary')).toEqual([])
    expect(JSON.stringify(await app.events())).not.toMatch(/canary/i)
    expect(Object.values(await app.rebuildDiffers()).every((differing) => differing === 0)).toBe(true)
  })

  it('is recorded once, however often it is requested, and is in the log of actions itself', async () => {
    const app = await createTestApp()
    await app.post('/api/prayers', { ...canaries.prayer, email: null })
    for (let time = 1; time <= 2; time++)
      expect((await erase(app, { topic: 'prayers', id: 1 })).json()).toEqual({ erased: true })
    expect((await app.events()).filter(({ type }) => type === 'SubjectErased')).toHaveLength(1)
    expect((await app.get('/api/admin/actions', admin)).json()).toMatchObject({
      total: 1,
      actions: [{ action: 'Erase subject', details: { event: 'SubjectErased', subject: expect.any(String) } }],
    })
  })

  it('allows the address to come back as a new person', async () => {
    const app = await createTestApp()
    await app.post('/api/email-signup', { email })
    await erase(app, { email })
    expect((await app.post('/api/email-signup', { email })).statusCode).toBe(201)
    expect((await app.get('/api/email-signup-count')).json()).toEqual({ count: 2 })
    expect(await tablesWith(app, 'canary')).toEqual([
      'read.email_signups',
      'read.history',
      'read.supporters',
      'read.user_engagement',
    ])
  })

  it('leaves their items only to be deleted, not approved', async () => {
    const app = await createTestApp()
    await app.post('/api/prayers', { ...canaries.prayer, email })
    await app.post('/api/endorsements', { ...canaries.endorsement, email })
    await erase(app, { email })
    for (const topic of ['prayers', 'endorsements'])
      expect((await app.get(`/api/admin/${topic}`, admin)).json()).toMatchObject([
        { isApproved: false, isErased: true },
      ])
    for (const item of ['prayers/1', 'endorsements/1']) {
      expect((await app.post(`/api/admin/${item}/approve`, undefined, admin)).statusCode).toBe(409)
      expect((await app.remove(`/api/admin/${item}`, admin)).statusCode).toBe(204)
    }
  })

  it('keeps their text private when an approval decided at the same moment arrives after it', {
    tags: 'long',
  }, async () => {
    const app = await createTestApp()
    await app.post('/api/prayers', { ...canaries.prayer, email })
    await erase(app, { email })
    const context = { at: new Date().toISOString(), requestId: 'r', correlationId: 'r' }
    const approval = { type: 'ApprovePrayer', data: { prayerId: 1 } } as const
    await app.core.handle(prayers, prayerStream(1), approval, {
      ...context,
      actor: { kind: 'admin', id: 1 },
      commandId: 'late',
    })
    expect(Object.values(await app.rebuildDiffers()).every((differing) => differing === 0)).toBe(true)
    expect((await app.get('/api/prayers')).json()).toEqual([])
  })

  it('reports `erased: false` when the person is unknown', async () => {
    const app = await createTestApp()
    for (const body of [{ email: 'nobody@example.org' }, { topic: 'prayers', id: 7 }, { topic: 'users', id: 7 }])
      expect((await erase(app, body)).json()).toEqual({ erased: false })
    expect(await app.events()).toEqual([])
  })

  it('rejects an active admin, and therefore oneself', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    for (const body of [{ email: 'ada@example.org' }, { topic: 'users', id: 1 }]) {
      const answer = await erase(app, body)
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toBe('An administrator cannot be erased. Remove their admin rights first.')
    }
    expect((await erase(app, { email: 'ben@example.org' })).json()).toEqual({ erased: true })
    expect(await app.database.knex('read.users').select('first_name', 'email').orderBy('id')).toEqual([
      { first_name: 'Ada', email: 'ada@example.org' },
      { first_name: 'Erased', email: 'erased@erased.invalid' },
      { first_name: 'Cora', email: 'cora@example.org' },
    ])
  })

  it('is completed by its reactor when the process crashed between event and key', async () => {
    const app = await createTestApp()
    await app.post('/api/email-signup', { email })
    const { subjects } = app.core
    const forget = subjects.forget
    subjects.forget = () => Promise.reject(new Error('the process died here'))
    expect((await erase(app, { email })).statusCode).toBe(503)
    subjects.forget = forget
    expect(await subjects.find(email)).not.toBeNull()

    const sentMails = sentMailsBy(app.database, async () => {})
    const reactor = erasuresReactor({
      subjects,
      sentMails,
      limitedMails: limitedMailsBy(app, sentMails),
      mailFacts: createMailFacts(app.database.pool),
      requestVacuum: async () => {},
    })
    for (let time = 1; time <= 2; time++)
      for (const event of await app.events()) if (isErasure(event)) await reactor.on.SubjectErased(event)
    expect(await subjects.find(email)).toBeNull()
    // The interrupted request did not wait for the read model.
    await expect.poll(() => tablesWith(app, 'canary')).toEqual([])
    expect(JSON.stringify(await app.events())).not.toMatch(/canary/i)
  })

  it('rejects a request that names no person', async () => {
    const app = await createTestApp()
    const bodies = [{}, { email: '' }, { email: 'x' }, { topic: 'weather', id: 1 }, { topic: 'prayers' }]
    const more = [
      { topic: 'prayers', id: '1' },
      { topic: 'prayers', id: 0 },
      { email, topic: 'prayers', id: 1 },
    ]
    for (const body of [...bodies, ...more]) expect((await erase(app, body)).statusCode).toBe(400)
  })

  it('is for admins: 401 for a visitor, 403 for a supporter', async () => {
    const app = await createTestApp()
    expect((await app.post('/api/admin/erasures', { email })).statusCode).toBe(401)
    expect((await app.post('/api/admin/erasures', { email }, { as: 'supporter' })).statusCode).toBe(403)
  })
})

type AnyRecorded = Awaited<ReturnType<TestApp['events']>>[number]
type Erasure = Parameters<ReturnType<typeof erasuresReactor>['on']['SubjectErased']>[0]
const isErasure = (event: AnyRecorded): event is Erasure => event.type === 'SubjectErased'
