import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { asOwner } from '../support/database/database.ts'

async function withPeople(): Promise<TestApp> {
  const app = await createTestApp()
  await app.registerPeople()
  return app
}

async function namesOf({ get }: TestApp, query = '') {
  const answer = await get(`/api/admin/users?${query}`, { as: 'admin' })
  expect(answer.statusCode, answer.body).toBe(200)
  const { users, total }: { users: { firstName: string }[]; total: number } = answer.json()
  return [...users.map(({ firstName }) => firstName), total]
}

it('lists accounts, newest first, with the total', async () => {
  const app = await withPeople()
  expect(await namesOf(app, 'page=1&limit=50')).toEqual(['Cora', 'Ben', 'Ada', 3])
  expect(await namesOf(app, 'page=2&limit=2')).toEqual(['Ada', 3])
  expect((await app.get('/api/admin/users?limit=1', { as: 'admin' })).json().users).toEqual([
    {
      id: 3,
      firstName: 'Cora',
      lastName: 'Clark',
      email: 'cora@example.org',
      ...{ firstSource: null, actSource: null, viewId: null, wording: null },
      isActive: true,
      isAdmin: false,
      roles: [],
      isBanned: false,
      banReason: null,
      bannedUntil: null,
      isEmailVerified: false,
      createdAt: expect.any(String),
      lastActiveAt: null,
      isErased: false,
      mailSuppression: null,
      revision: 0,
    },
  ])
})

it('sorts by name, address, last visit and status', async () => {
  const app = await withPeople()
  await app.database.pool.query(
    `INSERT INTO app.sign_ins (user_id, method, is_success, device, at)
     VALUES (1, 'password', true, 'Firefox', now()), (2, 'password', true, 'Firefox', now() - interval '1 hour'),
       (3, 'password', false, 'Firefox', now())`,
  )
  expect(await namesOf(app, 'sort=name')).toEqual(['Ada', 'Ben', 'Cora', 3])
  expect(await namesOf(app, 'sort=-email')).toEqual(['Cora', 'Ben', 'Ada', 3])
  expect(await namesOf(app, 'sort=-lastActiveAt')).toEqual(['Ada', 'Ben', 'Cora', 3])
  await app.database.knex('read.users').where({ id: 1 }).update({ is_banned: true })
  await app.database.knex('read.users').where({ id: 2 }).update({ is_active: false })
  expect(await namesOf(app, 'sort=-status')).toEqual(['Ada', 'Ben', 'Cora', 3])
  expect(await namesOf(app, 'filter=status:banned')).toEqual(['Ada', 1])
  expect(await namesOf(app, 'filter=status:inactive')).toEqual(['Ben', 1])
  expect(await namesOf(app, 'filter=status:active')).toEqual(['Cora', 1])
})

it('finds names and addresses, and filters by role and verified address', async () => {
  const app = await withPeople()
  await app.database.knex('read.users').where({ id: 1 }).update({ is_admin: true, is_email_verified: true })
  expect(await namesOf(app, 'q=BABB')).toEqual(['Ben', 1])
  expect(await namesOf(app, 'q=example cora')).toEqual(['Cora', 1])
  expect(await namesOf(app, 'filter=role:admin')).toEqual(['Ada', 1])
  expect(await namesOf(app, 'filter=role:user,verified:no&q=ben')).toEqual(['Ben', 1])
  expect(await namesOf(app, 'filter=verified:yes')).toEqual(['Ada', 1])
})

it('leaves out erased people unless asked, and never finds them', async () => {
  const app = await withPeople()
  await app.post('/api/admin/erasures', { email: 'ben@example.org' }, { as: 'admin' })
  expect(await namesOf(app)).toEqual(['Cora', 'Ada', 2])
  expect(await namesOf(app, 'filter=erased:yes')).toEqual(['Erased', 1])
  expect(await namesOf(app, 'filter=erased:yes&q=erased')).toEqual([0])
})

