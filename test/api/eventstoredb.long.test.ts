import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { App } from '../../backend/app.ts'
import { prayerStream, prayers } from '../../backend/domain/prayers.ts'
import type { Database } from '../../backend/kernel/database/connect.ts'
import { systemContext } from '../../backend/kernel/eventlog/command-context.ts'
import { createTestApp } from '../support/app/app.ts'
import { createProjectedDatabase } from '../support/database/database.ts'
import { type EventStoreDbServer, startEventStoreDbServer } from '../support/log/eventstoredb-server.ts'
import { eventStoreDbAt } from '../support/log/product-logs.ts'
import { createProxy } from '../support/tcp-proxy.ts'

/** The product on EventStoreDB (imitated), as several processes on one log and one database. */
async function start({ processes = 1, port }: { processes?: number; port?: number } = {}) {
  const database = await createProjectedDatabase()
  const server = await startEventStoreDbServer()
  onTestFinished(server.close)
  const apps: App[] = []
  for (let count = 0; count < processes; count++)
    apps.push(
      await createTestApp({
        identity: 'real',
        log: eventStoreDbAt(port ?? server.port),
        database,
        env: { APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=' },
      }),
    )
  return { database, server, apps }
}

const pray = (app: App | undefined, key: string, prayer = 'For rain.') => {
  if (!app) throw new Error('There is no such process.')
  return app.http.inject({
    method: 'POST',
    url: '/api/prayers',
    headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': key },
    payload: { firstName: 'Ruth', prayer },
  })
}

const prayersIn = async (database: Database) =>
  (await database.pool.query<{ id: number; prayer: string }>('SELECT id, prayer FROM read.prayers ORDER BY id')).rows
const ownIn = ({ store }: EventStoreDbServer) => store.all.filter(({ stream }) => stream.startsWith('prayer-'))

it('creates once when two processes are asked with one key at the same moment, without 503', async () => {
  const { database, server, apps } = await start({ processes: 2 })
  await Promise.all(apps.map((app) => pray(app, randomUUID())))
  for (let round = 0; round < 12; round++) {
    const key = randomUUID()
    const answers = await Promise.all([pray(apps[0], key), pray(apps[1], key), pray(apps[0], key)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  }
  expect(await prayersIn(database)).toHaveLength(14)
  expect(ownIn(server)).toHaveLength(14)
})

it('rejects the same key for another body at another process at the same moment', async () => {
  const { server, apps } = await start({ processes: 2 })
  for (let round = 0; round < 8; round++) {
    const key = randomUUID()
    const answers = await Promise.all([pray(apps[0], key, 'For rain.'), pray(apps[1], key, 'For sun.')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422])
  }
  expect(ownIn(server)).toHaveLength(8)
})

it('rejects the same key for two addresses at the same moment, although each has its own stream', async () => {
  const { server, apps } = await start({ processes: 2 })
  const signUp = (app: App | undefined, key: string, email: string) =>
    app?.http.inject({
      method: 'POST',
      url: '/api/email-signup',
      headers: { 'sec-fetch-site': 'same-origin', 'idempotency-key': key },
      payload: { email },
    })
  for (let round = 0; round < 8; round++) {
    const key = randomUUID()
    const answers = await Promise.all(
      apps.map((app, index) => signUp(app, key, `supporter${round}.${index}@example.org`)),
    )
    expect(answers.map((answer) => answer?.statusCode).sort()).toEqual([201, 422])
  }
  expect(server.store.all.filter(({ type }) => type === 'MailingListJoined')).toHaveLength(8)
})

it('repeats the first answer when neither the answer nor the connection survived', async () => {
  const { database, server, apps } = await start()
  const key = randomUUID()
  const first = await pray(apps[0], key)
  await database.pool.query('DELETE FROM app.idempotency_answers')
  const second = await pray(apps[0], key)
  expect(second.json()).toEqual(first.json())
  expect(ownIn(server)).toHaveLength(1)
})

/** The subscription of this process delivers what another one appends, for which it has recognized the server’s log. */
async function subscribed(app: App | undefined, database: Database, port: number): Promise<void> {
  const delivered = Promise.withResolvers<void>()
  const stop = app?.core.log.onAppend(() => delivered.resolve())
  const other = await createTestApp({
    identity: 'real',
    log: eventStoreDbAt(port),
    runs: 'nothing',
    database,
    env: { APP_SECRET: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=' },
  })
  // On a busy machine, the list follows the answer.
  await expect.poll(() => prayersIn(database)).not.toHaveLength(0)
  const prayerId = (await prayersIn(database)).at(-1)?.id ?? 0
  const command = { type: 'ApprovePrayer', data: { prayerId } } as const
  await other.core.handle(prayers, prayerStream(prayerId), command, systemContext())
  await delivered.promise
  stop?.()
  await other.http.close()
}

/** The readers ask once in two seconds whether there is more. */
const ofReaders = (since: number) => 3 + Math.ceil((performance.now() - since) / 2000)

/** An append that takes 100 ms is searched for, then after twice that time, and so on: reads that a busy machine adds. */
const ofSearches = (took: number) => (took < 100 ? 0 : Math.floor(Math.log2(took / 100)) + 1)

it('asks the server once per creation', async () => {
  const { database, server, apps } = await start()
  apps[0]?.reactors.start()
  await pray(apps[0], randomUUID())
  await subscribed(apps[0], database, server.port)
  const before = { ...server.calls, at: performance.now() }
  let searches = 0
  for (let count = 0; count < 20; count++) {
    const startedAt = performance.now()
    expect((await pray(apps[0], randomUUID())).statusCode).toBe(201)
    searches += ofSearches(performance.now() - startedAt)
  }
  expect(server.calls.appends - before.appends).toBe(20)
  expect(server.calls.reads - before.reads).toBeLessThanOrEqual(searches + ofReaders(before.at))
})

it('asks the server twice per decision: one read, one append', async () => {
  const { database, server, apps } = await start()
  const [app] = apps
  app?.reactors.start()
  for (let count = 0; count < 20; count++) await pray(app, randomUUID())
  const waiting = await prayersIn(database)
  expect(waiting).toHaveLength(20)
  const before = { ...server.calls, at: performance.now() }
  let searches = 0
  for (const { id: prayerId } of waiting) {
    const command = { type: 'ApprovePrayer', data: { prayerId } } as const
    const startedAt = performance.now()
    await app?.core.handle(prayers, prayerStream(prayerId), command, systemContext())
    searches += ofSearches(performance.now() - startedAt)
  }
  expect(server.calls.appends - before.appends).toBe(20)
  expect(server.calls.reads - before.reads).toBeGreaterThanOrEqual(20)
  expect(server.calls.reads - before.reads).toBeLessThanOrEqual(20 + searches + ofReaders(before.at))
})

it('is not ready while EventStoreDB is down, and says that it is the log', async () => {
  const { server, apps } = await start()
  expect((await pray(apps[0], randomUUID())).statusCode).toBe(201)
  server.close()
  const ready = await apps[0]?.http.inject({ url: '/readyz' })
  expect(ready?.statusCode).toBe(503)
  expect(ready?.json()).toMatchObject({
    ready: false,
    checks: { started: true, log: expect.stringMatching(/EventStoreDB|event log/) },
  })
})

it('is not ready and rejects commands while another log answers, and continues with its own', async () => {
  const [own, foreign] = [await startEventStoreDbServer(), await startEventStoreDbServer()]
  const way = { to: own.port }
  const proxy = await createProxy({ host: '127.0.0.1', port: () => way.to })
  onTestFinished(async () => {
    await proxy.close()
    own.close()
    foreign.close()
  })
  const { apps, database } = await start({ port: proxy.port })
  const [app] = apps
  expect((await pray(app, randomUUID())).statusCode).toBe(201)
  await subscribed(app, database, own.port)
  way.to = foreign.port
  proxy.cut()
  expect((await pray(app, randomUUID())).statusCode).toBe(503)
  const ready = await app?.http.inject({ url: '/readyz' })
  expect(ready?.statusCode).toBe(503)
  const { checks } = z.object({ checks: z.object({ log: z.string() }) }).parse(ready?.json())
  expect(checks.log).toMatch(/does not hold the event log/)
  expect(ownIn(foreign)).toEqual([])
  way.to = own.port
  proxy.cut()
  await expect.poll(async () => (await pray(app, randomUUID())).statusCode, { timeout: 10_000 }).toBe(201)
})
