import { expect, it } from 'vitest'
import { z } from 'zod'
import { eventFacts } from '../topics/index.ts'
import { eventFields } from './index.ts'

type Described = { [keyword: string]: unknown }
const described = z.record(z.string(), z.unknown())
const list = z.array(described)

/** Forms in which a text says nothing but a time or a random number. */
const fixedForms = ['uuid', 'moment', 'day', 'clockTime']

/** True when a value of this schema may hold words that are not ours to choose, at any depth. */
function mayHoldText(schema: Described): boolean {
  const { type, anyOf, items, prefixItems, properties, stored } = schema
  if (schema.enum !== undefined || schema.const !== undefined) return false
  if (anyOf !== undefined) return list.parse(anyOf).some(mayHoldText)
  if (type === 'string') return !fixedForms.some((form) => form === stored)
  if (type === 'array') return list.parse(prefixItems ?? [items]).some(mayHoldText)
  // Without properties, its keys are any text.
  if (type === 'object') return properties === undefined || Object.values(described.parse(properties)).some(isOfText)
  return type === undefined
}
const isOfText = (schema: unknown) => mayHoldText(described.parse(schema))

const textFields = Object.entries(eventFields).flatMap(([type, fields]) =>
  Object.entries<z.ZodType>(fields).flatMap(([field, schema]) =>
    mayHoldText(described.parse(z.toJSONSchema(schema, { io: 'input' }))) ? [`${type}.${field}`] : [],
  ),
)

const named = (what: 'personal' | 'impersonal') =>
  [...eventFacts].flatMap(([type, facts]) => Object.keys(facts[what] ?? {}).map((field) => `${type}.${field}`))

it('every text of every event is personal, or its topic says why not', () => {
  const said = [...named('personal'), ...named('impersonal')]
  expect(textFields.filter((field) => !said.includes(field))).toEqual([])
})

it('no field is said to be both, and only texts are said to be impersonal, each with a reason', () => {
  const impersonal = named('impersonal')
  expect(impersonal.filter((field) => named('personal').includes(field))).toEqual([])
  expect(impersonal.filter((field) => !textFields.includes(field))).toEqual([])
  const reasons = [...eventFacts.values()].flatMap(({ impersonal = {} }) => Object.values(impersonal))
  expect(reasons.filter((reason) => !/^[A-Z].{10,}\.$/.test(reason))).toEqual([])
})
