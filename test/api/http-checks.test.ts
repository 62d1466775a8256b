import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { securityHeaders } from '../../backend/kernel/http/security-headers.ts'
import { refuseWhileStarting } from '../../backend/kernel/http/starting.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { asAdmin, asSupporter, createNotesServer } from '../support/http/notes-server.ts'

/** The request target exactly as given, on a socket: clients normalize it. */
async function rawGet(
  app: FastifyInstance,
  path: string,
): Promise<{ statusCode: number; headers: IncomingHttpHeaders }> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const sent = request({ port, path, agent: false })
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
    sent.end()
  })
  answer.resume()
  return { statusCode: answer.statusCode ?? 0, headers: answer.headers }
}

const json = { 'content-type': 'application/json' }
const start = async (options?: Parameters<typeof createNotesServer>[1]) =>
  createNotesServer(await createTestDatabase(), options)

describe('the order of the checks', () => {
  // Each request also fails every later check: the earliest one must respond.
  const worst = { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site' }
  const steps = [
    { status: 404, url: '/api/nothing', headers: worst },
    { status: 415, url: '/api/admin/notes/x/approve', headers: worst },
    { status: 403, url: '/api/admin/notes/x/approve', headers: { ...json, 'sec-fetch-site': 'cross-site' } },
    { status: 401, url: '/api/admin/notes/x/approve', headers: json },
    { status: 403, url: '/api/admin/notes/x/approve', headers: { ...json, ...asSupporter } },
    { status: 400, url: '/api/admin/notes/x/approve', headers: { ...json, ...asAdmin } },
  ]
  it.each(steps)('responds with $status for $url', async ({ status, url, headers }) => {
    const { app } = await start()
    const answer = await app.inject({ method: 'POST', url, headers, body: '{"broken' })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual(expect.objectContaining({ message: expect.stringMatching(/\.$/) }))
  })

  it('rate-limits before it reads the body', async () => {
    const { app } = await start({ rateLimits: 'on' })
    const statuses: number[] = []
    for (let time = 0; time < 6; time++) {
      const answer = await app.inject({ method: 'POST', url: '/api/notes', headers: json, body: '{"broken' })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  it('responds with 404 for an unknown note only when the id is valid', async () => {
    const { app } = await start()
    expect((await app.inject('/api/notes/7')).statusCode).toBe(404)
    expect((await app.inject('/api/notes/seven')).statusCode).toBe(400)
  })
})

describe('URLs and methods', () => {
  it('lists the methods of a known URL', async () => {
    const { app } = await start()
    const answer = await app.inject({ method: 'PATCH', url: '/api/notes/1' })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS, PUT')
    const asked = await app.inject({ method: 'OPTIONS', url: '/api/notes/1?x=1' })
    expect([asked.statusCode, asked.headers.allow, asked.body]).toEqual([204, 'GET, HEAD, OPTIONS, PUT', ''])
    expect(asked.headers['access-control-allow-origin']).toBeUndefined()
    // It would send the request back, with its cookie.
    const traced = await app.inject({ method: 'TRACE', url: '/api/notes/1', headers: { cookie: 'session=secret' } })
    expect([traced.statusCode, traced.body.includes('secret')]).toEqual([405, false])
  })

  it('answers HEAD like GET, without the body', async () => {
    const { app } = await start()
    const [get, head] = [await app.inject('/api/notes'), await app.inject({ method: 'HEAD', url: '/api/notes' })]
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      get.headers['content-length'],
      '',
    ])
  })

  it.each(['/api/notes/%zz', '/%ff', '/api/%E0%A4%A'])('rejects the malformed URL %s', async (url) => {
    const { app } = await start()
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ message: 'The address is not valid. Please check it.' })
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) })
  })

  it('shows the 404 page to browsers, only outside the API', async () => {
    const { app } = await start({
      notFoundPage: async (_request, reply) => reply.code(404).type('text/html').send('<h1>Not here</h1>'),
    })
    expect((await app.inject('/nowhere')).body).toBe('<h1>Not here</h1>')
    expect((await app.inject('/api/nowhere')).json()).toEqual({ message: 'There is nothing at this address.' })
  })

  it('does not start with a route that does not declare who may call it', async () => {
    const start = createNotesServer(await createTestDatabase(), {
      before: (app) => app.get('/api/open', async () => 'hi'),
    })
    await expect(start).rejects.toThrow(/Route GET \/api\/open does not declare who may call it/)
  })

  it.each([
    ['a right that does not exist', { right: 'pledges' }, /needs the right pledges, but the rights are notes/],
    ['one among several', { right: ['notes', 'pledges'] }, /needs the right pledges/],
    ['one for a value of a parameter', { rightBy: 'topic', rights: { notes: 'notes', pledges: 'pledges' } }, /pledges/],
    ['no right at all', { right: [] }, /GET \/api\/pledges\/:topic needs a right, but the rights are notes/],
  ])('does not start with a route for staff that names %s', async (_what, policy, problem) => {
    const start = createNotesServer(await createTestDatabase(), {
      before: (app) => app.get('/api/pledges/:topic', { config: { policy } }, async () => 'thanks'),
    })
    await expect(start).rejects.toThrow(problem)
  })

  it('does not start with a route that counts against a form without limits', async () => {
    const config = { policy: 'public', rateLimit: { form: 'pledges' } } as const
    const start = createNotesServer(await createTestDatabase(), {
      before: (app) => app.post('/api/pledges', { config }, async () => 'thanks'),
    })
    await expect(start).rejects.toThrow(/Route POST \/api\/pledges counts against the form pledges/)
  })
})

