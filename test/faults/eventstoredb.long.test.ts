import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { refusedStart } from '../support/app/running-app.ts'
import { strongPassword } from '../support/app/sign-up.ts'
import { createProjectedDatabase } from '../support/database/database.ts'
import { startEventStoreDbCluster } from '../support/log/eventstoredb-cluster.ts'
import { startEventStoreDbServer } from '../support/log/eventstoredb-server.ts'
import { createCertificate } from '../support/providers/certificate.ts'
import { length } from '../support/run/length.ts'
import { longTimeouts, pollTimeout } from '../support/run/timeouts.ts'

/** 10,000 for the run in docs/performance.md: CRASH_COMMANDS=10000 npx vitest run test/faults/eventstoredb.long.test.ts */
const commands = Number(process.env.CRASH_COMMANDS ?? length(600, 150))

vi.setConfig({ ...longTimeouts, testTimeout: 120_000 + commands * 100 })

const appSecret = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='

const created = z.object({ id: z.int() })

async function settings(eventStoreUrl: string) {
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  const database = await createProjectedDatabase()
  return { folder, database, env: { DATABASE_URL: database.url, APP_SECRET: appSecret, EVENTSTORE_URL: eventStoreUrl } }
}

it('fails to start with one sentence, which names the host and no password', async () => {
  const tls = createCertificate()
  const certificates = mkdtempSync(join(tmpdir(), 'campaign-tls-'))
  const authority = join(certificates, 'ca.crt')
  writeFileSync(authority, tls.certificate)
  const other = join(certificates, 'other.crt')
  writeFileSync(other, createCertificate().certificate)
  const server = await startEventStoreDbServer({ tls, credentials: 'admin:changeit', reader: 'ada:changeit' })
  onTestFinished(() => {
    server.close()
    rmSync(certificates, { recursive: true })
  })
  const host = `localhost:${server.port}`
  const { folder, env } = await settings('')
  for (const [url, sentence] of [
    ['esdb://admin:changeit@127.0.0.1:1?tls=false', 'EventStoreDB at 127.0.0.1:1 does not answer. Start it'],
    [`esdb://admin:changeit2@${host}?tlsCAFile=${authority}`, `EventStoreDB at ${host} rejected the user or password.`],
    [
      `esdb://ada:changeit@${host}?tlsCAFile=${authority}`,
      `EventStoreDB at ${host} does not let the user in EVENTSTORE_URL read all events ($all). Add the user to the group $admins`,
    ],
    [
      `esdb://admin:changeit@${host}?tlsCAFile=${authority}.missing`,
      `The file ${authority}.missing cannot be read. Correct tlsCAFile in EVENTSTORE_URL`,
    ],
    [
      `esdb://admin:changeit@${host}?tlsCAFile=${other}`,
      `EventStoreDB at ${host} has a certificate that the authority in tlsCAFile did not sign.`,
    ],
    [
      `esdb://admin:changeit@${host}`,
      `EventStoreDB at ${host} has a certificate of an authority that is not known here.`,
    ],
    [`esdb://admin:changeit@${host}?tls=false`, `EventStoreDB at ${host} could not be reached.`],
  ] as const) {
    const { code, said } = await refusedStart(folder, { ...env, EVENTSTORE_URL: url })
    expect(code).toBe(1)
    expect(said).toEqual([expect.stringContaining(sentence)])
    expect(said[0]).not.toContain('changeit')
  }
})

