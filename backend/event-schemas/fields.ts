import { z } from 'zod'
import type { Fact } from '../kernel/eventlog/decider.ts'

/** Requires a schema for exactly the fields of these data. */
type Fields<Data> = { [Field in keyof Data]-?: z.ZodType<Data[Field]> }

/** One schema for every event of a topic: a missing event or field does not compile. */
export type FieldsOf<Event extends Fact> = { [E in Event as E['type']]: Fields<E['data']> }

/** The largest integer of a column. */
const maxInteger = 2_147_483_647

/** Ids that are shown: of a sequence. */
export const id = z.int().min(1).max(maxInteger)
export const count = z.int().min(0).max(maxInteger)
/** Where the column is a bigint. */
export const largeCount = z.int().min(0)
export const share = z.number().min(0).max(1)
export const flag = z.boolean()

const isShort = (value: string, max: number) => value.length <= max || [...value].length <= max
const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0')

/** Up to `max` characters (code points, as in PostgreSQL) that PostgreSQL and JSON can represent. */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => isShort(value, max) && isStorable(value), {
      error: ({ input }) =>
        isShort(String(input), max) ? 'has characters that cannot be stored.' : `has more than ${max} characters.`,
    })
    .meta({ stored: 'text', max })

/** Names that we generate: versions, hashes, random ids. */
export const name = text(100)

export const email = text(255)

/** A value for a column of type uuid, such as a subject. */
export const uuid = z
  .string()
  .regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'is no UUID.')
  .meta({ stored: 'uuid' })

/** PostgreSQL has no year 0, and a date far away is a typing error. */
const isInRange = (iso: string) => iso >= '1900' && iso < '2200'

/** Checks the day in a date such as 2026-02-28; every month has 28 days. */
function isOnCalendar(day: string): boolean {
  const [year, month, number] = [day.slice(0, 4), day.slice(5, 7), day.slice(8, 10)].map(Number)
  if (year === undefined || month === undefined || number === undefined) return false
  if (month < 1 || month > 12 || number < 1) return false
  return number <= 28 || number <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const momentShape = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?Z$/

export const isMoment = (value: string) =>
  momentShape.test(value) && isInRange(value) && isOnCalendar(value.slice(0, 10))

export const notMoment = 'is no time from 1900 to 2199, in UTC.'

/** ISO 8601 in UTC, from 1900 to 2199. */
export const moment = z.string().refine(isMoment, notMoment).meta({ stored: 'moment' })

/** Such as 2026-05-09. */
export const day = z
  .string()
  .refine(
    (value) => /^\d{4}-\d\d-\d\d$/.test(value) && isInRange(value) && isOnCalendar(value),
    'is no day from 1900 to 2199.',
  )
  .meta({ stored: 'day' })

/** Such as 18:30. */
export const clockTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'is no time of day.')
  .meta({ stored: 'clockTime' })

/** A link in an email, percent-encoded: a longer one does not fit into the index of links. */
export const link = z
  .string()
  .regex(/^[\x21-\x7e]{1,2000}$/, 'is longer than 2,000 characters, or not encoded.')
  .meta({ stored: 'link', max: 2000 })

/** One word of a union, all of which are listed: a missing word does not compile. */
export const everyOf =
  <Word extends string>() =>
  <const Words extends readonly Word[]>(...words: [Word] extends [Words[number]] ? Words : never) =>
    z.enum<Words>(words)

export const listOf = <Item extends z.ZodType>(item: Item, max = 10_000) => z.array(item).max(max)

/** An object inside of an event: unknown fields are refused, as in the event itself. */
export const group = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape)
