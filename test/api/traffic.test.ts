import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'

const activity = { action: 'watched_video', page: '/about', metadata: { seconds: 30, chapters: ['one'] } }

/** Accounts referenced by `user_id` in the technical tables. */
async function openAccounts({ database: { pool } }: TestApp) {
  await pool.query(
    `INSERT INTO app.accounts (user_id, subject, email, email_hash, created_at, registered_at)
     VALUES (2, gen_random_uuid(), 'ben@example.org', '\\x02', now(), now())`,
  )
}

async function activities({ traffic, database }: TestApp) {
  await traffic.flush()
  const { rows } = await database.pool.query(
    'SELECT user_id, action, page, metadata FROM app.user_activity_log ORDER BY id',
  )
  return rows
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

describe('POST /api/activity', () => {
  it('records the activity, with the person from the session', async () => {
    const app = await createTestApp()
    await openAccounts(app)
    for (const caller of [{}, { as: 'supporter' }, { as: 'admin' }]) {
      const answer = await app.post('/api/activity', activity, caller)
      expect([answer.statusCode, answer.body]).toEqual([202, ''])
    }
    // The admin of this test has no account, as if it had been erased in the meantime, with its activities.
    expect(await activities(app)).toEqual([
      { ...activity, user_id: null },
      { ...activity, user_id: 2 },
    ])
  })

  it('accepts an activity without metadata, or with at most 2 KB', async () => {
    const app = await createTestApp()
    const fits = { x: 'é'.repeat(1020) }
    expect((await app.post('/api/activity', { action: 'a', page: '/' })).statusCode).toBe(202)
    expect((await app.post('/api/activity', { action: 'a', page: '/', metadata: fits })).statusCode).toBe(202)
    const over = { x: 'é'.repeat(1021) }
    expect((await app.post('/api/activity', { action: 'a', page: '/', metadata: over })).statusCode).toBe(400)
    expect(await activities(app)).toHaveLength(2)
  })

  it('rejects an invalid activity', async () => {
    const app = await createTestApp()
    for (const wrong of [
      {},
      { action: '', page: '/' },
      { action: 'x'.repeat(101), page: '/' },
      { action: 'a', page: 'x'.repeat(101) },
      { ...activity, metadata: 'text' },
      { ...activity, metadata: { text: 'a\u0000b' } },
      { ...activity, metadata: { text: 'a\ud800b' } },
      { ...activity, userId: 1 },
    ])
      expect((await app.post('/api/activity', wrong)).statusCode, JSON.stringify(wrong)).toBe(400)
    expect(await activities(app)).toEqual([])
  })
})

const insertVisits = ({ database: { pool } }: TestApp, times: string[], changes: object = {}) =>
  pool.query(
    `INSERT INTO app.traffic_logs ("timestamp", ip_address, user_agent, is_crawler, location, request_path,
       request_method, response_status, response_time, source_url, is_unique_visit)
     SELECT at, '129.74.1.1', coalesce(change ->> 'agent', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140'),
       coalesce((change ->> 'bot')::boolean, false), (change -> 'location')::json, coalesce(change ->> 'path', '/about'),
       'GET', coalesce((change ->> 'status')::int, 200), 1, change ->> 'source', coalesce((change ->> 'unique')::boolean, true)
     FROM unnest($1::timestamptz[]) AS at, (SELECT $2::jsonb) AS given (change)`,
    [times, JSON.stringify(changes)],
  )

describe('GET /api/admin/traffic', () => {
  const visit = ({ app }: TestApp, url: string, headers: Record<string, string> = {}) =>
    app.inject({
      url,
      remoteAddress: '129.74.1.1',
      headers: { accept: 'text/html', 'user-agent': firefox, host: 'campaign.example', ...headers },
    })

  it('lists unique visits with place and source, newest first', async () => {
    const app = await createTestApp()
    await visit(app, '/api/prayers')
    await visit(app, '/login?next=%2Fprofile')
    await visit(app, '/news/7?utm=1', { referer: 'https://search.example/results?q=who' })
    await visit(app, '/about')
    await app.traffic.flush()
    const answer = await app.get('/api/admin/traffic', { as: 'admin' })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toEqual({
      total: 1,
      logs: [
        {
          id: expect.any(Number),
          timestamp: expect.any(String),
          user: null,
          ipAddress: '129.74.1.1',
          location: { city: 'Notre Dame', region: 'Indiana', country: 'United States' },
          sourceUrl: 'https://search.example/results',
          templateId: null,
          requestMethod: 'GET',
          requestPath: '/news/7',
          responseStatus: 404,
          isUniqueVisit: true,
          isBot: false,
        },
      ],
    })
    const { rows } = await app.database.pool.query('SELECT count(*) AS hits FROM app.traffic_logs')
    expect(rows[0].hits).toBeGreaterThanOrEqual(4)
    expect((await app.get('/api/admin/traffic?page=2', { as: 'admin' })).json()).toEqual({ logs: [], total: 1 })
  })

  it.each<Record<string, string>>([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { purpose: 'prerender' },
    { 'x-moz': 'prefetch' },
    { 'x-purpose': 'preview' },
  ])('counts no visit for a page that %j says is loaded ahead, until it is shown', async (ahead) => {
    const app = await createTestApp()
    const logged = async () => {
      await app.traffic.flush()
      const answer = await app.get('/api/admin/traffic?filter=unique:all,path:%2Fabout', { as: 'admin' })
      return answer.json().logs
    }
    await visit(app, '/about', ahead)
    expect(await logged()).toEqual([])
    await visit(app, '/about')
    expect(await logged()).toMatchObject([{ requestPath: '/about', isUniqueVisit: true }])
  })

  it('shows every request, filtered by uniqueness, status, path, source, country and bot', async () => {
    const app = await createTestApp()
    await visit(app, '/news/7', { referer: 'https://search.example/results?q=who' })
    await visit(app, '/news/8')
    await visit(app, '/healthz', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
    await visit(app, '/api/prayers')
    await app.traffic.flush()
    const paths = async (filter: string) => {
      const answer = await app.get(`/api/admin/traffic?filter=${filter}`, { as: 'admin' })
      expect(answer.statusCode, answer.body).toBe(200)
      const { logs, total }: { logs: { requestPath: string }[]; total: number } = answer.json()
      expect(total).toBe(logs.length)
      return logs.map(({ requestPath }) => requestPath)
    }
    const all = await paths('unique:all')
    expect(all).toEqual(expect.arrayContaining(['/news/7', '/news/8', '/api/prayers']))
    expect(await paths('unique:yes')).toEqual(['/news/7'])
    expect(await paths('unique:no')).toEqual(all.filter((path) => path !== '/news/7'))
    expect(await paths('unique:all,path:%2Fnews')).toEqual(['/news/8', '/news/7'])
    expect(await paths('unique:all,path:%2Fnews%2F%2525')).toEqual([])
    expect(await paths('unique:all,source:Search.example')).toEqual(['/news/7'])
    expect(await paths('unique:all,source:direct,path:%2Fnews')).toEqual(['/news/8'])
    expect(await paths('unique:all,country:united%20states')).toEqual(all)
    expect(await paths('unique:all,country:unknown')).toEqual([])
    expect(await paths('unique:all,status:error')).toEqual(['/news/8', '/news/7'])
    expect(await paths('unique:all,status:ok,bot:no')).toEqual(['/api/prayers'])
  })

  it('cuts days in the time zone of the campaign, also where they have 23 or 25 hours', async () => {
    const app = await createTestApp()
    const at = ['2026-03-08T04:59:59Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z']
    const late = ['2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z']
    await insertVisits(app, [...at, ...late])
    const times = async (filter: string) => {
      const answer = await app.get(`/api/admin/traffic?sort=timestamp&filter=${filter}`, { as: 'admin' })
      return answer.json().logs.map(({ timestamp }: { timestamp: string }) => timestamp.replace('.000', ''))
    }
    expect(await times('from:2026-03-08,to:2026-03-08')).toEqual([at[1], at[2]])
    expect(await times('from:2026-11-01,to:2026-11-01')).toEqual([late[1], late[2]])
    expect(await times('to:2026-03-07')).toEqual([at[0]])
    expect(await times('from:2026-11-02')).toEqual([late[3]])
    const days = async (from: string, to: string) => {
      const answer = await app.get(`/api/admin/traffic/summary?from=${from}&to=${to}`, { as: 'admin' })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().days.map(({ day, visits }: { day: string; visits: number }) => [day, visits])
    }
    expect(await days('2026-03-07', '2026-03-09')).toEqual([
      ['2026-03-07', 1],
      ['2026-03-08', 2],
      ['2026-03-09', 1],
    ])
    expect(await days('2026-10-31', '2026-11-02')).toEqual([
      ['2026-10-31', 1],
      ['2026-11-01', 2],
      ['2026-11-02', 1],
    ])
  })

  it.each(['from:2026-02-30', 'from:yesterday', 'unique:perhaps', 'status:200', 'path:', 'path:%25', 'q:ab'])(
    'refuses the filter %s in a sentence',
    async (filter) => {
      const { get } = await createTestApp()
      const answer = await get(`/api/admin/traffic?filter=${filter}`, { as: 'admin' })
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(/\.$/)])
    },
  )

  it('is for admins: 401 for a visitor, 403 for a supporter', async () => {
    const app = await createTestApp()
    expect((await app.get('/api/admin/traffic')).statusCode).toBe(401)
    expect((await app.get('/api/admin/traffic', { as: 'supporter' })).statusCode).toBe(403)
    expect((await app.get('/api/admin/traffic?limit=51', { as: 'admin' })).statusCode).toBe(400)
  })
})

