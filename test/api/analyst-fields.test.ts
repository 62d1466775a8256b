import { expect, it } from 'vitest'
import { z } from 'zod'
import { personalFields } from '../../backend/topics/index.ts'
import { asOfHeader } from '../../records/http/as-of-header.ts'
import { createTestApp } from '../support/app/app.ts'
import { admin, analyticsOf, createGeneticApp, evolve, settled, visits } from '../support/app/genetic-app.ts'
import { createVariedLog, readableAddresses } from '../support/app/varied-log.ts'

const people = {
  admin: { id: 1, isAdmin: true, roles: [] },
  analyst: { id: 99, isAdmin: false, roles: [{ role: 'analyst', eventId: null }] },
}
const redacted: { [type: string]: { [field: string]: unknown } } = personalFields

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** Texts of people in events of every type; short ones, such as a number, and days stand in figures by chance. */
function personalTexts({ type, data }: { type: string; data: object }): string[] {
  const fields = Object.keys(redacted[type] ?? {})
  return Object.entries(data).flatMap(([field, value]) => {
    if (!fields.includes(field)) return []
    // A serialized answer has them as JSON does.
    const texts = JSON.stringify(value)?.match(/"(?:[^"\\]|\\.)*"/g) ?? []
    return texts.map((text) => text.slice(1, -1)).filter((text) => [...text].length >= 8 && !isDay(text))
  })
}

it('an analyst reads that a member of staff saved a formula or forced a generation, not which one', async () => {
  const app = await createGeneticApp()
  const asAnalyst = { as: 'analyst' }
  const formula = { weights: { donation: 1, volunteer: 3, time: 0 }, timeCap: 20_000 }
  const url = '/api/genetic-test/formulas/Volunteers'
  expect((await app.put(url, formula, admin)).json().formulas).toMatchObject([{ by: 'Ada Byron' }])
  await visits(app, 20)
  await evolve(app)
  await app.post('/api/genetic-test/evolve', undefined, admin)
  await settled(app)
  const { generations } = await analyticsOf(app)
  expect(generations.map(({ by }) => by)).toContain('Ada Byron')
  const seen = [
    await app.get('/api/genetic-test/analytics', asAnalyst),
    await app.get('/api/genetic-test/fitness', asAnalyst),
    await app.put(url, { ...formula, timeCap: 10_000 }, asAnalyst),
    await app.post(`${url}/check`, undefined, asAnalyst),
  ]
  expect(seen.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  for (const { body } of seen) {
    expect(body).toContain('A member of staff')
    expect(body).not.toMatch(/Ada|Byron/)
  }
})

it('an analyst reads nothing of a person in any answer, now or as of a past moment', async () => {
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    env: { PHOTOS: 'off' },
    overrides: {
      personOf: async ({ cookies: { session } }) =>
        session === 'admin' || session === 'analyst'
          ? {
              ...people[session],
              sessionId: 'a',
              isEmailVerified: true,
              isProven: true,
              secondFactorDue: null,
            }
          : null,
      projectionTimeout: 60_000,
    },
  })
  const log = createVariedLog(app)
  // The facts that take something away come last, so that what they erase has been there in the past.
  const events = (await log.varied()).flatMap((of) => of.filter(({ type }) => !/Erased|Deleted|Removed/.test(type)))
  await log.append(events)
  const address = '203.0.113.77'
  const ask = (url: string, who: string, headers: { [name: string]: string } = {}) =>
    app.http.inject({ url, remoteAddress: address, headers: { cookie: `session=${who}`, ...headers } })
  await app.http.inject({ url: '/go/donate', remoteAddress: address })
  // The events of this log name accounts by numbers that no one has.
  const { core, database } = app
  const email = 'ada@example.org'
  const subject = await core.subjects.forEmail(email)
  const row = { userId: 1, subject, email, emailHash: core.subjects.emailHash(email) }
  await core.accounts.restore({ ...row, createdAt: new Date().toISOString() })
  await database.pool.query(`
    INSERT INTO app.user_activity_log (user_id, action, page, created_at) VALUES (1, 'login', '/', now())`)

  const secrets = [...new Set(events.flatMap(personalTexts)), address]
  expect(secrets.length).toBeGreaterThan(100)
  const position = (await app.core.log.head()) ?? ''
  const opened = async () =>
    z.object({ status: z.string() }).parse((await ask(`/api/admin/as-of?position=${position}`, 'analyst')).json())
      .status
  await expect.poll(opened, { timeout: 60_000 }).toBe('ready')

  const urls = (await readableAddresses(app)).filter((url) => !/^\/api\/(profile|preferences|auth)\b/.test(url))
  async function told(who: string, headers: { [name: string]: string } = {}) {
    const found = new Set<string>()
    let allowed = 0
    for (const url of urls) {
      const { statusCode, body } = await ask(url, who, headers)
      if (statusCode === 200 && url.includes('/admin/')) allowed++
      if (secrets.some((secret) => body.includes(secret))) found.add(url)
    }
    return { found, allowed }
  }
  const open = (await told('visitor')).found
  const moments: { [name: string]: string }[] = [{}, { [asOfHeader]: position }]
  for (const headers of moments) {
    const analyst = await told('analyst', headers)
    expect([...analyst.found].filter((url) => !open.has(url))).toEqual([])
    expect(analyst.allowed).toBeGreaterThan(2)
  }
  // The same texts are there for an admin to read.
  const { found } = await told('admin')
  for (const url of ['admin/dashboard', 'admin/history/gene-pool/1', 'admin/users'])
    expect(found).toContain(`/api/${url}`)
  expect((await ask('/api/admin/dashboard', 'analyst')).json()).toMatchObject({
    recentActivity: [],
    leftOut: ['recentActivity'],
  })
  expect((await ask('/api/admin/history/gene-pool/1', 'analyst')).json()[0].actor).toEqual({
    kind: 'admin',
    id: null,
    name: 'A member of staff',
  })
})
