import { expect, it } from 'vitest'
import { userStream, users } from '../../backend/domain/accounts/users.ts'
import { rememberAdminAddress } from '../../backend/identity/admin-addresses.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { deleteOld } from '../../backend/traffic/retention.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp } from '../support/app/app.ts'

const prayer = { prayer: 'For rain.', firstName: 'Ruth', email: 'ruth@example.org' }
const admin = { as: 'admin' } as const
const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' }

it('lists the actions of admins, newest first, with who and what but no personal text', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  await app.post('/api/prayers', prayer)
  await app.post('/api/prayers', prayer)
  await app.post('/api/admin/prayers/1/approve', undefined, admin)
  await app.remove('/api/admin/prayers/2', admin)
  const { actions, total } = (await app.get('/api/admin/actions', admin)).json()
  expect(total).toBe(2)
  expect(actions).toEqual([
    {
      id: expect.any(Number),
      timestamp: expect.any(String),
      actor: { kind: 'admin', id: 1, name: 'Ada Byron' },
      admin: ada,
      action: 'Delete prayer',
      rights: ['prayers'],
      targetUser: null,
      target: { topic: 'prayers', id: 2 },
      before: { status: 'Pending' },
      after: { status: 'Deleted', deleted: true },
      details: { event: 'PrayerDeleted', prayerId: 2 },
      ipAddress: '127.0.0.1',
    },
    expect.objectContaining({ action: 'Approve prayer', details: { event: 'PrayerApproved', prayerId: 1 } }),
  ])
  expect(JSON.stringify(actions)).not.toContain('ruth')
})

it('shows the IP address of an admin for 90 days, and keeps it out of the log', async () => {
  const app = await createTestApp()
  const { pool } = app.database
  await app.post('/api/prayers', prayer)
  await app.post('/api/admin/prayers/1/approve', undefined, admin)
  await app.post('/api/admin/prayers/1/approve', undefined, admin)
  const address = async () => (await app.get('/api/admin/actions', admin)).json().actions[0].ipAddress
  expect(await address()).toBe('127.0.0.1')
  expect(JSON.stringify(await app.events())).not.toContain('127.0.0.1')
  expect((await pool.query('SELECT user_id FROM app.admin_addresses')).rows).toEqual([{ user_id: 1 }])
  await pool.query(`UPDATE app.admin_addresses SET at = now() - interval '89 days'`)
  expect([await deleteOld(pool), await address()]).toEqual([0, '127.0.0.1'])
  await pool.query(`UPDATE app.admin_addresses SET at = now() - interval '91 days'`)
  expect([await deleteOld(pool), await address()]).toEqual([1, null])
})

it('forgets the addresses of an admin whose account is deleted', async () => {
  const app = await createTestApp()
  const { pool } = app.database
  await pool.query(
    `INSERT INTO app.accounts (user_id, subject, email, email_hash, created_at)
     VALUES (7, gen_random_uuid(), 'former@example.org', 'hash', now())`,
  )
  for (const userId of [7, 8])
    await rememberAdminAddress(pool, { userId, requestId: `request-${userId}`, ip: '192.0.2.1' })
  await pool.query('DELETE FROM app.accounts')
  expect((await pool.query('SELECT user_id FROM app.admin_addresses')).rows).toEqual([{ user_id: 8 }])
})

it('has no entry for commands that were repeated, rejected, or sent by others', async () => {
  const app = await createTestApp()
  await app.post('/api/prayers', prayer)
  await app.post('/api/admin/prayers/1/approve', undefined, admin)
  await app.post('/api/admin/prayers/1/approve', undefined, admin)
  await app.post('/api/admin/prayers/7/approve', undefined, admin)
  expect((await app.get('/api/admin/actions', admin)).json()).toMatchObject({ total: 1, actions: [{ admin: null }] })
})

