type FieldsIn<List extends string> = List extends `${infer First}, ${infer Rest}` ? First | FieldsIn<Rest> : List

/** The columns for a list of fields, to be selected under these names: 'id, firstName' are `item.id, item.first_name`. */
export function columnsOf<const List extends string>(table: string, list: List): { [Field in FieldsIn<List>]: string }
export function columnsOf(table: string, list: string): { [field: string]: string } {
  const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(list.split(', ').map((field) => [field, `${table}.${columnOf(field)}`]))
}
