import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { PageViewEvent } from '../../../backend/domain/page-views.ts'
import { eventSchemas } from '../../../backend/event-schemas/index.ts'
import { packViews } from '../../../backend/topics/page-view-blocks.ts'

type Described = { [keyword: string]: unknown }
const described = z.record(z.string(), z.unknown())
const list = z.array(described)

/** Characters of four bytes each, at random: what repeats would be compressed before it is indexed. */
export const wideText = (characters: number): string =>
  Array.from({ length: characters }, () => String.fromCodePoint(randomInt(0x20000, 0x2a6df))).join('')

const ascii = (length: number) => Array.from({ length }, () => String.fromCharCode(randomInt(0x61, 0x7b))).join('')

/** One subject for all, so that events meet the rows of the events before. */
const subject = randomUUID()

function widestText({ stored, max }: Described): string {
  switch (stored) {
    case 'text':
      return wideText(z.int().parse(max))
    case 'link':
      return `https://${ascii(z.int().parse(max) - 8)}`
    case 'uuid':
      return subject
    case 'moment':
      return '2199-12-31T23:59:59.999Z'
    case 'day':
      return '2199-12-31'
    case 'clockTime':
      return '23:59'
    default:
      throw new Error(`A field has no widest text: ${String(stored)}.`)
  }
}

/** From the JSON Schema of an event: the largest that may be appended, with one entry in each list. */
function widest(schema: Described): unknown {
  const { type, anyOf, items, prefixItems, properties, maximum, const: only } = schema
  if (only !== undefined) return only
  if (Array.isArray(schema.enum)) return schema.enum.toSorted((a, b) => String(b).length - String(a).length)[0]
  if (anyOf !== undefined) return widest(list.parse(anyOf).find((one) => one.type !== 'null') ?? {})
  switch (type) {
    case 'string':
      return widestText(schema)
    case 'integer':
    case 'number':
      return typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? maximum : 9_007_199_254
    case 'boolean':
      return true
    case 'array':
      return prefixItems === undefined ? [widest(described.parse(items))] : list.parse(prefixItems).map(widest)
    case 'object':
      return properties === undefined
        ? { [wideText(100)]: 1 }
        : Object.fromEntries(
            Object.entries(described.parse(properties)).map(([name, one]) => [name, widest(described.parse(one))]),
          )
    default:
      throw new Error(`Unknown in a schema: ${JSON.stringify(schema)}.`)
  }
}

/** The largest event of every type; a block of page views has the largest of each fact. */
export function widestEvents(): { type: string; data: object }[] {
  const events = [...eventSchemas].map(([type, schema]) => ({
    type,
    data: described.parse(widest(described.parse(z.toJSONSchema(schema, { io: 'input' })))),
  }))
  const isFact = (event: object): event is PageViewEvent => 'type' in event && facts.some((type) => type === event.type)
  const views = events.filter(isFact).map((event) => ({ at: '2199-12-31T23:59:59.999Z', event }))
  return events.map((event) => (event.type === 'PageViewsRecorded' ? { ...event, data: packViews(views) } : event))
}

const facts = ['VariationServed', 'VisitRecorded', 'ConversionCredited']
