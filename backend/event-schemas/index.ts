import { z } from 'zod'
import type { NullableFields } from '../kernel/eventlog/upcasters.ts'
import type { DomainEvent } from '../topics/index.ts'
import { type FieldsOf, isMoment, notMoment } from './fields.ts'
import { forum } from './forum.ts'
import { mails } from './mail.ts'
import { pageVariations } from './page-variations.ts'
import { people } from './people.ts'
import { publications } from './publications.ts'
import { records } from './records.ts'
import { supporters } from './supporters.ts'

/** The fields of every event that may be appended. */
export const eventFields = {
  ...forum,
  ...mails,
  ...pageVariations,
  ...people,
  ...publications,
  ...records,
  ...supporters,
} satisfies FieldsOf<DomainEvent>

/** By event type; compiled when the first event of the type is appended. */
export const eventSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(eventFields).map(([type, fields]) => [type, z.strictObject(fields)]),
)

/** The fields of every event that may be null, and have to be there in a new one. */
export const nullableFields: NullableFields = new Map(
  Object.entries(eventFields).map(([type, fields]) => [type, Object.entries<z.ZodType>(fields).flatMap(ifNullable)]),
)

function ifNullable([field, schema]: [string, z.ZodType]): string[] {
  return schema.safeParse(null).success && !schema.safeParse(undefined).success ? [field] : []
}

/**
 * Why an event must not be appended, in one sentence without any of its data; null when nothing is wrong with it.
 * Recorded events are never checked again. `at`: from its metadata.
 */
export function problemWith(type: string, data: unknown, at: string): string | null {
  const schema = eventSchemas.get(type)
  if (!schema) return `${type} is no event of ours.`
  if (!isMoment(at)) return `This cannot be recorded: its time ${notMoment}`
  const [issue] = schema.safeParse(data).error?.issues ?? []
  if (!issue) return null
  const isOurs = issue.code === 'custom' || issue.code === 'invalid_format'
  return `This cannot be recorded: ${issue.path.join('.')} ${isOurs ? issue.message : 'is not what it has to be.'}`
}
