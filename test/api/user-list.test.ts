import { expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app.ts'

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
      isActive: true,
      isAdmin: false,
      isBanned: false,
      banReason: null,
      bannedUntil: null,
      isEmailVerified: false,
      createdAt: expect.any(String),
      lastActiveAt: null,
      isErased: false,
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
