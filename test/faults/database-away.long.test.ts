import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../backend/kernel/database/connect.ts'
import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { type DataFolder, temporaryDataFolder } from '../support/app/data-folder.ts'
import { firstAdmin, idOf, messageOf, prayersSeenBy, type Visitor, visitor } from '../support/app/visitor.ts'
import { createProjectedDatabase, createTestDatabase } from '../support/database/database.ts'
import { throughProxy } from '../support/database/through-proxy.ts'
import { longTimeouts, pollTimeout } from '../support/run/timeouts.ts'
import type { Proxy as TcpProxy } from '../support/tcp-proxy.ts'

vi.setConfig(longTimeouts)

const away = 'We cannot reach our database right now. Please try again in a few seconds.'

const prayer = (words: string) => ({ prayer: words, firstName: 'Ruth' })
const statusOf = async (person: Visitor, path: string) => (await person.get(path)).status

describe('while the database is down', () => {
  const cleanUps: (() => Promise<void>)[] = []
  let database: Database
  let proxy: TcpProxy
  let app: RunningApp
  let person: Visitor
  let admin: Visitor

  beforeAll(async () => {
    database = await createProjectedDatabase((cleanUp) => cleanUps.push(cleanUp))
    const way = await throughProxy(database)
    proxy = way.proxy
    const folder: DataFolder = temporaryDataFolder()
    cleanUps.push(() => folder.remove(), proxy.close)
    app = await createTestApp({ http: 'socket', folder, env: { DATABASE_URL: way.url } })
    cleanUps.push(app.kill)
    person = visitor(app.url)
    admin = await firstAdmin(app)
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp()
  })

  const backAgain = async () => {
    proxy.comeBack()
    await expect.poll(() => statusOf(person, '/api/prayers'), pollTimeout).toBe(200)
  }

  it('reads and writes get 503 with Retry-After and one clear sentence, and work again without a restart', async () => {
    const submitted = await person.post('/api/prayers', prayer('before'))
    expect(submitted.status).toBe(201)
    proxy.goDown()

    for (const answer of [
      await person.get('/api/prayers'),
      await person.post('/api/prayers', prayer('during the outage')),
      await admin.get('/api/admin/prayers'),
      await admin.post(`/api/admin/prayers/${idOf(submitted)}/approve`),
    ]) {
      expect([answer.status, messageOf(answer)]).toEqual([503, away])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }

    await backAgain()
    expect((await admin.post(`/api/admin/prayers/${idOf(submitted)}/approve`)).status).toBe(200)
    await expect.poll(() => prayersSeenBy(person), pollTimeout).toEqual(['before'])
    expect((await person.post('/api/prayers', prayer('after'))).status).toBe(201)
  })

  it('public pages keep being served, with 304 for cached ones; /healthz stays healthy, /readyz does not', async () => {
    await expect.poll(async () => (await person.get('/prayers')).text, pollTimeout).toContain('>before<')
    const etag = (await person.get('/prayers')).headers.get('etag') ?? ''
    await expect.poll(() => statusOf(person, '/readyz'), pollTimeout).toBe(200)
    proxy.goDown()

    for (const path of ['/', '/prayers', '/about']) expect(await statusOf(person, path)).toBe(200)
    expect((await person.get('/prayers', { 'if-none-match': etag })).status).toBe(304)
    expect(await statusOf(person, '/healthz')).toBe(200)
    await expect.poll(() => statusOf(person, '/readyz'), pollTimeout).toBe(503)

    await backAgain()
    await expect.poll(() => statusOf(person, '/readyz'), pollTimeout).toBe(200)
  })

  it('an append whose answer was lost and that is retried with the same Idempotency-Key is stored once', async () => {
    const key = randomUUID()
    const isLost = proxy.goDownAfter('eventlog-append')
    const lost = await person.post('/api/prayers', prayer('only once'), { key })
    await isLost
    expect([lost.status, messageOf(lost)]).toEqual([503, away])

    await backAgain()
    const retried = await person.post('/api/prayers', prayer('only once'), { key })
    expect(retried.status).toBe(201)
    const again = await person.post('/api/prayers', prayer('only once'), { key })
    expect([again.status, idOf(again)]).toEqual([201, idOf(retried)])
    const { rows } = await database.pool.query("SELECT id FROM read.prayers WHERE prayer = 'only once'")
    expect(rows).toEqual([{ id: idOf(retried) }])
  })

  it('repeated outages during many writes lose nothing acknowledged, and the program keeps running', async () => {
    const acknowledged: number[] = []
    const stop = new AbortController()
    const write = async () => {
      while (!stop.signal.aborted) {
        const answer = await person.post('/api/prayers', prayer('one of many'))
        if (answer.status === 201) acknowledged.push(idOf(answer))
        else expect(answer.status).toBe(503)
      }
    }
    const publish = async () => {
      while (!stop.signal.aborted) await admin.post(`/api/admin/prayers/${acknowledged.at(-1) ?? 1}/approve`)
    }
    const people = Promise.all([publish(), ...Array.from({ length: 8 }, write)])
    people.catch(() => stop.abort())
    for (let outage = 0; outage < 5; outage++) {
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, pollTimeout).toBeGreaterThan(before + 20)
      proxy.goDown()
      await expect.poll(() => statusOf(person, '/api/prayers'), pollTimeout).toBe(503)
      await backAgain()
    }
    stop.abort()
    await people
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query('SELECT id FROM read.prayers')
        const stored = new Set(rows.map(({ id }) => id))
        return acknowledged.filter((id) => !stored.has(id))
      }, pollTimeout)
      .toEqual([])
  })
})

it('the start waits for an unavailable database: pages are served, the API returns 503, then everything works', async () => {
  const { proxy, url } = await throughProxy(await createTestDatabase())
  const folder = temporaryDataFolder()
  proxy.goDown()
  const app = await createTestApp({ http: 'socket', folder, env: { DATABASE_URL: url }, until: 'listening' })
  onTestFinished(async () => {
    await app.kill()
    await folder.remove()
    await proxy.close()
  })
  const person = visitor(app.url)
  for (const path of ['/', '/prayers', '/healthz']) expect(await statusOf(person, path)).toBe(200)
  const refused = await person.post('/api/prayers', prayer('too early'))
  expect([refused.status, messageOf(refused)]).toEqual([503, 'The site is starting. Please try again in a moment.'])
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await statusOf(person, '/readyz')).toBe(503)

  proxy.comeBack()
  await expect.poll(() => statusOf(person, '/readyz'), pollTimeout).toBe(200)
  expect((await person.post('/api/prayers', prayer('in time'))).status).toBe(201)
})

it('SIGTERM ends a start that waits for its database, with exit code 0', async () => {
  const { proxy, url } = await throughProxy(await createTestDatabase())
  const folder = temporaryDataFolder()
  onTestFinished(async () => {
    await folder.remove()
    await proxy.close()
  })
  proxy.goDown()
  const app = await createTestApp({ http: 'socket', folder, env: { DATABASE_URL: url }, until: 'listening' })
  expect(await app.stop()).toBe(0)
})
