import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Database } from '../../backend/kernel/database/connect.ts'
import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { firstAdmin, idOf, prayersSeenBy, signUp, type Visitor, visitor } from '../support/app/visitor.ts'
import { createEmptyDatabase } from '../support/database/database.ts'
import { longTimeouts, pollTimeout, withinASecond } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

/** Two processes on one database, each with its own data folder, started at the same time on an empty one. */
const cleanUps: (() => Promise<unknown>)[] = []
let database: Database
let apps: [RunningApp, RunningApp]
let admin: Visitor

beforeAll(async () => {
  database = await createEmptyDatabase((cleanUp) => cleanUps.push(cleanUp))
  const env = {
    DATABASE_URL: database.url,
    APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
    RATE_LIMITS: 'on',
    FORM_LIMIT: '5',
  }
  const start = async () => {
    const folder = temporaryDataFolder()
    cleanUps.push(folder.remove)
    const app = await createTestApp({ http: 'socket', folder, env })
    cleanUps.push(app.kill)
    return app
  }
  apps = await Promise.all([start(), start()])
  const invited = apps.find(({ firstAdminLink }) => firstAdminLink !== undefined)
  admin = await firstAdmin(invited ?? apps[0])
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

/** Forms are limited to five in ten minutes, which most of these tests are not about. */
const forgetLimits = () => database.pool.query('DELETE FROM app.rate_limits')

async function submit(app: RunningApp, words: string): Promise<number> {
  await forgetLimits()
  const answer = await visitor(app.url).post('/api/prayers', { prayer: words, firstName: 'Ruth' })
  expect(answer.status).toBe(201)
  return idOf(answer)
}

const approveAt = async (app: RunningApp, id: number) =>
  expect((await admin.at(app.url).post(`/api/admin/prayers/${id}/approve`)).status).toBe(200)

const role = z.object({ role: z.string() })
const readiness = z.object({ checks: z.object({ projector: role, reactors: role }) })
const rolesOf = async (app: RunningApp) => readiness.parse((await visitor(app.url).get('/readyz')).json).checks
const roleOf = async (app: RunningApp) => (await rolesOf(app)).projector.role

it('exactly one of them is the projector', async () => {
  expect((await Promise.all(apps.map(roleOf))).sort()).toEqual(['active', 'standby'])
})

it.for([
  [0, 1],
  [1, 0],
] as const)(
  'what process %i acknowledged is in its own next answer, and within a second in the other’s',
  async ([here, there]) => {
    const words = `said at ${here}`
    const id = await submit(apps[here], words)
    const own = await admin.at(apps[here].url).get('/api/admin/prayers')
    expect(own.text).toContain(words)
    await withinASecond(async () =>
      expect((await admin.at(apps[there].url).get('/api/admin/prayers')).text).toContain(words),
    )

    await approveAt(apps[here], id)
    expect(await prayersSeenBy(visitor(apps[here].url))).toContain(words)
    await withinASecond(async () => expect(await prayersSeenBy(visitor(apps[there].url))).toContain(words))
  },
)

it('the public page changes in both within a second of an approval', async () => {
  const words = 'For all who read this on a page'
  const id = await submit(apps[0], words)
  const pages = () =>
    Promise.all(apps.map(async ({ url }) => (await visitor(url).get('/prayers')).text.includes(words)))
  expect(await pages()).toEqual([false, false])
  await approveAt(apps[0], id)
  await withinASecond(async () => expect(await pages()).toEqual([true, true]))
})

it('a session started at one is valid at the other, and so is its end', async () => {
  const person = visitor(apps[0].url)
  expect((await signUp(person, 'ben@example.org')).status).toBe(201)
  const elsewhere = person.at(apps[1].url)
  expect((await elsewhere.get('/api/auth/status')).json).toMatchObject({ isAuthenticated: true })
  expect((await elsewhere.post('/api/auth/logout')).status).toBe(200)
  expect((await person.get('/api/auth/status')).json).toMatchObject({ isAuthenticated: false })
})

it('they share their rate limits: five forms in ten minutes in total', async () => {
  await forgetLimits()
  const statuses: number[] = []
  for (const turn of [0, 1, 0, 1, 0, 1, 0] as const) {
    const form = { prayer: 'again', firstName: 'Ruth' }
    statuses.push((await visitor(apps[turn].url).post('/api/prayers', form)).status)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429])
})

it('an import that the other process undoes while it runs leaves no row behind', async () => {
  const [here, there] = apps
  const imports = '/api/admin/imports'
  const rows = Array.from({ length: 3000 }, (_, n) => `sign${n}@example.org`)
  const ours = async () => {
    const text = `SELECT count(*)::int AS count FROM read.email_signups WHERE consent_source = 'County fair'`
    return (await database.pool.query<{ count: number }>(text)).rows[0]?.count ?? 0
  }
  async function begin(app: RunningApp, file: string) {
    const query = 'consentSource=County+fair'
    const checked = await admin.at(app.url).post(`${imports}/email-signups/check?${query}`, file)
    const { plan } = z.object({ plan: z.string() }).parse(checked.json)
    return admin.at(app.url).post(`${imports}/email-signups?plan=${plan}`)
  }
  const started = await begin(here, ['Email', ...rows].join('\n'))
  const { id } = z.object({ id: z.string() }).parse(started.json)
  await expect.poll(ours, { ...pollTimeout, interval: 10 }).toBeGreaterThan(0)
  expect((await admin.at(there.url).post(`${imports}/undo/${id}`)).status).toBe(202)
  expect(await ours()).toBeLessThan(rows.length)
  // A process takes another file once the one before is over.
  for (const app of apps) {
    const file = `Email\n${new URL(app.url).port}@example.org`
    await expect.poll(async () => (await begin(app, file)).status, { ...pollTimeout, interval: 500 }).toBe(202)
  }
  await expect.poll(ours, pollTimeout).toBe(apps.length)
})

it('when the projector is killed, the other process takes over automatically', async () => {
  const roles = await Promise.all(apps.map(roleOf))
  const [killed, survivor] = roles[0] === 'active' ? apps : [apps[1], apps[0]]
  await killed.kill()
  const id = await submit(survivor, 'said after the other was gone')
  await expect.poll(() => roleOf(survivor), pollTimeout).toBe('active')
  await expect.poll(async () => (await rolesOf(survivor)).reactors.role, pollTimeout).toBe('active')
  await approveAt(survivor, id)
  expect(await prayersSeenBy(visitor(survivor.url))).toContain('said after the other was gone')
  await withinASecond(async () =>
    expect((await visitor(survivor.url).get('/prayers')).text).toContain('said after the other was gone'),
  )
})