describe('the body', () => {
  const post = { method: 'POST', url: '/api/notes' } as const

  it.each([
    ['text/plain', 415],
    ['application/json; charset=latin1', 415],
    ['multipart/form-data; boundary=x', 415],
    ['', 415],
    ['application/json', 201],
    ['Application/JSON; charset="UTF-8"', 201],
  ])('sent as %j gets %i', async (type, status) => {
    const { app } = await start()
    const answer = await app.inject({ ...post, headers: { 'content-type': type }, body: '{"title":"Hello"}' })
    expect(answer.statusCode).toBe(status)
  })

  it('is rejected when it is compressed', async () => {
    const { app } = await start()
    const headers = { ...json, 'content-encoding': 'gzip' }
    expect((await app.inject({ ...post, headers, body: 'x' })).statusCode).toBe(415)
  })

  it('is rejected unread when it announces more than 256 KB', async () => {
    const { app } = await start()
    const answer = await app.inject({ ...post, headers: { ...json, 'content-length': '262145' }, body: '{}' })
    expect([answer.statusCode, answer.headers.connection]).toEqual([413, 'close'])
  })

  it.each([
    { body: '{"title":', message: 'The body is not valid JSON in UTF-8.' },
    { body: Buffer.from([0x22, 0xff, 0x22]), message: 'The body is not valid JSON in UTF-8.' },
    { body: '[]', message: 'Please check: body — Send a JSON object.' },
    { body: 'null', message: 'Please check: body — Send a JSON object.' },
    { body: '', message: 'Please check: body — Send a JSON object.' },
    { body: '{}', message: 'Please check: title — This field is required.' },
    { body: '{"title":7}', message: 'Please check: title — This must be text.' },
    { body: '{"title":"a","color":"red"}', message: 'Please check: color — Unknown field.' },
    { body: '{"title":"a","__proto__":{"x":1}}', message: 'Please check: __proto__ — Unknown field.' },
    { body: '{"title":"a","email":"nobody"}', message: 'Please check: email — Enter a valid email address.' },
    { body: '{"title":"a\\u0000"}', message: 'Please check: title — Contains characters that cannot be stored.' },
    { body: '{"title":"\\ud800"}', message: 'Please check: title — Contains characters that cannot be stored.' },
    { body: `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, message: 'The body is nested too deeply.' },
  ])('is rejected: $message', async ({ body, message }) => {
    const { app, made } = await start()
    const answer = await app.inject({ ...post, headers: json, body })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toBe(message)
    expect(made).toEqual([])
  })

  it('names each wrong field', async () => {
    const { app } = await start()
    const answer = await app.inject({ ...post, headers: json, body: '{"email":"x","size":1}' })
    expect(answer.json().errors).toEqual([
      { path: 'title', message: 'This field is required.' },
      { path: 'email', message: 'Enter a valid email address.' },
      { path: 'size', message: 'Unknown field.' },
    ])
  })

  it('may be empty where the contract has none, but must not have fields', async () => {
    const { app } = await start()
    const approve = (body: string) =>
      app.inject({ method: 'POST', url: '/api/admin/notes/1/approve', headers: { ...json, ...asAdmin }, body })
    expect((await approve('')).statusCode).toBe(200)
    expect((await approve('{}')).statusCode).toBe(200)
    expect((await approve('{"isApproved":true}')).json().message).toBe('Please check: isApproved — Unknown field.')
    expect((await approve('7')).statusCode).toBe(400)
  })

  it('must have no query where the contract names none', async () => {
    const { app } = await start()
    const url = '/api/admin/notes/1/approve'
    const approve = (query: string) => app.inject({ method: 'POST', url: url + query, headers: asAdmin })
    expect((await approve('?')).statusCode).toBe(200)
    expect((await approve('?force=1')).json().message).toBe('Please check: force — Unknown field.')
  })

  it('is checked in the query string too', async () => {
    const { app } = await start()
    expect((await app.inject('/api/notes?limit=51')).json().errors).toHaveLength(1)
    expect((await app.inject('/api/notes?limit=5&limit=6')).statusCode).toBe(400)
    expect((await app.inject('/api/notes?color=red')).json().message).toBe('Please check: color — Unknown field.')
  })
})

describe('the origin of an unsafe request', () => {
  const cookie = asAdmin.cookie
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:80' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'none' }, 403],
    [{ origin: 'http://localhost:80' }, 200],
    [{ origin: 'https://localhost:80' }, 403],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{}, 403],
  ])('%j with a cookie gets %i', async (headers, status) => {
    const { app } = await start()
    const answer = await app.inject({
      method: 'POST',
      url: '/api/admin/notes/1/approve',
      headers: { ...headers, cookie },
    })
    expect(answer.statusCode).toBe(status)
  })

  it('is not required from a command line without a cookie', async () => {
    const { app } = await start()
    expect((await app.inject({ method: 'POST', url: '/api/notes', body: { title: 'Hello' } })).statusCode).toBe(201)
  })

  it('is compared with the configured one, whatever the host', async () => {
    const { app } = await start({ origin: ['https://www.example.org/'] })
    const ask = async (origin: string) =>
      (await app.inject({ method: 'POST', url: '/api/notes', headers: { origin }, body: { title: 'Hello' } }))
        .statusCode
    expect(await ask('https://www.example.org')).toBe(201)
    expect(await ask('http://localhost:80')).toBe(403)
  })
})

describe('every response', () => {
  it('has the security headers, including errors', async () => {
    const { app } = await start({ production: true })
    for (const url of ['/api/notes', '/api/nowhere', '/api/notes/x', '/about', '/%zz', '/healthz'])
      expect((await app.inject(url)).headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'strict-transport-security': 'max-age=63072000',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'permissions-policy': expect.any(String),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
  })

  it('requires https of hosts below the site’s only when asked to', () =>
    expect(securityHeaders({ isHttps: true, hasHttpsSubdomains: true })['strict-transport-security']).toBe(
      'max-age=63072000; includeSubDomains',
    ))

  it('does not require https in development', async () => {
    const { app } = await start()
    expect((await app.inject('/api/notes')).headers['strict-transport-security']).toBeUndefined()
  })

  it('under /api is never cached', async () => {
    const { app } = await start()
    expect((await app.inject('/api/notes')).headers['cache-control']).toBe('no-store')
    expect((await app.inject('/about')).headers['cache-control']).toBeUndefined()
  })

  it.each(['/%61pi/notes', '/a%70i/notes', 'http://localhost/api/notes', '/api/notes'])(
    'is not stored by caches and waits for the start when asked for as %s',
    async (url) => {
      let isOpen = true
      const { app } = await start({ before: (app) => refuseWhileStarting(app, () => isOpen) })
      const head = async () => {
        const { statusCode, headers } = await rawGet(app, url)
        return [statusCode, headers['cache-control']]
      }
      expect(await head()).toEqual([200, 'no-store'])
      isOpen = false
      expect(await head()).toEqual([503, 'no-store'])
    },
  )

  it('knows the signed-in person, however the URL is written', async () => {
    const { app } = await start()
    const answer = await app.inject({ method: 'DELETE', url: '/%61pi/admin/notes/7', headers: asSupporter })
    expect(answer.statusCode).toBe(403)
  })

  it('has our request id', async () => {
    const { app } = await start()
    const answer = await app.inject({
      url: '/api/notes',
      headers: { 'x-request-id': 'theirs', 'request-id': 'theirs' },
    })
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })

  it('contains only fields of its schema', async () => {
    const { app } = await start()
    expect((await app.inject('/api/leak?fits=yes')).json()).toEqual({ id: 1, title: 'A note' })
  })
})

it.each([
  ['cross-site', 403],
  ['same-site', 403],
  ['none', 200],
  ['same-origin', 200],
])('a read of the console that comes %s gets %i', async (site, status) => {
  const { app } = await createNotesServer(await createTestDatabase(), {
    before: (server) => {
      server.get('/api/admin/export', { config: { policy: { right: 'notes' } } }, async () => 'rows')
    },
  })
  const headers = { cookie: 'session=admin', 'sec-fetch-site': site }
  expect((await app.inject({ url: '/api/admin/export', headers })).statusCode).toBe(status)
})
