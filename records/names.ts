import type { ItemRecord } from './fields.ts'

/** The name of each field on screens. */
export function labelsOf<Item extends ItemRecord>(item: Item): { readonly [Name in keyof Item]: string }
export function labelsOf(item: ItemRecord): object {
  return Object.fromEntries(Object.entries(item).map(([name, { label }]) => [name, label]))
}

export function namesOf<Item extends ItemRecord>(item: Item): Extract<keyof Item, string>[]
export function namesOf(item: ItemRecord): string[] {
  return Object.keys(item)
}

/** Stands for a field that an older event lacks, on screens and in files. */
export const notRecorded = 'Not recorded'

/** On screens and in files, of the sentence that a person read beside a form. */
export const agreedLabel = 'What they agreed to'
