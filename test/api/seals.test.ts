import { expect, it, onTestFinished } from 'vitest'
import { createTestApp, type Product } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { asOwner, createProjectedDatabase } from '../support/database/database.ts'
import { pollTimeout } from '../support/run/timeouts.ts'

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

it('a broken chain is one incident: an alarm in /readyz and the metrics, and one alert to admins', async () => {
  const database = await createProjectedDatabase()
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  const env = { APP_SECRET: Buffer.alloc(32, 7).toString('base64'), DATA_DIR: folder.path }
  const start = async () => createTestApp({ identity: 'real', log: 'postgres', runs: 'everything', database, env })
  const chainOf = async ({ http }: Product) => (await http.inject('/readyz')).json().checks.sealChain
  const whole = await start()
  const sealed = async () => (await database.pool.query('SELECT FROM eventlog.seals')).rowCount
  await expect.poll(sealed, pollTimeout).toBeGreaterThan(0)
  expect(await chainOf(whole)).toBe('ok')
  const metrics = await whole.registry.metrics()
  expect(metrics).toContain('seal_chain_broken 0')
  expect(metrics).toMatch(/^seals_behind_seconds \d/m)
  await whole.http.close()

  const sealedAt = (to: string) => asOwner(database.pool, `UPDATE eventlog.seals SET sealed_at = ${to} WHERE seq = 1`)
  await sealedAt(`sealed_at + interval '1 hour'`)
  const events = async () => {
    const { rows } = await database.pool.query(`SELECT type FROM eventlog.events WHERE stream = 'seal-chain'`)
    return rows.map(({ type }) => type)
  }
  for (const _ of ['first', 'second']) {
    const broken = await start()
    await expect.poll(() => chainOf(broken), pollTimeout).toContain('disagree about seal 1')
    await expect.poll(events, pollTimeout).toEqual(['SealChainBroken'])
    expect(await broken.registry.metrics()).toContain('seal_chain_broken 1')
    expect((await broken.http.inject('/readyz')).statusCode).toBe(200)
    await broken.http.close()
  }

  await sealedAt(`sealed_at - interval '1 hour'`)
  const mended = await start()
  await expect.poll(events, pollTimeout).toEqual(['SealChainBroken', 'SealChainRestored'])
  expect(await chainOf(mended)).toBe('ok')
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
