import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { OpenApi } from '../../backend/kernel/http/openapi.ts'
import { createTestApp } from '../support/app/app.ts'
import { routesOf } from '../support/app/served-routes.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { length } from '../support/run/length.ts'
import { nearlyValidBody, nearlyValidUrl } from './near-valid.ts'

/** For even more than test:all: FUZZ_REQUESTS=100000 npx vitest run test/faults/fuzz.long.test.ts */
const requests = Number(process.env.FUZZ_REQUESTS ?? length(10_000, 1000))

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof methods)[number]
const methodOf = (text: string): Method => methods.find((method) => method === text.toUpperCase()) ?? 'GET'

type Target = { method: Method; path: string; operation: OpenApi['paths'][string][string] | null }

/** The documented routes, and others that are served: health checks, the outbox, unknown paths. */
function targetsOf(document: OpenApi, served: { method: string; url: string }[]): Target[] {
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: methodOf(method), path, operation })),
  )
  const others = [...served.map(({ url }) => url.replace(/:(\w+)/g, '{$1}')), '/api', '/api/nothing/{id}', '/nothing']
    .filter((path) => document.paths[path] === undefined)
    .map((path): Target => ({ method: 'GET', path, operation: null }))
  return [...described, ...others]
}

/**
 * Cases that chance meets too seldom: a prayer that is accepted, another under the same key, and one that is too long
 * to read.
 */
const rare = [{ prayer: 'Rain.' }, { prayer: 'Sun.' }, { prayer: 'x'.repeat(300_000) }].map((words) => ({
  method: 'POST' as const,
  url: '/api/prayers',
  body: JSON.stringify({ firstName: 'Ruth', ...words }),
  cookie: '',
  headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'idempotency-key': 'rare' } as const,
}))

const header = fc.string({ unit: 'grapheme-ascii', maxLength: 40 })

it(`${requests} requests, valid and nearly valid, to every route as any role: never 5xx, every API error is JSON with a sentence, and nothing in the log stops a projection`, {
  timeout: 60_000 + requests * 15,
}, async () => {
  const app = await createTestApp({ identity: 'real', log: 'postgres', runs: 'everything' })
  const { http } = app
  const admin = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  const supporter = await signUpAt(app, 'ben@example.org')
  const document: OpenApi = (await http.inject('/api/openapi.json')).json()
  const targets = targetsOf(document, routesOf(app))
  // Most account routes give all callers the same answer, so they get a smaller share.
  const isAccount = ({ path }: Target) => path.startsWith('/api/auth/')
  const target = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...targets.filter((one) => !isAccount(one))) },
    { weight: 1, arbitrary: fc.constantFrom(...targets.filter(isAccount)) },
  )
  const cookie = fc.oneof(fc.constantFrom(admin, admin, supporter, ''), header)
  const headers = fc.record(
    {
      'content-type': fc.oneof(
        { weight: 9, arbitrary: fc.constant('application/json') },
        fc.constantFrom('text/plain', ''),
      ),
      'sec-fetch-site': fc.oneof({ weight: 9, arbitrary: fc.constant('same-origin') }, fc.constant('cross-site')),
      // Often a used one, so that this error is covered too.
      'idempotency-key': fc.oneof(fc.uuid(), { weight: 4, arbitrary: fc.constantFrom('a', 'b') }, header),
      accept: fc.constantFrom('text/html', '*/*', 'application/json'),
      'x-forwarded-for': header,
    },
    { requiredKeys: ['content-type', 'sec-fetch-site'] },
  )
  const request = target.chain((chosen) =>
    fc.record({
      method: fc.oneof({ weight: 9, arbitrary: fc.constant(chosen.method) }, fc.constantFrom(...methods)),
      url: nearlyValidUrl(chosen.path, chosen.operation?.parameters ?? []),
      body: nearlyValidBody(chosen.operation ?? {}),
      // Really signing out would leave the rest of the run to visitors.
      cookie: chosen.path === '/api/auth/logout' ? header : cookie,
      headers,
    }),
  )
  const seen = new Map<number, number>()

  await fc.assert(
    fc.asyncProperty(request, async ({ method, url, body, headers, cookie }) => {
      const answer = await http.inject({
        method,
        url,
        headers: { ...headers, cookie },
        ...(body !== null && { payload: body }),
      })
      seen.set(answer.statusCode, (seen.get(answer.statusCode) ?? 0) + 1)
      expect(answer.statusCode).toBeLessThan(500)
      if (answer.statusCode < 400 || method === 'HEAD' || !url.startsWith('/api')) return
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(answer.json()).toEqual(expect.objectContaining({ message: expect.stringMatching(/^[A-Z].*\.$/) }))
      expect(answer.body).not.toMatch(/\n\s+at |SELECT|INSERT|node_modules/)
    }),
    { numRuns: requests, examples: rare.map((one): [typeof one] => [one]) },
  )

  // A run without any success would prove little.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 405, 413, 415, 422]))
  const { checks } = z
    .object({ checks: z.object({ projector: z.object({ projections: z.array(z.object({ stopped: z.unknown() })) }) }) })
    .parse((await http.inject('/readyz')).json())
  expect(checks.projector.projections.filter(({ stopped }) => stopped !== null)).toEqual([])
})
