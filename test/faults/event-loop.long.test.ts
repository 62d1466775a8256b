import type { LightMyRequestResponse } from 'fastify'
import { expect, it } from 'vitest'
import { fileKinds } from '../../backend/kernel/http/body.ts'
import type { JsonSchema, OpenApi } from '../../backend/kernel/http/openapi.ts'
import { importLimits } from '../../records/import-kinds.ts'
import { createTestApp } from '../support/app/app.ts'
import { routesOf, type ServedRoute } from '../support/app/served-routes.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { longestHold, maxHold } from '../support/run/loop-hold.ts'

const maxBody = 250 * 1024 // bytes: what a body of JSON may have
const tries = 3

type Attempt = { url: string; method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'; type: string; body: string; what: string }

const methodOf = (text: string) =>
  (['POST', 'PUT', 'PATCH', 'DELETE'] as const).find((one) => one === text.toUpperCase())

/** Slow for patterns, for trimming, for counting characters, for Markdown, and for comparing texts. */
const pieces = [
  ' ',
  'a',
  'a@',
  'a.',
  '@',
  '-',
  '\u0301',
  '\u200d',
  '🌽',
  '[',
  '![](',
  '*a ',
  '`',
  '<',
  '&#',
  'http://a.',
  '{{',
]

const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

const fieldsOf = ({ properties }: JsonSchema): [string, JsonSchema][] =>
  Object.entries(isSchema(properties) ? properties : {}).flatMap(([name, field]) =>
    isSchema(field) ? [[name, field]] : [],
  )

/** Text, or a list of texts; other fields are left as small as they can be. */
function hostileValue({ type, anyOf, items, enum: values }: JsonSchema, text: string): unknown {
  if (Array.isArray(values)) return values[0]
  if (Array.isArray(anyOf)) return isSchema(anyOf[0]) ? hostileValue(anyOf[0], text) : null
  const kind = Array.isArray(type) ? type[0] : type
  if (kind === 'array') return isSchema(items) ? [hostileValue(items, text)] : []
  if (kind === 'integer' || kind === 'number') return 1
  return kind === 'boolean' ? true : text
}

function bodiesFor(schema: JsonSchema): { what: string; body: string }[] {
  const fields = fieldsOf(schema)
  // As long as a body can be, and as long as the longest fields may be.
  const texts = [maxBody / Math.max(1, fields.length) / 4, 50_000, 5000, 250]
  const filledBodies = texts.flatMap((length) =>
    pieces.map((piece) => ({
      what: `${length} × ${JSON.stringify(piece)}`,
      body: JSON.stringify(
        Object.fromEntries(fields.map(([name, field]) => [name, hostileValue(field, filled(piece, length))])),
      ),
    })),
  )
  const unknown = JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, 0])))
  return [
    ...filledBodies.filter(({ body }) => Buffer.byteLength(body) <= maxBody),
    { what: 'unknown fields', body: unknown },
    { what: 'zeros', body: `[${'0,'.repeat(maxBody / 2 - 2)}0]` },
    { what: 'brackets', body: `${'['.repeat(maxBody / 2)}${']'.repeat(maxBody / 2)}` },
    ...fields.map(([name]) => ({ what: `a long ${name}`, body: `{"${name}":[${'"",'.repeat(maxBody / 3 - 40)}""]}` })),
  ]
}

const idIn = (path: string) => path.replace(/\{\w+\}/g, '1')

function attemptsOn(document: OpenApi): Attempt[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([word, { requestBody }]) => {
      const [type = '', content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const method = methodOf(word)
      if (!method || !content || type !== 'application/json') return []
      return bodiesFor(content.schema).map((body) => ({ url: idIn(path), method, type, ...body }))
    }),
  )
}

const headings = 'firstName,lastName,email,amount,createdAt'
const lines = (text: string) => `${headings}\n${text.repeat(Math.floor((fileKinds.csv.limit - 100) / text.length))}`
const donors = Array.from({ length: importLimits.rows - 1 }, (_, n) => `Ruth,Gray,r${n}@example.org,5,2026-03-01`)

/** As large as files may be. */
const files: Attempt[] = [
  ['blank lines', lines('\n')],
  ['lines of one letter', lines('a\n')],
  ['commas', lines(',')],
  ['quotation marks', lines('"')],
  ['breaks in a cell', `${headings}\n"${'\r'.repeat(19_000)}"`],
  ['as many donations as one file may have', [headings, ...donors].join('\n')],
  ['rows that are refused', [headings, ...donors.map(() => '=1,=1,=1,=1,=1')].join('\n')],
].flatMap(([what = '', body = '']) =>
  ['/api/admin/imports/donations/check'].map((url) => ({
    url,
    method: 'POST' as const,
    type: 'text/csv',
    body,
    what,
  })),
)

