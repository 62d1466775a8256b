import type { ItemRecord } from '../../records/fields.ts'

/**
 * The values of a form as text: each field that the form drew. Only types come from the record: its facts would weigh on
 * every page with a form, and a field that the form leaves out is one that the server leaves alone. The server reads a
 * blank text as null where it may be.
 */
export type Written<Item extends ItemRecord> = {
  [Name in keyof Item as Item[Name] extends { form: 'flag' | 'count' | 'texts' | 'columns' } ? never : Name]: string
}

/** The texts in the fields of a row's form. */
export const textsOf = (row: object): { [field: string]: string } =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')]))
