import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { runningServer } from '../../backend/kernel/database/embedded/process.ts'
import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { firstAdmin, idOf, prayersSeenBy, type Visitor, visitor } from '../support/app/visitor.ts'
import { longTimeouts, pollTimeout } from '../support/run/timeouts.ts'

vi.setConfig(longTimeouts)

/** One data folder goes through all of these failures in order. */
const folder = temporaryDataFolder()
const cluster = join(folder.path, 'postgres')
const postgres = () => runningServer(cluster)?.pid ?? 0
let app: RunningApp
let admin: Visitor
const published: string[] = []

async function publish(words: string): Promise<void> {
  const submitted = await visitor(app.url).post('/api/prayers', { prayer: words, firstName: 'Ruth' })
  const approved = await admin.post(`/api/admin/prayers/${idOf(submitted)}/approve`)
  expect([submitted.status, approved.status]).toEqual([201, 200])
  published.unshift(words)
}

beforeAll(async () => {
  app = await createTestApp({ http: 'socket', folder })
  admin = await firstAdmin(app)
})
afterAll(async () => {
  await app.kill()
  await folder.remove()
})

it('a PostgreSQL killed with SIGKILL restarts automatically; pages never stop, and sessions and content survive', async () => {
  await publish('before the database was killed')
  const killed = postgres()
  process.kill(killed, 'SIGKILL')
  expect((await visitor(app.url).get('/prayers')).status).toBe(200)
  await expect.poll(async () => (await admin.get('/api/admin/prayers')).status, pollTimeout).toBe(200)
  expect(postgres()).not.toBe(killed)
  await expect.poll(() => prayersSeenBy(visitor(app.url)), pollTimeout).toEqual(published)
  await publish('after the database was killed')
})

it('killed with SIGKILL and restarted, the program adopts its running PostgreSQL, and all sessions continue', async () => {
  const left = postgres()
  await app.kill()
  app = await createTestApp({ http: 'socket', folder })
  admin = admin.at(app.url)
  expect(postgres()).toBe(left)
  expect((await admin.get('/api/admin/prayers')).status).toBe(200)
  await expect.poll(() => prayersSeenBy(visitor(app.url)), pollTimeout).toEqual(published)
  expect(app.firstAdminLink).toBeUndefined()
  await publish('right after the program was killed')
})

it('after both were killed, as in a power cut, both restart despite their stale locks', async () => {
  process.kill(postgres(), 'SIGKILL')
  await app.kill()
  expect([existsSync(join(folder.path, 'server.lock')), existsSync(join(cluster, 'postmaster.pid'))]).toEqual([
    true,
    true,
  ])
  app = await createTestApp({ http: 'socket', folder })
  admin = admin.at(app.url)
  await publish('after a power cut')
  await expect.poll(() => prayersSeenBy(visitor(app.url)), pollTimeout).toEqual(published)
})

it('SIGTERM finishes the current request, exits with 0, stops PostgreSQL cleanly and leaves no lock; the next start is clean', async () => {
  const body = JSON.stringify({ prayer: 'said while closing', firstName: 'Ruth' })
  const { hostname, port, host } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  const head = [
    'POST /api/prayers HTTP/1.1',
    `host: ${host}`,
    'content-type: application/json',
    'expect: 100-continue',
    `content-length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  // The server reports it once it has received the request.
  await new Promise((resolve) => socket.once('data', resolve))
  const answer = text(socket)
  const stopped = app.stop()
  await expect
    .poll(
      () =>
        visitor(app.url)
          .get('/healthz')
          .catch(() => 'refused'),
      pollTimeout,
    )
    .toBe('refused')
  socket.write(body)

  expect(await answer).toMatch(/^HTTP\/1\.1 201 /)
  expect(await stopped).toBe(0)
  expect([existsSync(join(folder.path, 'server.lock')), existsSync(join(cluster, 'postmaster.pid'))]).toEqual([
    false,
    false,
  ])

  const logged = readFileSync(join(folder.path, 'postgres.log'), 'utf8').length
  app = await createTestApp({ http: 'socket', folder })
  const log = readFileSync(join(folder.path, 'postgres.log'), 'utf8').slice(logged)
  expect(log).toMatch(/database system was shut down/)
  expect(log).not.toMatch(/recovery|interrupted/)
  const all = await admin.at(app.url).get('/api/admin/prayers')
  expect(all.text).toContain('said while closing')
})

it('SIGTERM during the very first start also shuts down cleanly', async () => {
  const fresh = temporaryDataFolder()
  onTestFinished(fresh.remove)
  const starting = await createTestApp({ http: 'socket', folder: fresh, until: 'listening' })
  expect(await starting.stop()).toBe(0)
  expect([existsSync(join(fresh.path, 'server.lock')), runningServer(join(fresh.path, 'postgres'))]).toEqual([
    false,
    undefined,
  ])
})
