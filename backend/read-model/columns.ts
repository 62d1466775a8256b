import { columnOf } from '../../records/columns.ts'
import type { ItemRecord } from '../../records/fields.ts'

type FieldsIn<List extends string> = List extends `${infer First}, ${infer Rest}` ? First | FieldsIn<Rest> : List

/** The columns for a list of fields, to be selected under these names: 'id, firstName' are `item.id, item.first_name`. */
export function columnsOf<const List extends string>(table: string, list: List): { [Field in FieldsIn<List>]: string }
export function columnsOf(table: string, list: string): { [field: string]: string } {
  return Object.fromEntries(list.split(', ').map((field) => [field, `${table}.${columnOf(field)}`]))
}

/** The columns of an item's fields, under their names. */
export function recordColumns<Item extends ItemRecord>(table: string, item: Item): { [Field in keyof Item]: string }
export function recordColumns(table: string, item: ItemRecord): { [field: string]: string } {
  return Object.fromEntries(Object.keys(item).map((field) => [field, `${table}.${columnOf(field)}`]))
}