it('is paged, and keeps the id of each action after a rebuild', async () => {
  const app = await createTestApp()
  for (let id = 1; id <= 3; id++) {
    await app.post('/api/prayers', prayer)
    await app.remove(`/api/admin/prayers/${id}`, admin)
  }
  const page = async (query: string) => (await app.get(`/api/admin/actions?${query}`, admin)).json()
  const { actions } = await page('limit=50')
  expect(new Set(actions.map(({ id }: { id: number }) => id)).size).toBe(3)
  expect(await page('limit=2&page=2')).toEqual({ actions: actions.slice(2), total: 3 })
  expect((await app.get('/api/admin/actions?limit=51', admin)).statusCode).toBe(400)
  expect(await app.rebuildDiffers()).toMatchObject({ admin_actions: 0 })
  expect((await page('limit=50')).actions).toEqual(actions)
})

it('explains what an edit changed', async () => {
  const app = await createTestApp()
  const article = { title: 'Rain', content: 'It rained.', category: 'news', isPublished: false }
  const { id } = (await app.post('/api/admin/news', article, admin)).json()
  await app.put(`/api/admin/news/${id}`, { ...article, title: 'Sun', isPublished: true }, admin)
  const { actions } = (await app.get('/api/admin/actions?limit=1', admin)).json()
  expect(actions[0]).toMatchObject({ target: { topic: 'news', id }, before: { status: 'Draft' } })
  expect(actions[0].after).toMatchObject({ status: 'Published' })
  expect(actions[0].before).not.toHaveProperty('content')
})

it('can be filtered and searched', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  for (const id of [1, 2]) {
    await app.post('/api/prayers', prayer)
    await app.post(`/api/admin/prayers/${id}/approve`, undefined, admin)
  }
  await app.remove('/api/admin/prayers/2', admin)
  const find = async (query: string) => {
    const answer = await app.get(`/api/admin/actions?${query}`, admin)
    expect(answer.statusCode, answer.body).toBe(200)
    const { actions, total }: { actions: { action: string }[]; total: number } = answer.json()
    expect(actions).toHaveLength(total)
    return actions.map(({ action }) => action)
  }
  const all = ['Delete prayer', 'Approve prayer', 'Approve prayer']
  expect(await find('filter=admin:1')).toEqual(all)
  expect(await find('filter=admin:2')).toEqual([])
  expect(await find('filter=admin:server')).toEqual([])
  expect(await find('filter=action:approve%20PRAYER')).toEqual(all.slice(1))
  expect(await find('filter=topic:prayers')).toEqual(all)
  expect(await find('filter=right:Prayers')).toEqual(all)
  expect(await find('filter=right:export')).toEqual([])
  expect(await find('filter=target:7')).toEqual([])
  expect(await find('filter=from:2020-01-01,to:2199-01-01')).toEqual(all)
  expect(await find('filter=to:2020-01-01')).toEqual([])
  expect(await find('q=byron delete')).toEqual(['Delete prayer'])
  expect(await find('sort=timestamp')).toEqual(all.toReversed())
  for (const wrong of ['filter=admin:me', 'filter=from:today', 'sort=action', 'q=a'])
    expect((await app.get(`/api/admin/actions?${wrong}`, admin)).statusCode, wrong).toBe(400)
})

it('shows erased people as erased, and finds them by no search', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  await app.post('/api/admin/erasures', { email: 'cora@example.org' }, admin)
  await app.get('/api/admin/users', { as: 'neighbor' })
  await allProjected(app)
  const { actions } = (await app.get('/api/admin/actions?filter=action:refused%20attempt', admin)).json()
  expect(actions).toMatchObject([{ actor: { kind: 'user', id: 3, name: expect.stringContaining('Erased') } }])
  for (const q of ['cora', 'erased']) {
    const found = (await app.get(`/api/admin/actions?q=${q}`, admin)).json()
    expect(found.total).toBe(0)
  }
})

