import { randomInt, randomUUID } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import { z } from 'zod'
import type { PageViewEvent } from '../../../backend/domain/page-variations/page-views.ts'
import { eventSchemas } from '../../../backend/event-schemas/index.ts'

type Described = { [keyword: string]: unknown }
const described = z.record(z.string(), z.unknown())
const list = z.array(described)

/** Characters of four bytes each, at random: what repeats would be compressed before it is indexed. */
export const wideText = (characters: number): string =>
  Array.from({ length: characters }, () => String.fromCodePoint(randomInt(0x20000, 0x2a6df))).join('')

const ascii = (length: number) => Array.from({ length }, () => String.fromCharCode(randomInt(0x61, 0x7b))).join('')

/** Whose events they are, and which of the values that their schemas allow they have. */
type Choice = {
  subject: string
  /** Of every item, so that events meet the rows of the events before. */
  id: number
  /** 0 and even: the largest value of each field; odd: the smallest, null, or none. Words of a list take turns. */
  turn: number
  /** The most that it counts, where that is less than its schema allows: sums of the largest numbers fit no column. */
  max?: number
}

const widestChoice: Choice = { subject: randomUUID(), id: 2_147_483_647, turn: 0 }

const isWide = ({ turn }: Choice) => turn % 2 === 0

function textOf({ stored, max }: Described, choice: Choice): string {
  const wide = isWide(choice)
  switch (stored) {
    case 'text':
      return wide ? wideText(z.int().parse(max)) : ''
    case 'link':
      return wide ? `https://${ascii(z.int().parse(max) - 8)}` : '/'
    case 'uuid':
      return choice.subject
    case 'moment':
      return wide ? '2199-12-31T23:59:59.999Z' : '2199-01-01T00:00Z'
    case 'day':
      return wide ? '2199-12-31' : '2199-01-01'
    case 'clockTime':
      return wide ? '23:59' : '00:00'
    default:
      throw new Error(`A field has no widest text: ${String(stored)}.`)
  }
}

function numberOf({ minimum, maximum }: Described, choice: Choice): number {
  if (minimum === 1) return choice.id
  if (!isWide(choice))
    return typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? minimum : -9_007_199_254
  const largest = typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? maximum : 9_007_199_254
  return Math.min(largest, choice.max ?? largest)
}

/** From the JSON Schema of an event: the largest that may be appended, with one entry in each list, or the smallest. */
function chosen(schema: Described, choice: Choice): unknown {
  const { type, anyOf, items, prefixItems, properties, const: only } = schema
  if (only !== undefined) return only
  if (Array.isArray(schema.enum)) {
    const longestFirst = schema.enum.toSorted((a, b) => String(b).length - String(a).length)
    return longestFirst[choice.turn % longestFirst.length]
  }
  if (anyOf !== undefined) {
    const some = list.parse(anyOf)
    const isNull = !isWide(choice) && some.some((one) => one.type === 'null')
    return isNull ? null : chosen(some.find((one) => one.type !== 'null') ?? {}, choice)
  }
  switch (type) {
    case 'string':
      return textOf(schema, choice)
    case 'integer':
    case 'number':
      return numberOf(schema, choice)
    case 'boolean':
      return isWide(choice)
    case 'array':
      if (prefixItems !== undefined) return list.parse(prefixItems).map((one) => chosen(one, choice))
      return isWide(choice) ? [chosen(described.parse(items), choice)] : []
    case 'object':
      return properties === undefined ? (isWide(choice) ? { [wideText(100)]: 1 } : {}) : fieldsOf(schema, choice)
    default:
      throw new Error(`Unknown in a schema: ${JSON.stringify(schema)}.`)
  }
}

function fieldsOf({ properties, required }: Described, choice: Choice): object {
  const needed = z.array(z.string()).default([]).parse(required)
  const fields = Object.entries(described.parse(properties)).filter(([name]) => isWide(choice) || needed.includes(name))
  return Object.fromEntries(fields.map(([name, one]) => [name, chosen(described.parse(one), choice)]))
}

/** An event of every type with these values; a block of page views has one of each fact. */
export function variedEvents(choice: Choice): { type: string; data: object }[] {
  const events = [...eventSchemas].map(([type, schema]) => ({
    type,
    data: described.parse(chosen(described.parse(z.toJSONSchema(schema, { io: 'input' })), choice)),
  }))
  const isFact = (event: object): event is PageViewEvent => 'type' in event && facts.some((type) => type === event.type)
  const since = '2199-12-31T23:59:59.999Z'
  const views = events.filter(isFact).map((event) => ({ at: since, event }))
  const block = { since, facts: brotliCompressSync(JSON.stringify(views)).toString('base64') }
  return events.map((event) => (event.type === 'PageViewsRecorded' ? { ...event, data: block } : event))
}

/** The largest event of every type, all of one subject. */
export const widestEvents = () => variedEvents(widestChoice)

const facts = ['VariationServed', 'VisitRecorded', 'ConversionCredited']
