import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

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

describe('GET /api/admin/traffic', () => {
  const visit = ({ app }: TestApp, url: string, headers: Record<string, string> = {}) =>
    app.inject({
      url,
      remoteAddress: '129.74.1.1',
      headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox', host: 'campaign.example', ...headers },
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
        },
      ],
    })
    const { rows } = await app.database.pool.query('SELECT count(*) AS hits FROM app.traffic_logs')
    expect(rows[0].hits).toBeGreaterThanOrEqual(4)
    expect((await app.get('/api/admin/traffic?page=2', { as: 'admin' })).json()).toEqual({ logs: [], total: 1 })
  })

  it('is for admins: 401 for a visitor, 403 for a supporter', async () => {
    const app = await createTestApp()
    expect((await app.get('/api/admin/traffic')).statusCode).toBe(401)
    expect((await app.get('/api/admin/traffic', { as: 'supporter' })).statusCode).toBe(403)
    expect((await app.get('/api/admin/traffic?limit=51', { as: 'admin' })).statusCode).toBe(400)
  })
})
