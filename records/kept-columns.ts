import { listColumns, nullableTexts } from './fields.ts'

/** Words of imported lists about a person beyond the fields of the record; no form asks for them. */
export const keptColumns = {
  tags: nullableTexts(100, { label: 'Tags', maxTexts: 60, isFound: true }),
  furtherColumns: listColumns({ label: 'Further columns', isFound: true }),
}

/** A column that no field took. `from`: the day on which its list was imported. */
export type FurtherColumn = { heading: string; text: string; from: string }

/** Of one person; characters. */
export const columnLimits = { columns: 60, heading: 200, text: 500 }

/** A heading without case, blanks and signs: 'E-Mail_Address ' is 'emailaddress'. */
export const plainHeading = (heading: string): string =>
  heading
    .normalize('NFKC')
    .replace(/^\ufeff/, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Columns with one key are the same column, in all lists. */
export const columnKey = (heading: string): string => plainHeading(heading) || heading

/** The columns of two lists: what the newer one says, and the rest of the older one. A text that both have keeps its day. */
export function withColumns(older: readonly FurtherColumn[], newer: readonly FurtherColumn[]): FurtherColumn[] {
  const columns = new Map(older.map((column) => [columnKey(column.heading), column]))
  for (const column of newer) {
    const key = columnKey(column.heading)
    const known = columns.get(key)
    if (known?.text !== column.text) columns.set(key, { ...column, heading: known?.heading ?? column.heading })
  }
  // In one order, so that equal columns are equal as JSON.
  return [...columns.values()].map(({ heading, text, from }) => ({ heading, text, from }))
}

/** The tags of two lists, each once. */
export const withTags = (older: readonly string[], newer: readonly string[]): string[] => {
  const tags = new Map<string, string>()
  for (const tag of [...older, ...newer]) if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  return [...tags.values()]
}