it('names the rights under which something was done, and none where none was needed', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  const code = { code: 'fair-26', name: 'Posters at the county fair', path: '/volunteer' }
  const made = await app.post('/api/admin/short-codes', code, { as: 'organizer' })
  expect(made.statusCode, made.body).toBe(201)
  const verify = { type: 'VerifyUserEmail', data: { userId: 2 } } as const
  await app.core.handle(users, userStream(2), verify, systemContext())
  expect((await app.put('/api/admin/users/2', { isAdmin: true }, admin)).statusCode).toBe(200)
  expect((await app.get('/api/admin/emails/export?format=csv', admin)).statusCode).toBe(200)
  await app.get('/api/admin/prayers', { as: 'supporter' })
  await allProjected(app)
  const { actions } = (await app.get('/api/admin/actions', admin)).json()
  const named = actions.map(({ action, rights }: { action: string; rights: string[] }) => [action, rights])
  expect(named.toReversed()).toEqual([
    ['Make short code', ['short-links']],
    ['Grant admin', ['accounts', 'grants']],
    ['Export email signups', ['export', 'people']],
    ['Refused attempt', []],
  ])
  const file = await app.get('/api/admin/exports/actions?format=csv', admin)
  expect(file.body).toContain('Export email signups,export and people,')
  const rows: { action: string; rights: string[] }[] = (
    await app.get('/api/admin/exports/actions?format=json&filter=right:people', admin)
  ).json()
  expect(rows.map(({ action, rights }) => [action, rights])).toEqual([named.at(-3)])
})

it('has each denied attempt once a day, and no more than twenty a day per person', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  for (let time = 1; time <= 3; time++)
    expect((await app.get('/api/admin/users?page=7', { as: 'supporter' })).statusCode).toBe(403)
  expect((await app.post('/api/admin/prayers/1/approve', undefined, { as: 'supporter' })).statusCode).toBe(403)
  await app.get('/api/admin/users')
  const denials = await app.denials()
  expect(denials).toHaveLength(2)
  await allProjected(app)
  const { actions } = (await app.get('/api/admin/actions?filter=action:refused%20attempt', admin)).json()
  expect(actions).toMatchObject([
    {
      actor: { kind: 'user', id: 2, name: 'Ben Babbage' },
      admin: null,
      targetUser: null,
      details: { event: 'AccessRefused', route: 'POST /api/admin/prayers/:id/approve' },
    },
    { details: { route: 'GET /api/admin/users' } },
  ])
})

it('has a series of failed sign-ins once, for the account and for the address, known or not', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  const signIn = (email: string) => app.post('/api/auth/login', { email, password: 'not the password' })
  for (let time = 1; time <= 4; time++) expect((await signIn('ben@example.org')).statusCode).toBe(401)
  const failures = async () => (await app.events()).filter(({ type }) => type === 'SignInsFailed')
  expect(await failures()).toEqual([])
  for (let time = 1; time <= 6; time++) await signIn(time === 1 ? 'BEN@example.org' : 'nobody@example.org')
  expect((await failures()).map(({ data }) => data)).toEqual([
    expect.objectContaining({ userId: 2, series: 'account', attempts: 5 }),
    expect.objectContaining({ userId: null, series: 'address', attempts: 5 }),
    expect.objectContaining({ userId: null, series: 'account', attempts: 5 }),
  ])
  expect(JSON.stringify(await failures())).not.toMatch(/example|127\.0/)
  await allProjected(app)
  const { actions } = (await app.get('/api/admin/actions?filter=target:2', admin)).json()
  expect(actions).toMatchObject([
    { actor: { kind: 'visitor', name: 'Visitor' }, targetUser: { firstName: 'Ben' }, details: { attempts: 5 } },
  ])
})

it('starts counting again after 15 minutes without a failure', async () => {
  const app = await createTestApp()
  const signIn = () => app.post('/api/auth/login', { email: 'nobody@example.org', password: 'not the password' })
  for (let time = 1; time <= 4; time++) await signIn()
  const past = () =>
    app.database.pool.query(
      `UPDATE app.failed_sign_ins SET since = since - interval '16 minutes', last_at = last_at - interval '16 minutes'`,
    )
  await past()
  for (let time = 1; time <= 4; time++) await signIn()
  expect(await app.events()).toEqual([])
  await signIn()
  expect(await app.events()).toHaveLength(2)
  for (let time = 1; time <= 6; time++) await signIn()
  expect(await app.events()).toHaveLength(2)
  await past()
  for (let time = 1; time <= 5; time++) await signIn()
  expect(await app.events()).toHaveLength(4)
})

it('is for admins: 401 for a visitor, 403 for a supporter', async () => {
  const app = await createTestApp()
  expect((await app.get('/api/admin/actions')).statusCode).toBe(401)
  expect((await app.get('/api/admin/actions', { as: 'supporter' })).statusCode).toBe(403)
})