describe('GET /api/admin/traffic/summary', () => {
  const noon = '2026-03-01T17:00:00Z'
  const summary = async (app: TestApp, query = 'from=2026-03-01&to=2026-03-01') => {
    const answer = await app.get(`/api/admin/traffic/summary?${query}`, { as: 'admin' })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }

  it('counts visits and unique visits per day, page, source, country and device', async () => {
    const app = await createTestApp()
    const phone = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Mobile Safari/537.36'
    const tablet = 'Mozilla/5.0 (Linux; Android 16; SM-X200) Safari/537.36'
    await insertVisits(app, [noon, noon], { agent: phone, source: 'https://news.example/a', unique: false })
    await insertVisits(app, [noon], { agent: tablet, path: '/', location: { country: 'Canada' } })
    await insertVisits(app, [noon], {})
    expect(await summary(app)).toEqual({
      from: '2026-03-01',
      to: '2026-03-01',
      days: [{ day: '2026-03-01', visits: 4, uniqueVisits: 2 }],
      pages: [
        { name: '/about', visits: 3, uniqueVisits: 1 },
        { name: '/', visits: 1, uniqueVisits: 1 },
      ],
      sources: [
        { name: 'Direct', visits: 2, uniqueVisits: 2 },
        { name: 'news.example', visits: 2, uniqueVisits: 0 },
      ],
      countries: [
        { name: 'Unknown', visits: 3, uniqueVisits: 1 },
        { name: 'Canada', visits: 1, uniqueVisits: 1 },
      ],
      devices: [
        { name: 'Phone', visits: 2, uniqueVisits: 0 },
        { name: 'Computer', visits: 1, uniqueVisits: 1 },
        { name: 'Tablet', visits: 1, uniqueVisits: 1 },
      ],
    })
  })

  it('leaves out requests that are not a person’s visit to a page', async () => {
    const app = await createTestApp()
    for (const other of [
      { bot: true },
      { status: 404 },
      { path: '/api/news' },
      { path: '/login' },
      { path: '/news/feed.xml' },
    ])
      await insertVisits(app, [noon], other)
    await insertVisits(app, [noon], { path: '/loginless' })
    expect((await summary(app)).pages).toEqual([{ name: '/loginless', visits: 1, uniqueVisits: 1 }])
  })

  it('covers the last 30 days unless told, also those without a visit', async () => {
    const app = await createTestApp()
    const { days, from, to } = await summary(app, '')
    expect([days.length, days[0].day, days[29].day]).toEqual([30, from, to])
    expect((await summary(app, 'to=2026-03-30')).from).toBe('2026-03-01')
  })

  it('covers at most a year and a day', async () => {
    const app = await createTestApp()
    expect((await summary(app, 'from=2025-03-01&to=2026-03-01')).days).toHaveLength(366)
    const query = 'from=2025-03-01&to=2026-03-02'
    const refused = await app.get(`/api/admin/traffic/summary?${query}`, { as: 'admin' })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [{ path: 'from', message: 'Choose at most 366 days.' }],
    ])
  })

  it.each([
    'from=2026-03-02&to=2026-03-01',
    'from=2026-13-01',
    'from=0000-01-01&to=0000-01-02',
    'from=0001-01-01',
    'days=7',
  ])('rejects %s', async (query) => {
    const { get } = await createTestApp()
    expect((await get(`/api/admin/traffic/summary?${query}`, { as: 'admin' })).statusCode).toBe(400)
  })
})