it('does the first steps of the README with the embedded database, in which the server owns no table', async () => {
  const server = await startEventStoreDbServer()
  onTestFinished(server.close)
  const folder = temporaryDataFolder()
  onTestFinished(folder.remove)
  const env = { EVENTSTORE_URL: `esdb://127.0.0.1:${server.port}?tls=false` }
  const app = await createTestApp({ http: 'socket', folder, env })
  onTestFinished(() => app.kill())
  let cookie = ''
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await fetch(app.url + path, {
      method,
      headers: { origin: app.url, cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status, `${method} ${path}: ${await answer.clone().text()}`).toBeLessThan(300)
    return answer
  }
  const prayer = { firstName: 'Ruth', prayer: 'For rain on the county.', email: 'ruth@example.org' }
  const { id } = created.parse(await (await ask('POST', '/api/prayers', prayer)).json())
  const token = new URL(app.firstAdminLink ?? '').searchParams.get('token')
  const admin = { email: 'ada@example.org', password: strongPassword, firstName: 'Ada', lastName: 'Byron', token }
  cookie = (await ask('POST', '/api/auth/first-admin', admin)).headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  await ask('POST', `/api/admin/prayers/${id}/approve`)
  const page = async () => (await fetch(`${app.url}/prayers`)).text()
  await expect.poll(page).toContain(prayer.prayer)
  const volunteer = { firstName: 'Ruth', lastName: 'Gray', email: prayer.email }
  await ask('POST', '/api/volunteers', volunteer)
  await ask('POST', '/api/email-campaigns/volunteer-update', { customContent: 'See you on Saturday.' })
  const outbox = async () => (await fetch(`${app.url}/dev/mail`)).text()
  await expect.poll(outbox, { timeout: 30_000 }).toContain('ruth@example.org')
  const history = await (await ask('GET', `/api/admin/history/prayers/${id}`)).text()
  expect(history).toContain('PrayerApproved')

  await app.kill()
  const again = await createTestApp({ http: 'socket', folder, env })
  onTestFinished(() => again.kill())
  await expect.poll(async () => (await fetch(`${again.url}/prayers`)).text()).toContain(prayer.prayer)
  expect(await again.stop()).toBe(0)
})

type Attempt = { key: string; prayer: string; id?: number }

async function submit(url: string, attempt: Attempt): Promise<void> {
  const answer = await fetch(`${url}/api/prayers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'idempotency-key': attempt.key },
    body: JSON.stringify({ prayer: attempt.prayer, firstName: 'Ruth' }),
  }).catch(() => null)
  if (answer?.status === 201) attempt.id = created.parse(await answer.json()).id
  else if (answer && answer.status !== 503) throw new Error(`${answer.status} ${await answer.text()}`)
}

it(`loses and doubles nothing of ${commands} commands when the product and the leader of the cluster are killed in turn`, async () => {
  const cluster = await startEventStoreDbCluster({ lag: 50, electionTime: 300 })
  onTestFinished(cluster.close)
  const { folder, database, env } = await settings(`esdb://${cluster.hosts}?tls=false`)
  let app: RunningApp = await createTestApp({ http: 'socket', folder, env })
  onTestFinished(() => app.kill())
  const attempts: Attempt[] = []
  const acknowledged = () => attempts.filter(({ id }) => id !== undefined).length
  let isDone = false

  const people = Array.from({ length: 8 }, async () => {
    while (!isDone) {
      const attempt: Attempt = { key: randomUUID(), prayer: `prayer ${attempts.length}` }
      attempts.push(attempt)
      // The retry that every client makes.
      while (attempt.id === undefined) {
        await submit(app.url, attempt)
        if (attempt.id === undefined) await delay(50)
      }
    }
  })
  const rounds = 6
  for (let round = 0; round < rounds; round++) {
    await expect
      .poll(acknowledged, { timeout: 60_000 + commands * 50 })
      .toBeGreaterThan((commands / rounds) * (round + 1))
    if (round % 2 === 0) {
      await cluster.killLeader()
      const during = acknowledged()
      await expect.poll(acknowledged, pollTimeout).toBeGreaterThan(during)
      await cluster.revive()
    } else {
      await app.kill()
      app = await createTestApp({ http: 'socket', folder, env })
    }
  }
  isDone = true
  await Promise.all(people)
  expect(acknowledged()).toBeGreaterThanOrEqual(commands)

  expect(cluster.store.all.filter(({ type }) => type === 'PrayerSubmitted')).toHaveLength(attempts.length)
  const shown = async () => (await database.pool.query('SELECT id FROM read.prayers')).rowCount
  await expect.poll(shown, { timeout: 30_000 }).toBe(attempts.length)
  const { rows } = await database.pool.query<{ id: number; prayer: string }>('SELECT id, prayer FROM read.prayers')
  expect(rows.map(({ prayer }) => prayer).sort()).toEqual(attempts.map(({ prayer }) => prayer).sort())
  const byId = new Map(rows.map(({ id, prayer }) => [id, prayer]))
  expect(attempts.filter(({ id, prayer }) => byId.get(id ?? 0) !== prayer)).toEqual([])

  expect(await app.stop()).toBe(0)
  expect(app.output.join('')).not.toContain('cut off')
})
