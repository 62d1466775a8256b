import { expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import { asOwner } from '../support/database/database.ts'

const admin = { as: 'admin' } as const

it('says how far the log is sealed, and verifies it now', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  expect((await app.get('/api/admin/seals', admin)).json()).toEqual({ sealed: null, verified: null })
  while ((await app.sealer.runOnce()) > 0);
  const { sealed } = (await app.get('/api/admin/seals', admin)).json()
  expect(sealed).toEqual({ upTo: '3', at: expect.any(String) })
  const answer = await app.post('/api/admin/seals/verify', undefined, admin)
  expect(answer.statusCode, answer.body).toBe(200)
  const found = {
    at: expect.any(String),
    by: 'Ada Byron',
    upTo: '3',
    seals: 1,
    events: 3,
    unsealed: 0,
    isIntact: true,
    finding: 'Intact: 3 events under 1 seal; 0 events newer than the last seal.',
  }
  expect(answer.json()).toEqual(found)
  expect((await app.get('/api/admin/seals', admin)).json()).toMatchObject({ verified: found })
  expect((await app.get('/api/admin/actions?limit=1', admin)).json().actions).toMatchObject([
    { action: 'Verify seals', admin: { firstName: 'Ada' }, details: { isIntact: true } },
  ])
})

it('names the altered event', async () => {
  const app = await createTestApp()
  await app.registerPeople()
  while ((await app.sealer.runOnce()) > 0);
  await asOwner(app.database.pool, `UPDATE eventlog.events SET type = 'Nothing' WHERE position = 2`)
  const found = (await app.post('/api/admin/seals/verify', undefined, admin)).json()
  expect(found).toMatchObject({
    isIntact: false,
    upTo: null,
    finding: expect.stringContaining('position 2 was altered'),
  })
})

it('runs one verification at a time', async () => {
  const app = await createTestApp()
  await app.post('/api/prayers', { prayer: 'For rain.', firstName: 'Ruth' })
  const answers = await Promise.all([1, 2, 3].map(() => app.post('/api/admin/seals/verify', undefined, admin)))
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
  expect(statuses[0]).toBe(200)
  expect(statuses.every((status) => status === 200 || status === 409)).toBe(true)
})

it('is for admins', async () => {
  const app = await createTestApp()
  expect((await app.get('/api/admin/seals')).statusCode).toBe(401)
  expect((await app.post('/api/admin/seals/verify', undefined, { as: 'supporter' })).statusCode).toBe(403)
})
