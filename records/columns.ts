import type { Field, ItemRecord } from './fields.ts'

/** Of the fields that were seen; all of them are ours. */
const known = new Map<string, string>()

/** `firstName` -> `first_name`. */
export function columnOf(field: string): string {
  const column = known.get(field) ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  known.set(field, column)
  return column
}

const types = {
  count: 'integer',
  flag: 'boolean',
  moment: 'timestamptz',
  texts: 'text[]',
  group: 'jsonb',
  columns: 'jsonb',
} as const
const typeOf = ({ form, isNullable }: Field): string =>
  `${form in types ? Reflect.get(types, form) : 'text'}${isNullable ? '' : ' NOT NULL'}`

/** The columns of its read table: name and type. */
export const columnsIn = (item: ItemRecord): { [column: string]: string } =>
  Object.fromEntries(Object.entries(item).map(([name, field]) => [columnOf(name), typeOf(field)]))

/** Those that hold names or texts of people. */
export const personalColumns = (item: ItemRecord): string[] =>
  Object.entries(item).flatMap(([name, field]) => ('erased' in field ? [columnOf(name)] : []))
