import { z } from 'zod'
import { notShown } from '../../../records/http/incomplete-rows.ts'

type Fields = { [field: string]: unknown }

/** Values that say nothing, one of which most fields accept. */
const blanks: readonly unknown[] = [null, '', 0, false, [], {}, '1970-01-01T00:00:00.000Z', '1970-01-01']

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema itself, without what may stand in its place, such as null. */
function bare(schema: unknown): unknown {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? bare(schema.unwrap()) : schema
}

/** A row without the values that do not fit, with the names of their fields. */
function withMark(schema: z.ZodObject, row: Fields): Fields {
  const left: string[] = []
  const shown = Object.entries(schema.shape).map(([field, one]): [string, unknown] => {
    if (!(one instanceof z.ZodType)) return [field, undefined]
    const parsed = one.safeParse(row[field])
    if (parsed.success) return [field, parsed.data]
    left.push(field)
    return [field, blanks.find((blank) => one.safeParse(blank).success)]
  })
  return { ...Object.fromEntries(shown), [notShown]: left }
}

/**
 * An answer in which some rows do not fit their schema: those are marked (records/http/incomplete-rows.ts), since one row must
 * not hide a list. Rows are the objects in a list, and an answer whose id fits. Null: something else does not fit.
 */
export function withIncompleteRows(schema: unknown, answer: unknown): { shown: unknown } | null {
  const inner = bare(schema)
  if (!(inner instanceof z.ZodType)) return null
  const parsed = inner.safeParse(answer)
  if (parsed.success) return { shown: parsed.data }
  if (inner instanceof z.ZodArray && Array.isArray(answer)) {
    const row = bare(inner.element)
    const items = answer.map((item) => {
      const fits = row instanceof z.ZodType ? row.safeParse(item) : null
      if (fits?.success) return { shown: fits.data }
      return row instanceof z.ZodObject && isObject(item) ? { shown: withMark(row, item) } : null
    })
    return items.includes(null) ? null : { shown: items.map((item) => item?.shown) }
  }
  if (!(inner instanceof z.ZodObject && isObject(answer))) return null
  const { id } = inner.shape
  if (id instanceof z.ZodType) return id.safeParse(answer.id).success ? { shown: withMark(inner, answer) } : null
  const fields = Object.entries(inner.shape).map(
    ([field, one]) => [field, withIncompleteRows(one, answer[field])] as const,
  )
  if (fields.some(([, field]) => field === null)) return null
  return { shown: Object.fromEntries(fields.map(([name, field]) => [name, field?.shown])) }
}