const bytes = (text: string) => Buffer.byteLength(text)

/** Cells for which patterns may look again and again, as long as files have them that are not read in a thread. */
const cells = [
  ...pieces.map((piece) => filled(piece, Math.floor((3900 / bytes(piece)) * piece.length))),
  ...['-', '.', ' ', ', ', '\t'].map((piece) => `1${filled(piece, 3900)}x`),
  `${'@.a'.repeat(66)}${' '.repeat(790)}!`,
  `${'@.a'.repeat(200)}${'.a;'.repeat(120)}!`,
].map((cell) => `"${cell.replaceAll('"', '')}"`)

const rowsOfCells: Attempt[] = [
  ['donations', 'firstName,lastName,email,amount,createdAt,paymentId,refundedAmount,address,state,zipCode'],
  ['volunteers', 'name,email,phone,skills,availability,interests,consentSource,consentAt'],
  ['opt-outs', 'email,reason,consentAt'],
].map(([kind = '', names = '']) => ({
  url: `/api/admin/imports/${kind}/check`,
  method: 'POST' as const,
  type: 'text/csv',
  body: [names, ...cells.flatMap((cell) => names.split(',').map((_, at) => `${','.repeat(at)}${cell}`))].join('\n'),
  what: `cells that are slow to look through, ${kind}`,
}))

const otherFiles: Attempt[] = [
  { url: '/api/profile/photo', method: 'PUT', type: 'image/png', body: filled('PNG', 5_000_000), what: 'no picture' },
  {
    url: '/api/moderation/models',
    method: 'POST',
    type: 'application/octet-stream',
    body: filled('[', 5_000_000),
    what: 'no model',
  },
]

const forms: { what: string; body: string }[] = [
  ['many fields', Array.from({ length: 28_000 }, (_, n) => `f${n}=1`).join('&')],
  ['one field many times', 'name=1&'.repeat(maxBody / 7)],
  ['line ends', `prayer=${'%0D%0A'.repeat(maxBody / 6 - 10)}`],
  ['broken percent signs', `name=${'%'.repeat(maxBody - 10)}`],
].map(([what = '', body = '']) => ({ what, body }))

/** Patterns of the paths that take something else than JSON. */
const filesOf = (document: OpenApi): RegExp[] =>
  Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.values(operations).some(({ requestBody }) => requestBody && !('application/json' in requestBody.content))
      ? [new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)]
      : [],
  )

/** Routes that the description of the API leaves out: forms of pages without scripts, and reports of mail providers. */
const otherAttempts = (document: OpenApi, routes: ServedRoute[]): Attempt[] =>
  routes.flatMap(({ method: word, url }) => {
    const [method, path] = [methodOf(word), url.replace(/:(\w+)/g, '{$1}')]
    if (!method || document.paths[path] !== undefined) return []
    const type = 'application/x-www-form-urlencoded'
    const posted = forms.map((form) => ({ url: idIn(path), method, type, ...form }))
    const sent = bodiesFor({}).map((body) => ({ url: idIn(path), method, type: 'application/json', ...body }))
    return [...posted, ...sent]
  })

it('no request blocks the event loop, whatever its body contains', { timeout: 600_000 }, async () => {
  const app = await createTestApp({
    identity: 'real',
    log: 'postgres',
    runs: 'everything',
    env: { RATE_LIMITS: 'off' },
  })
  const cookie = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  const document: OpenApi = (await app.http.inject('/api/openapi.json')).json()
  const attempts = [
    ...files,
    ...rowsOfCells,
    ...otherFiles,
    ...attemptsOn(document),
    ...otherAttempts(document, routesOf(app)),
  ]
  expect(filesOf(document).filter((path) => !attempts.some(({ url }) => path.test(url)))).toEqual([])
  const limit = maxHold()

  async function holdOf({ url, method, type, body }: Attempt): Promise<number> {
    const payload = Buffer.from(body)
    let answer: LightMyRequestResponse | undefined
    const hold = await longestHold(async () => {
      answer = await app.http.inject({
        method,
        url,
        payload,
        headers: { 'content-type': type, 'sec-fetch-site': 'same-origin', cookie },
      })
    })
    expect(answer?.statusCode, `${method} ${url}: ${answer?.body}`).not.toBe(500)
    return hold
  }

  const slow: string[] = []
  for (const attempt of attempts) {
    if (attempt.url === '/api/auth/logout') continue
    let hold = await holdOf(attempt)
    // The first time, code is compiled; at any time, memory may be tidied up.
    for (let time = 1; time < tries && hold > limit; time++) hold = Math.min(hold, await holdOf(attempt))
    if (hold > limit) slow.push(`${attempt.method} ${attempt.url}, ${attempt.what}: ${hold.toFixed()} ms`)
  }
  expect(slow).toEqual([])
})
