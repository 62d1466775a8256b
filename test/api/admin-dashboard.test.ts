import { beforeEach, describe, expect, it } from 'vitest'
import { campaign } from '../../contract/campaign.ts'
import { perReviewed } from '../../contract/topic-words.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})

async function read(url: string) {
  const answer = await app.get(url, { as: 'admin' })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const dashboard = () => read('/api/admin/dashboard')
const sql = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)

/** SQL: an instant a number of minutes after the start of today, in the time zone of the campaign. */
const afterMidnight = (minutes: number) =>
  `(date_trunc('day', now() AT TIME ZONE '${campaign.timeZone}') AT TIME ZONE '${campaign.timeZone}') + ${minutes} * interval '1 minute'`
const hit = (at: string, path = '/about', more = { unique: false, country: '' }) =>
  sql(
    `INSERT INTO app.traffic_logs ("timestamp", ip_address, user_agent, is_crawler, location, request_path, request_method,
       response_status, response_time, is_unique_visit)
     VALUES (${at}, '129.74.1.1', 'Firefox', false, $3, $1, 'GET', 200, 1, $2)`,
    [path, more.unique, more.country === '' ? null : JSON.stringify({ country: more.country })],
  )

describe('GET /api/admin/dashboard', () => {
  it('of a new campaign is all zeros', async () => {
    expect(await dashboard()).toMatchObject({
      totalUsers: 0,
      activeUsers: 0,
      totalSessions: 0,
      averageSession: null,
      totalTrafficToday: 0,
      topCountries: [],
      recentActivity: [],
      marks: [],
      waiting: [],
    })
  })

  it('counts accounts, people seen in the last 30 days, and active sessions', async () => {
    await app.registerPeople()
    await sql(
      `INSERT INTO app.sessions (sid, user_id, last_seen_at, expires_at) VALUES
         ('\\x01', 1, now(), now() + interval '1 day'), ('\\x02', 1, now(), now() + interval '1 day'),
         ('\\x03', 2, now() - interval '31 days', now() - interval '1 day')`,
    )
    await sql(
      `INSERT INTO app.sign_ins (user_id, method, is_success, device, at) VALUES
         (3, 'password', true, 'Firefox', now() - interval '29 days'), (2, 'password', false, 'Firefox', now())`,
    )
    expect(await dashboard()).toMatchObject({ totalUsers: 3, activeUsers: 2, totalSessions: 2 })
    await app.post('/api/admin/erasures', { email: 'cora@example.org' }, { as: 'admin' })
    expect(await dashboard()).toMatchObject({ totalUsers: 2 })
  })

  it('has the average time signed in of the sessions that ended in the last 30 days', async () => {
    await app.registerPeople()
    expect(await dashboard()).toMatchObject({ averageSession: null })
    const past = (ended: string, length: string) =>
      sql(
        `INSERT INTO app.past_sessions (id, user_id, method, device, created_at, last_seen_at, ended_at, end_reason)
         VALUES (gen_random_uuid(), 1, 'password', 'Firefox', now() - $1::interval - $2::interval, now(),
           now() - $1::interval, 'signed-out')`,
        [ended, length],
      )
    await past('1 day', '1 hour')
    await past('31 days', '9 hours')
    // Expired, and not yet moved to the past sessions.
    await sql(
      `INSERT INTO app.sessions (sid, user_id, created_at, expires_at)
       VALUES ('\\x01', 2, now() - interval '5 hours', now() - interval '2 hours')`,
    )
    expect(await dashboard()).toMatchObject({ averageSession: 2 * 3600, totalSessions: 0 })
  })

  it('counts the traffic of today in the time zone of the campaign, and countries by unique visits', async () => {
    await hit(afterMidnight(-1), '/news', { unique: true, country: 'Canada' })
    await hit(afterMidnight(0), '/about', { unique: true, country: 'Canada' })
    await hit(afterMidnight(0), '/about', { unique: true, country: 'United States' })
    await hit(afterMidnight(0), '/api/prayers', { unique: false, country: 'France' })
    const { totalTrafficToday, topCountries, days } = await dashboard()
    expect(totalTrafficToday).toBe(3)
    expect(topCountries).toEqual([
      { country: 'Canada', count: 2 },
      { country: 'United States', count: 1 },
    ])
    expect(days).toHaveLength(30)
    expect(days.slice(-2)).toMatchObject([
      { hits: 1, visits: 1, uniqueVisits: 1 },
      { hits: 3, visits: 2, uniqueVisits: 2 },
    ])
  })

  it('has the people of each of the last 30 days', async () => {
    await app.registerPeople()
    await sql(`UPDATE read.users SET created_at = now() - interval '40 days' WHERE id = 1`)
    await sql(`UPDATE read.users SET created_at = ${afterMidnight(-60)} WHERE id = 2`)
    await app.post('/api/email-signup', { email: 'ruth@example.org' })
    const { days } = await dashboard()
    expect(days.map(({ users }: { users: number }) => users).slice(-3)).toEqual([1, 2, 3])
    expect(days[0].users).toBe(1)
    expect(days.at(-1)).toMatchObject({ signups: 1, volunteers: 0 })
    for (const firstName of ['Ruth', 'Boaz'])
      await app.post('/api/volunteers', { firstName, lastName: 'Gray', email: 'ruth@example.org' })
    await app.remove('/api/admin/volunteers/2', { as: 'admin' })
    expect((await dashboard()).days.at(-1)).toMatchObject({ volunteers: 1 })
  })

  it('shows the latest activity with names', async () => {
    await app.registerPeople()
    await app.post('/api/activity', { action: 'watched_video', page: '/about' }, { as: 'supporter' })
    await app.post('/api/activity', { action: 'opened_form', page: '/volunteer' })
    await app.traffic.flush()
    expect((await dashboard()).recentActivity).toEqual([
      { id: expect.any(Number), action: 'opened_form', page: '/volunteer', createdAt: expect.any(String), user: null },
      expect.objectContaining({ action: 'watched_video', user: { firstName: 'Ben', lastName: 'Babbage' } }),
    ])
  })

  it('counts waiting items by kind, the one with the oldest first, and lists activity that may explain a curve', async () => {
    await app.post('/api/prayers', { prayer: 'For rain.', firstName: 'Ruth' })
    await app.post('/api/endorsements', { name: 'Naomi', email: 'naomi@example.org', endorsementText: 'Yes.' })
    await app.post('/api/prayers', { prayer: 'For sun.', firstName: 'Adam' })
    await app.post('/api/admin/prayers/2/approve', undefined, { as: 'admin' })
    await app.post('/api/prayers', { prayer: 'For wind.', firstName: 'Boaz' })
    const article = { title: 'We won', content: 'Thanks.', isPublished: true }
    expect((await app.post('/api/admin/news', article, { as: 'admin' })).statusCode).toBe(201)
    const { waiting, marks, days } = await dashboard()
    const oldest = (await read('/api/admin/prayers?sort=createdAt')).at(0)
    expect(waiting).toEqual([
      { topic: 'prayers', count: 2, oldest: oldest.createdAt },
      { topic: 'endorsements', count: 1, oldest: expect.any(String) },
    ])
    expect(marks).toEqual([{ at: expect.any(String), day: days.at(-1).day, kind: 'article', title: 'We won' }])
  })
})

describe('GET /api/admin/pending', () => {
  it('counts waiting items per topic', async () => {
    expect(await read('/api/admin/pending')).toEqual({
      ...perReviewed('topic', () => 0),
      moderation: 0,
      appeals: 0,
    })
    await app.post('/api/prayers', { prayer: 'For rain.', firstName: 'Ruth', email: 'ruth@example.org' })
    await app.post('/api/prayers', { prayer: 'For sun.', firstName: 'Adam' })
    await app.post('/api/admin/prayers/2/approve', undefined, { as: 'admin' })
    expect(await read('/api/admin/pending')).toMatchObject({ prayers: 1 })
    await app.post('/api/admin/erasures', { email: 'ruth@example.org' }, { as: 'admin' })
    expect(await read('/api/admin/pending')).toMatchObject({ prayers: 0 })
  })
})

it.each(['dashboard', 'pending', 'traffic/summary'])('%s is for admins', async (name) => {
  expect((await app.get(`/api/admin/${name}`)).statusCode).toBe(401)
  expect((await app.get(`/api/admin/${name}`, { as: 'supporter' })).statusCode).toBe(403)
})
