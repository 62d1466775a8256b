import type { z } from 'zod'
import type { Field, ItemRecord } from '../../records/fields.ts'
import { columnLimits } from '../../records/kept-columns.ts'
import type { ValueOf } from '../../records/values.ts'
import { clockTime, count, day, flag, group, listOf, moment, text } from './fields.ts'

type Stored<Item extends ItemRecord> = { [Name in keyof Item]: z.ZodType<ValueOf<Item[Name]>> }

function filled(field: Field) {
  switch (field.form) {
    case 'texts':
      return listOf(text(field.max), field.maxTexts)
    case 'columns':
      return listOf(
        group({ heading: text(columnLimits.heading), text: text(columnLimits.text), from: day }),
        columnLimits.columns,
      )
    case 'count':
      return count
    case 'flag':
      return flag
    case 'moment':
      return moment
    case 'day':
      return day
    case 'clockTime':
      return clockTime
    case 'group':
      return group(stored(field.parts))
    case 'text':
    case 'email':
    case 'url':
      return text(field.max)
  }
}

/** The same where an event may lack them, because no form sends them. */
export function storedIfKnown<Item extends ItemRecord>(
  item: Item,
): { [Name in keyof Item]: z.ZodType<ValueOf<Item[Name]> | undefined> }
export function storedIfKnown(item: ItemRecord): object {
  return Object.fromEntries(Object.entries(stored(item)).map(([name, schema]) => [name, schema.optional()]))
}

/** The fields of an item as its events hold them. */
export function stored<Item extends ItemRecord>(item: Item): Stored<Item>
export function stored(item: ItemRecord): object {
  return Object.fromEntries(
    Object.entries(item).map(([name, field]) => [name, field.isNullable ? filled(field).nullable() : filled(field)]),
  )
}
