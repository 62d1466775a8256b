import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { apiKeyStream, apiKeys } from '../../backend/domain/accounts/api-keys.ts'
import { mailConsentStream, mailConsents } from '../../backend/domain/mail/mail-consents.ts'
import { shortCodeStream, shortCodes } from '../../backend/domain/short-codes.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import type { PastState } from '../../contract/as-of.ts'
import { asOfHeader } from '../../records/http/as-of-header.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { tablesWith } from '../support/app/canaries.ts'
import { productLogs } from '../support/log/product-logs.ts'

const admin = { as: 'admin' } as const

const at = ({ app }: TestApp, position: string, url: string, { method = 'GET', as = 'admin', payload = {} } = {}) =>
  app.inject({
    method: method === 'GET' ? 'GET' : 'POST',
    url,
    ...(method !== 'GET' && { payload }),
    headers: { 'sec-fetch-site': 'same-origin', cookie: `session=${as}`, [asOfHeader]: position },
  })

const state = async ({ get }: TestApp, position: string): Promise<PastState> => {
  const answer = await get(`/api/admin/as-of?position=${encodeURIComponent(position)}`, admin)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Asks until the tables are built, as the console does. */
async function open(app: TestApp, position: string) {
  for (;;) {
    const opened = await state(app, position)
    if (opened.status === 'ready') return opened.moment
    await app.past.settled()
  }
}

const head = async ({ core }: TestApp) => (await core.log.head()) ?? ''
const schemas = async ({ database: { pool } }: TestApp): Promise<string[]> =>
  (
    await pool.query(`SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'read\\_past\\_%' ORDER BY 1`)
  ).rows.map(({ name }) => name)

/** A prayer that is submitted, approved and deleted; the position after each. */
async function prayed(app: TestApp, prayer = 'For rain.', email: string | null = 'ruth@example.org') {
  const { id } = (await app.post('/api/prayers', { prayer, firstName: 'Ruth', email })).json()
  const submitted = await head(app)
  expect((await app.post(`/api/admin/prayers/${id}/approve`, undefined, admin)).statusCode).toBe(200)
  const approved = await head(app)
  expect((await app.remove(`/api/admin/prayers/${id}`, admin)).statusCode).toBeLessThan(300)
  return { id, submitted, approved, deleted: await head(app) }
}

describe.each(productLogs)('The console as of a past moment, log in %s', (log) => {
  it('names the API key that acted', async () => {
    const app = await createTestApp({ log })
    const key = { name: 'Phone bank', rights: ['short-links'], until: '2026-06-01T04:00:00.000Z' } as const
    const issue = { type: 'IssueApiKey', data: { ...key, now: '2026-05-01T04:00:00.000Z', held: [] } } as const
    await app.core.handle(apiKeys, apiKeyStream, issue, systemContext())
    const make = { type: 'MakeShortCode', data: { code: 'fair', name: 'Posters', path: '/events' } } as const
    const byKey = { ...systemContext(), actor: { kind: 'admin', id: 1, apiKeyId: 1 } } as const
    await app.core.handle(shortCodes, shortCodeStream, make, byKey)
    const position = await head(app)
    await prayed(app)
    await open(app, position)
    const { actions } = (await at(app, position, '/api/admin/actions')).json()
    expect(actions[0].actor).toEqual({ kind: 'api-key', id: 1, name: 'API key Phone bank' })
  })

  it('shows what the log knew then, and steps to the neighbors without new tables', async () => {
    const app = await createTestApp({ log })
    await app.registerPeople()
    const { id, submitted, approved, deleted } = await prayed(app)
    const moment = await open(app, approved)
    expect(moment).toMatchObject({
      position: approved,
      type: 'PrayerApproved',
      item: { topic: 'prayers', id },
      previous: submitted,
      next: deleted,
    })
    const [built] = await schemas(app)
    for (const [position, status] of [
      [approved, 'approved'],
      [submitted, 'pending'],
      [deleted, 'deleted'],
      [approved, 'approved'],
    ] as const) {
      expect((await open(app, position)).position).toBe(position)
      const answer = await at(app, position, `/api/admin/prayers?filter=status:${status}`)
      expect(answer.json(), answer.body).toMatchObject([{ id, status }])
      expect(answer.headers['x-total-count']).toBe('1')
    }
    expect(await schemas(app)).toEqual([built])
    const history = async (position: string) => (await at(app, position, `/api/admin/history/prayers/${id}`)).json()
    expect(await history(submitted)).toHaveLength(1)
    expect(await history(deleted)).toHaveLength(3)
    expect((await app.get(`/api/admin/history/prayers/${id}`, admin)).json()).toHaveLength(3)
  })

  it('has the first event with nothing before it, and the last with nothing after it', async () => {
    const app = await createTestApp({ log })
    const { submitted, deleted } = await prayed(app)
    const all = await app.core.log.readAll(null, 100)
    const [first] = all
    expect(await open(app, first?.position ?? '')).toMatchObject({ previous: null, next: all[1]?.position })
    expect((await open(app, deleted)).next).toBe(null)
    const answer = await at(app, first?.position ?? '', '/api/admin/prayers')
    expect(answer.json()).toHaveLength(first?.position === submitted ? 1 : 0)
  })

  it('answers 400 with a sentence for what is no position of this log', async () => {
    const app = await createTestApp({ log })
    const { submitted } = await prayed(app)
    const strange = log === 'postgres' ? ['1/2', '0', '01', '9'.repeat(20)] : ['1', '01/2', `1/${'9'.repeat(20)}`]
    for (const position of strange) {
      const message = `${position} is no position of this log. Use the position of an event.`
      const opening = await app.get(`/api/admin/as-of?position=${encodeURIComponent(position)}`, admin)
      expect([opening.statusCode, opening.json().message]).toEqual([400, message])
      const reading = await at(app, position, '/api/admin/prayers')
      expect([reading.statusCode, reading.json().message]).toEqual([400, message])
    }
    expect((await state(app, submitted)).status).toBe('building')
  })

  it('finds the last event before a moment', async () => {
    const app = await createTestApp({ log })
    const find = (time: string) => app.get(`/api/admin/as-of/moment?at=${encodeURIComponent(time)}`, admin)
    await prayed(app)
    expect((await find(new Date(Date.now() + 1000).toISOString())).json()).toEqual({ position: await head(app) })
    const early = await find('2020-01-01T00:00:00.000Z')
    expect([early.statusCode, early.json().message]).toEqual([
      404,
      'Nothing had happened by then. Choose a later moment.',
    ])
  })

  it('shows no one who was erased since, and drops what it had of them', async () => {
    const app = await createTestApp({ log })
    const { id, approved } = await prayed(app, 'Canary words.', 'canary@example.org')
    await prayed(app, 'For sun.', null)
    await open(app, approved)
    expect((await at(app, approved, '/api/admin/prayers?filter=status:approved')).json()).toMatchObject([
      { id, prayer: 'Canary words.', isErased: false },
    ])
    await app.post('/api/admin/erasures', { email: 'canary@example.org' }, admin)
    const stale = await at(app, approved, '/api/admin/prayers')
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'past-not-ready'])
    await app.past.sweep()
    expect(await schemas(app)).toEqual([])
    await open(app, approved)
    const answer = await at(app, approved, '/api/admin/prayers?filter=status:approved')
    expect(answer.json()).toMatchObject([{ id, isErased: true }])
    expect(answer.body).not.toMatch(/canary/i)
    expect((await at(app, approved, `/api/admin/history/prayers/${id}`)).body).not.toMatch(/canary/i)
    expect(await tablesWith(app.database.pool, 'canary')).toEqual([])
  })
})