it('is for admins: 401 for a visitor, 403 for a supporter', async () => {
  const { get } = await createTestApp()
  expect((await get('/api/admin/users')).statusCode).toBe(401)
  expect((await get('/api/admin/users', { as: 'supporter' })).statusCode).toBe(403)
  expect((await get('/api/admin/users?sort=password', { as: 'admin' })).statusCode).toBe(400)
})

describe('the last visit', () => {
  const seen = async ({ database }: TestApp) => {
    const { rows } = await database.pool.query<{ user_id: number; at: string }>(
      `SELECT user_id, nullif(at, '-infinity') AS at FROM app.last_visits ORDER BY user_id`,
    )
    return rows.map(({ at }) => at)
  }
  const session = ({ database }: TestApp, userId: number, at: string, sid = `s${userId}`) =>
    database.pool.query(
      `INSERT INTO app.sessions (sid, user_id, last_seen_at, expires_at) VALUES ($1::text::bytea, $2, $3, '2100-01-01')`,
      [sid, userId, at],
    )
  const [first, second, third] = ['2026-11-01T10:00:00.000Z', '2026-11-02T10:00:00.000Z', '2026-11-03T10:00:00.000Z']

  it('is that of the sessions and sign-ins that are on record', async () => {
    const app = await withPeople()
    const { pool } = app.database
    expect(await seen(app)).toEqual([null, null, null])
    await session(app, 1, first)
    await session(app, 2, second)
    expect(await seen(app)).toEqual([first, second, null])
    await pool.query('UPDATE app.sessions SET last_seen_at = $1 WHERE user_id = 1', [third])
    await pool.query(
      `INSERT INTO app.sign_ins (user_id, method, is_success, device, at)
       VALUES (1, 'password', true, 'Firefox', $1), (3, 'password', false, 'Firefox', $1)`,
      [first],
    )
    expect(await seen(app)).toEqual([third, second, null])
    await pool.query('DELETE FROM app.sessions')
    expect(await seen(app)).toEqual([first, null, null])
    await pool.query('DELETE FROM app.sign_ins')
    expect(await seen(app)).toEqual([null, null, null])
  })

  it('is right when two sessions of a person change at once', async () => {
    const app = await withPeople()
    await session(app, 1, first)
    await session(app, 1, third, 'other')
    const one = await app.database.pool.connect()
    onTestFinished(() => one.release(true))
    await one.query('BEGIN')
    await one.query(`DELETE FROM app.sessions WHERE sid = 'other'`)
    const change = app.database.pool.query(`UPDATE app.sessions SET last_seen_at = $1 WHERE sid = 's1'`, [second])
    await expect
      .poll(async () => {
        const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        return (await app.database.pool.query(waiting)).rowCount
      })
      .toBe(1)
    await one.query('COMMIT')
    await change
    expect(await seen(app)).toEqual([second, null, null])
  })

  it('sorts all users, including those who never visited and those without an account, also after a rebuild', async () => {
    const app = await withPeople()
    await session(app, 2, first)
    await app.remove('/api/admin/users/3', { as: 'admin' })
    expect(await namesOf(app, 'sort=-lastActiveAt')).toEqual(['Ben', 'Ada', 2])
    expect(await namesOf(app, 'sort=lastActiveAt')).toEqual(['Ada', 'Ben', 2])
    expect(await namesOf(app, 'sort=lastActiveAt&q=example')).toEqual(['Ada', 'Ben', 2])
    expect((await namesOf(app, 'sort=lastActiveAt&filter=erased:yes')).at(-1)).toBe(1)
    await asOwner(app.database.pool, 'TRUNCATE app.last_visits')
    await app.rebuildDiffers()
    expect(await namesOf(app, 'sort=-lastActiveAt')).toEqual(['Ben', 'Ada', 2])
    expect(await seen(app)).toEqual([null, null, null])
  })
})
