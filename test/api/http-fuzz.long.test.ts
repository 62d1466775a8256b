import fc from 'fast-check'
import type { HTTPMethods } from 'fastify'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../support/database/database.ts'
import { asAdmin, asSupporter, createNotesServer } from '../support/http/notes-server.ts'
import { length } from '../support/run/length.ts'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']

const url = fc.oneof(
  fc.constantFrom('/api/notes', '/api/notes/1', '/api/admin/notes/1', '/api/admin/notes/1/approve', '/api/anything'),
  fc.constantFrom('/api/session', '/api/docs', '/api/openapi.json', '/api', '/api/', '/api//notes', '/api/notes/'),
  fc.string({ unit: 'grapheme' }).map((text) => `/api/notes/${encodeURIComponent(text.toWellFormed())}`),
  fc
    .string({ unit: fc.constantFrom('%', '0', 'z', 'f', '/', '?', '&', '=', ';', '.', '[', '~') })
    .map((text) => `/api/notes/${text}`),
  fc.string({ unit: 'grapheme-ascii' }).map((text) => `/api/notes?${encodeURI(text)}`),
)

const header = fc.string({ unit: 'grapheme-ascii', maxLength: 40 })
const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 3, arbitrary: fc.constant('application/json') },
      fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16', ';', ''),
      header,
    ),
    'sec-fetch-site': fc.oneof({ weight: 3, arbitrary: fc.constant('same-origin') }, header),
    'idempotency-key': fc.oneof(fc.uuid(), header),
    'content-encoding': fc.constantFrom('identity', 'gzip', 'x'),
    origin: header,
    accept: header,
    'x-forwarded-for': header,
    cookie: fc.oneof(fc.constantFrom(asAdmin.cookie, asSupporter.cookie, 'session=%zz', '=', ';;'), header),
  },
  { requiredKeys: [] },
)

const body = fc.oneof(
  fc.json(),
  fc
    .record({ title: fc.string({ unit: 'binary' }), email: fc.option(fc.emailAddress()) })
    .map((value) => JSON.stringify(value)),
  fc.jsonValue({ depthSize: 'large' }).map((value) => JSON.stringify({ title: value, ['__proto__']: value })),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
)

it('no method, URL, header or body causes a 5xx, and every error under /api is JSON with a sentence', async () => {
  const { app } = await createNotesServer(await createTestDatabase())
  await app.ready()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), url, headers, fc.option(body), async (method, url, headers, body) => {
      const answer = await app.inject({ method, url, headers, ...(body !== null && { body }) })
      expect(answer.statusCode).toBeLessThan(500)
      if (answer.statusCode < 400 || method === 'HEAD') return
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.json()).toEqual(expect.objectContaining({ message: expect.stringMatching(/./) }))
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }),
    { numRuns: length(3000, 500) },
  )
})