describe('The past', () => {
  it('is for admins alone, and nothing can be changed in it', async () => {
    const app = await createTestApp()
    const { id, submitted } = await prayed(app)
    await open(app, submitted)
    for (const url of ['/api/admin/as-of?position=1', '/api/admin/as-of/moment?at=2026-01-01T00:00:00Z']) {
      expect((await app.get(url, { as: 'supporter' })).statusCode).toBe(403)
      expect((await app.get(url)).statusCode).toBe(401)
    }
    expect((await at(app, submitted, '/api/admin/prayers', { as: 'supporter' })).statusCode).toBe(403)
    const before = (await app.events()).length
    const refused = await at(app, submitted, `/api/admin/prayers/${id}/restore`, { method: 'POST' })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'past-is-read-only'])
    expect(await app.events()).toHaveLength(before)
  })

  it('is refused where an answer would be of now', async () => {
    const app = await createTestApp()
    const { submitted } = await prayed(app)
    await open(app, submitted)
    for (const url of ['/api/admin/seals', '/api/admin/system-metrics', '/api/admin/users/1/sessions']) {
      const answer = await at(app, submitted, url)
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 409, 'no-past'])
    }
  })

  it('is described with each list that has one', async () => {
    const { paths } = (await (await createTestApp()).get('/api/openapi.json')).json()
    const header = expect.objectContaining({ name: 'As-Of', in: 'header' })
    expect(paths['/api/admin/prayers'].get.parameters).toContainEqual(header)
    expect(paths['/api/admin/seals'].get.parameters).not.toContainEqual(header)
  })

  it('answers every list of the console from its own tables', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    const { submitted, deleted } = await prayed(app)
    await open(app, submitted)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const urls = [
      'dashboard',
      'pending',
      'users?q=ada&sort=lastActiveAt',
      'users/1',
      'users/1/bans',
      'volunteers',
      'emails',
      'prayers?q=rain',
      'endorsements',
      'news',
      'events?filter=when:past',
      'events/1/rsvps',
      'forum/messages',
      'traffic?filter=unique:all',
      'traffic/summary',
      'actions',
      'donations',
      'history/users/1',
    ].map((path) => `/api/admin/${path}`)
    for (const url of [...urls, '/api/genetic-test/gene-pool', '/api/volunteers']) {
      const answer = await at(app, submitted, url)
      expect([url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([url, 200, ''])
    }
    const texts = query.mock.calls.map(([config]) => (typeof config === 'string' ? config : Object(config).text))
    const live = texts.filter((text) => /^\s*(SELECT|WITH|\()/i.test(String(text)) && /\bread"?\./.test(String(text)))
    expect(live.filter((text) => !text.startsWith('SELECT coalesce(sum(erasures)'))).toEqual([])
    query.mockRestore()
    expect((await at(app, submitted, '/api/admin/pending')).json()).toMatchObject({ prayers: 1 })
    await open(app, deleted)
    expect((await at(app, deleted, '/api/admin/pending')).json()).toMatchObject({ prayers: 0 })
  })

  it('counts sessions, sign-ins and requests by then', async () => {
    const app = await createTestApp()
    await app.registerPeople()
    const { submitted } = await prayed(app)
    const moment = await open(app, submitted)
    await app.database.pool.query(
      `INSERT INTO app.traffic_logs ("timestamp", ip_address, user_agent, is_crawler, request_path, request_method,
         response_status, response_time, is_unique_visit)
       SELECT $1::timestamptz + shift, '129.74.1.1', 'Firefox', false, '/about', 'GET', 200, 1, true
       FROM unnest(ARRAY[interval '-1 second', '1 second', '2 seconds']) AS shift`,
      [moment.at],
    )
    await app.database.pool.query(
      `INSERT INTO app.sessions (sid, user_id, created_at, last_seen_at, expires_at) VALUES
         ('\\x01', 1, $1::timestamptz - interval '1 hour', now(), now() + interval '1 day'),
         ('\\x02', 2, $1::timestamptz + interval '1 second', now(), now() + interval '1 day')`,
      [moment.at],
    )
    expect((await at(app, submitted, '/api/admin/traffic')).json()).toMatchObject({ total: 1 })
    expect((await at(app, submitted, '/api/admin/dashboard')).json()).toMatchObject({
      totalSessions: 1,
      activeUsers: 1,
      totalUsers: 3,
    })
    expect((await app.get('/api/admin/dashboard', admin)).json()).toMatchObject({ totalSessions: 2, activeUsers: 2 })
    const [seen] = (await at(app, submitted, '/api/admin/users?sort=-lastActiveAt')).json().users
    expect([seen.id, seen.lastActiveAt < moment.at]).toEqual([1, true])
  })

  it('says why a person gets no email, as of then', async () => {
    const app = await createTestApp()
    const email = 'ruth@example.org'
    await app.post('/api/email-signup', { email, firstName: 'Ruth' })
    const joined = await head(app)
    const said = new Date(Date.now() - 60_000).toISOString() // the log records it later
    const subject = (await app.core.subjects.find(email)) ?? ''
    const command = {
      type: 'UnsubscribeFromMail',
      data: { subject, campaignId: null, at: said },
    } as const
    await app.core.handle(mailConsents, mailConsentStream(subject), command, systemContext())
    const left = await head(app)
    await app.reached(left)
    const reasonAt = async (position: string) => {
      await open(app, position)
      return (await at(app, position, '/api/admin/emails')).json()[0].mailSuppression
    }
    const now = (await app.get('/api/admin/emails', admin)).json()[0].mailSuppression
    expect(now).toEqual({ reason: 'unsubscribed', at: said })
    expect([await reasonAt(joined), await reasonAt(left)]).toEqual([null, now])
  })

  it('leaves visitors their connections while twelve moments are asked for at once', async () => {
    const app = await createTestApp()
    for (let number = 0; number < 4; number++) await prayed(app)
    const positions = (await app.core.log.readAll(null, 12)).map(({ position }) => position)
    const asked = positions.map((position) => app.get(`/api/admin/as-of?position=${position}`, admin))
    const visits = await Promise.all(positions.map(() => app.get('/api/prayers')))
    expect(visits.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
    const answers = await Promise.all(asked)
    expect(answers.flatMap((answer) => (answer.statusCode === 200 ? [answer.json().status] : []))).toEqual(
      Array(3).fill('building'),
    )
    const later = answers.filter(({ statusCode }) => statusCode === 503)
    expect(later.map(({ headers }) => headers['retry-after'])).toEqual(Array(9).fill('60'))
    await app.past.settled()
  })

  it('answers 404 for a position that does not exist, and 400 for what is none', async () => {
    const app = await createTestApp()
    await prayed(app)
    for (const [position, status] of [
      ['999999', 404],
      ['-1', 400],
      ["1'; DROP SCHEMA read", 400],
    ] as const)
      expect((await app.get(`/api/admin/as-of?position=${encodeURIComponent(position)}`, admin)).statusCode).toBe(
        status,
      )
    expect((await at(app, 'x', '/api/admin/prayers')).statusCode).toBe(400)
    expect((await at(app, '1', '/api/admin/prayers')).json().code).toBe('past-not-ready')
  })

  it('drops what a crash left behind', async () => {
    const app = await createTestApp()
    const { submitted } = await prayed(app)
    const { pool } = app.database
    await open(app, submitted)
    await pool.query('CREATE SCHEMA read_past_left; CREATE TABLE read_past_left.prayers (words text)')
    await pool.query(
      `INSERT INTO app.past_views (schema, asked, asked_by, versions, erasures, alive_at)
       SELECT 'read_past_dead', '1', 1, versions, erasures, now() - interval '1 minute' FROM app.past_views`,
    )
    await pool.query('CREATE SCHEMA read_past_dead')
    await app.past.sweep()
    expect(await schemas(app)).toHaveLength(1)
    expect((await pool.query('SELECT schema FROM app.past_views')).rows).toHaveLength(1)
    await pool.query(`UPDATE app.past_views SET used_at = now() - interval '16 minutes'`)
    await app.past.sweep()
    expect(await schemas(app)).toEqual([])
    expect(
      (await pool.query('SELECT FROM app.row_changes WHERE relation NOT IN (SELECT oid FROM pg_class)')).rows,
    ).toEqual([])
  })
})
