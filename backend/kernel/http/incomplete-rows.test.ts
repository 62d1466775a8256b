import { expect, it } from 'vitest'
import { z } from 'zod'
import { serializerCompiler } from './schemas.ts'

const row = z.object({
  id: z.int(),
  name: z.string(),
  hours: z.enum(['Weekdays', 'Weekends']).nullable(),
  kind: z.enum(['one', 'two']),
  interests: z.array(z.string()),
  at: z.iso.datetime(),
})
const fits = { id: 1, name: 'Ruth', hours: null, kind: 'one', interests: [], at: '2026-03-01T12:00:00.000Z' }
const told: string[] = []

function answered(schema: z.ZodType, answer: unknown): unknown {
  told.length = 0
  const compile = serializerCompiler(({ message }) => void told.push(message))
  return JSON.parse(compile({ schema, method: 'GET', url: '/rows' })(answer))
}

it('a row that does not fit is sent without what does not, with its mark, and the other rows as they are', () => {
  const other = { ...fits, id: 2, hours: 'Mornings', secret: 'left out' }
  expect(answered(z.array(row), [fits, other])).toEqual([fits, { ...fits, id: 2, hours: null, notShown: ['hours'] }])
  expect(told).toEqual(['The answer of GET /rows does not match its schema: 1.hours (invalid_value).'])
})

it('blank values stand where the schema takes one, at any depth of the row; others are missing', () => {
  const strange = { id: 1, name: null, hours: null, kind: 'three', interests: ['a', 2], at: 'noon' }
  const { kind: _, ...blank } = { ...fits, name: '', at: '1970-01-01T00:00:00.000Z' }
  expect(answered(z.array(row), [strange])).toEqual([{ ...blank, notShown: ['name', 'kind', 'interests', 'at'] }])
})

it('a list inside of an answer, and a single item, are marked too', () => {
  const list = z.object({ rows: z.array(row), total: z.int() })
  const marked = { ...fits, hours: null, notShown: ['hours'] }
  expect(answered(list, { rows: [{ ...fits, hours: 'Noon' }], total: 1 })).toEqual({ rows: [marked], total: 1 })
  expect(answered(row, { ...fits, hours: 'Noon' })).toEqual(marked)
})

it.each([
  ['a total', z.object({ rows: z.array(row), total: z.int() }), { rows: [fits], total: '1' }],
  ['an answer without an id', z.object({ isSignedIn: z.boolean() }), { isSignedIn: null }],
  ['a row that is no object', z.array(row), [fits, 'Ruth']],
  ['a list of words', z.array(z.string()), ['a', 2]],
])('%s that does not fit is an error, as before', (_what, schema, answer) => {
  expect(() => answered(schema, answer)).toThrow(/does not match its schema/)
  expect(told).toEqual([])
})
