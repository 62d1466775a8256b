import fc from 'fast-check'
import type { JsonSchema, Operation, Parameter } from '../../backend/kernel/http/openapi.ts'

/** Requests generated from the API description: mostly valid, with everything that can go wrong around that. */

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

const wildText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    "'; DROP TABLE x; --",
    '<script>alert(1)</script>',
    '=1+1',
    '😀'.repeat(99),
  ),
  fc.constant('x'.repeat(6000)),
)

const knownText: { [name: string]: fc.Arbitrary<string> } = {
  email: fc.oneof(fc.emailAddress(), fc.constantFrom('a@b.co', 'A@B.CO ', 'ada@example.org', 'ben@example.org')),
  password: fc.constantFrom('password', 'a long enough passphrase', 'x'.repeat(200), ''),
}

/** By the format of a schema: ordinary ones, and those at the ends of what JavaScript and PostgreSQL can store. */
const times = fc.constantFrom(
  '2026-11-03T18:30:00.000Z',
  '2199-12-31T23:59:59.999Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
)
const days = fc.constantFrom('2026-11-03', '2024-02-29', '2199-12-31', '0000-01-01', '0001-01-01', '9999-12-31')
const formatted: { [format: string]: fc.Arbitrary<string> } = { date: days, 'date-time': times }

/** A value that matches the schema, as far as the schema says. */
export function fitting(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const { enum: values, anyOf, type, properties, required, items, format } = schema
  if (Array.isArray(values)) return fc.constantFrom(...list(values))
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.filter(isSchema).map((one) => fitting(one, name)))
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => fitting({ ...schema, type: one }, name)))
  switch (type) {
    case 'object': {
      const fields = Object.entries(isSchema(properties) ? properties : {})
      const model = Object.fromEntries(fields.map(([key, field]) => [key, fitting(isSchema(field) ? field : {}, key)]))
      const requiredKeys = fields.map(([key]) => key).filter((key) => list(required).includes(key))
      return fc.record(model, { requiredKeys })
    }
    case 'array':
      return fc.array(fitting(isSchema(items) ? items : {}), { maxLength: 5 })
    case 'string':
      return knownText[name] ?? formatted[String(format)] ?? wildText
    case 'integer':
      return fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer())
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

const oneFieldWrong = (body: unknown) =>
  fc
    .record({
      name: fc.oneof(fc.constantFrom(...Object.keys(Object(body)), 'authorId'), fc.string()),
      value: fc.jsonValue(),
    })
    .map(({ name, value }) => ({ ...Object(body), [name]: value }))

/** The bytes of a body; null: no body. */
export function nearlyValidBody({ requestBody }: Pick<Operation, 'requestBody'>): fc.Arbitrary<string | null> {
  const right = fitting(requestBody?.content['application/json']?.schema ?? { type: 'object' })
  const asJson = (value: unknown) => JSON.stringify(value)
  return fc.oneof(
    { weight: 5, arbitrary: right.map(asJson) },
    { weight: 3, arbitrary: right.chain(oneFieldWrong).map(asJson) },
    fc.json(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(null, '', '{', '[]', 'null', '{"__proto__":{"a":1}}', '['.repeat(500), `"${'x'.repeat(300_000)}"`),
  )
}

const wildSegment = fc.oneof(
  fc.constantFrom('0', '-1', '1.5', '1e3', '99999999999', '%00', '%zz', '..', '%2f', 'NaN'),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
)
const id = fc.oneof(fc.integer({ min: 1, max: 30 }).map(String), wildSegment)

const daysFilter = fc.tuple(days, days).map(([from, to]) => `from:${from},to:${to}`)

/** '/api/admin/prayers/{id}?page=2' */
export function nearlyValidUrl(path: string, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const segmentOf = (name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {}
    return Array.isArray(schema.enum) ? fc.oneof(fc.constantFrom(...schema.enum.map(String)), wildSegment) : id
  }
  const segments = fc.tuple(...names.map(segmentOf))
  const query = fc.dictionary(
    fc.oneof(
      fc.constantFrom('page', 'limit', 'before', ...parameters.map(({ name }) => name)),
      fc.string({ maxLength: 5 }),
    ),
    fc.oneof(
      fc.integer({ min: 0, max: 60 }).map(String),
      fc.string({ unit: 'grapheme', maxLength: 10 }),
      days,
      daysFilter,
    ),
    { maxKeys: 3 },
  )
  return fc.tuple(segments, fc.option(query, { freq: 2 })).map(([values, asked]) => {
    const address = values.reduce((url, value, index) => url.replace(`{${names[index]}}`, () => value), path)
    if (asked === null || Object.keys(asked).length === 0) return address
    const pairs = Object.entries(asked).map((pair) =>
      pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='),
    )
    return `${address}?${pairs.join('&')}`
  })
}
