import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { listenForMetrics } from '../../backend/kernel/http/metrics.ts'
import { fastifyOptions } from '../../backend/kernel/http/server-options.ts'
import { createRegistry } from '../../backend/kernel/monitoring/registry.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { createNotesServer, type NotesServer } from '../support/http/notes-server.ts'

async function listen({ app }: Pick<NotesServer, 'app'>): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const [address] = app.addresses()
  return typeof address === 'object' ? address.port : 0
}

/** Sends raw bytes, and reads until the server ends the connection. */
async function send(port: number, bytes: string): Promise<string> {
  const socket = connectSocket(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(bytes, 'latin1')
  const answer = await text(socket)
  socket.destroy()
  return answer
}

function read(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), json: JSON.parse(body || 'null') }
}

const host = 'Host: x\r\nConnection: close\r\n'

it.each([
  { name: 'no HTTP at all', bytes: 'HELLO\r\n\r\n', status: 400 },
  { name: 'an unknown protocol', bytes: `GET / HTTP/9.9\r\n${host}\r\n`, status: 400 },
  { name: 'a header without a name', bytes: `GET / HTTP/1.1\r\n${host}: x\r\n\r\n`, status: 400 },
  { name: 'a NUL in a header', bytes: `GET / HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`, status: 400 },
  {
    name: 'two lengths',
    bytes: `POST /api/notes HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    status: 400,
  },
  {
    name: 'a length and chunks',
    bytes: `POST /api/notes HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
    status: 400,
  },
  { name: 'a negative length', bytes: `POST /api/notes HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`, status: 400 },
  { name: 'no Host', bytes: 'GET /api/notes HTTP/1.1\r\nConnection: close\r\n\r\n', status: 400 },
  { name: 'two Hosts', bytes: `GET /api/notes HTTP/1.1\r\n${host}Host: y\r\n\r\n`, status: 400 },
  {
    name: 'two keys',
    bytes: `GET /api/notes HTTP/1.1\r\n${host}Authorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n`,
    status: 400,
  },
  { name: 'headers of 20 KB', bytes: `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`, status: 431 },
  { name: 'a malformed address', bytes: `GET /api/%zz HTTP/1.1\r\n${host}\r\n`, status: 400 },
  { name: 'NUL in an address', bytes: `GET /api/notes/%00 HTTP/1.1\r\n${host}\r\n`, status: 400 },
  { name: 'raw bytes in an address', bytes: `GET /api/notes/\xff\xfe HTTP/1.1\r\n${host}\r\n`, status: 400 },
  { name: 'an unknown method', bytes: `PROPFIND /api/notes HTTP/1.1\r\n${host}\r\n`, status: 405 },
])('$name gets $status with a sentence', async ({ bytes, status }) => {
  const port = await listen(await createNotesServer(await createTestDatabase()))
  const answer = read(await send(port, bytes))
  expect(answer.status).toBe(status)
  expect(answer.json.message).toMatch(/\.$/)
  expect(answer.head).toContain('x-content-type-options: nosniff')
  expect(answer.head).toContain('cache-control: no-store')
})

it('a chunked body is rejected once it exceeds 256 KB', async () => {
  const { app, made } = await createNotesServer(await createTestDatabase())
  const port = await listen({ app })
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const head = `POST /api/notes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  const answer = read(await send(port, head + chunk.repeat(5)))
  expect(answer.status).toBe(413)
  expect(answer.head).toContain('connection: close')
  expect(made).toEqual([])
})

it('a client that does not finish its request is disconnected', async () => {
  const options = fastifyOptions({ isHttps: false, trustProxy: [], logLevel: 'silent' })
  expect(options.requestTimeout).toBeLessThanOrEqual(30_000)
  const http = { ...options.http, headersTimeout: 50, connectionsCheckingInterval: 20 }
  const app = fastify({ ...options, http, requestTimeout: 100 })
  onTestFinished(async () => app.close())
  const port = await listen({ app })
  const answer = read(await send(port, 'GET / HTTP/1.1\r\nHost: x\r\nX: '))
  expect([answer.status, answer.json.message]).toEqual([408, 'The request took too long to arrive. Please try again.'])
})

it('tells only admins and this machine in detail what is not ready in production', async () => {
  const { app } = await createNotesServer(await createTestDatabase(), {
    production: true,
    origin: ['https://campaign.example'],
  })
  const ready = async (options: object) => (await app.inject({ url: '/readyz', ...options })).json()
  expect(await ready({ remoteAddress: '192.0.2.1' })).toEqual({ ready: true })
  for (const header of [
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-real-ip',
    'x-client-ip',
    'forwarded',
    'via',
    'cf-connecting-ip',
    'true-client-ip',
    'x-envoy-external-address',
  ])
    expect([header, await ready({ headers: { [header]: '192.0.2.1' } })]).toEqual([header, { ready: true }])
  expect(await ready({ headers: { host: 'campaign.example' } })).toEqual({ ready: true })
  expect(await ready({})).toEqual({ ready: true, checks: { database: 'ok' } })
})

it('reports health and readiness', async () => {
  const database = await createTestDatabase()
  const { app } = await createNotesServer(database)
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok', version: '1.2.3' })
  expect((await app.inject('/readyz')).json()).toEqual({ ready: true, checks: { database: 'ok' } })
  const checks = { prayers: { lag: 12, stopped: true } }
  const lagging = await createNotesServer(database, { readiness: async () => ({ ready: false, checks }) })
  const answer = await lagging.app.inject('/readyz')
  expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false, checks }])
  const failing = await createNotesServer(database, { readiness: async () => Promise.reject(new Error('away')) })
  expect((await failing.app.inject('/readyz')).statusCode).toBe(503)
  expect((await failing.app.inject('/healthz')).statusCode).toBe(200)
})

it('measures requests by route, on a local-only listener', async () => {
  const registry = createRegistry()
  const { app } = await createNotesServer(await createTestDatabase(), { registry })
  await app.inject('/api/notes/7')
  await app.inject('/api/ada@example.org')
  const metrics = await listenForMetrics(registry, 0)
  onTestFinished(metrics.close)
  const body = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
  expect(body).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/api\/notes\/:id",status="404"\} 1/)
  expect(body).toContain('route="unmatched"')
  expect(body).toContain('process_resident_memory_bytes')
  expect(body).not.toContain('ada@')
  const proxied = await fetch(`http://127.0.0.1:${metrics.port}/metrics`, { headers: { 'x-real-ip': '192.0.2.1' } })
  expect([proxied.status, await proxied.text()]).toEqual([
    403,
    'Set METRICS_TOKEN to read the metrics from elsewhere.\n',
  ])
  expect((await app.inject('/metrics')).statusCode).toBe(404)
})
