import { expect, it } from 'vitest'
import { createTestApp } from '../support/app.ts'

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
      admin: ada,
      action: 'Delete prayer',
      targetUser: null,
      details: { event: 'PrayerDeleted', prayerId: 2 },
    },
    expect.objectContaining({ action: 'Approve prayer', details: { event: 'PrayerApproved', prayerId: 1 } }),
  ])
  expect(JSON.stringify(actions)).not.toContain('ruth')
  const [row] = await app.database.knex('read.admin_actions').select('ip_address')
  expect(row).toEqual({ ip_address: '127.0.0.1' })
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

it('is for admins: 401 for a visitor, 403 for a supporter', async () => {
  const app = await createTestApp()
  expect((await app.get('/api/admin/actions')).statusCode).toBe(401)
  expect((await app.get('/api/admin/actions', { as: 'supporter' })).statusCode).toBe(403)
})
