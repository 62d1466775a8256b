import { z } from 'zod'
import type { Field, ItemRecord } from '../records/fields.ts'
import type { ValueOf } from '../records/values.ts'

type Row<Item extends ItemRecord> = { [Name in keyof Item]: z.ZodType<ValueOf<Item[Name]>> }

/** `from`: the day on which its list was imported. */
const furtherColumn = z.object({ heading: z.string(), text: z.string(), from: z.string() })

const shown = (field: Field) => {
  const { form } = field
  if (form === 'group') return z.object(rowOf(field.parts))
  if (form === 'texts') return z.array(z.string())
  if (form === 'columns') return z.array(furtherColumn)
  if (form === 'flag') return z.boolean()
  return form === 'count' ? z.int() : z.string()
}

/** The fields of a row in an answer. */
export function rowOf<Item extends ItemRecord>(item: Item): Row<Item>
export function rowOf(item: ItemRecord): object {
  const fields = Object.entries(item)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, field.isNullable ? shown(field).nullable() : shown(field)]),
  )
}
