import type { ImportReport } from '../../../contract/imports.ts'
import type { ImportKind } from '../../../records/import-kinds.ts'

/** A file in the shape of an export that people have, in our own words, and what a dry run says of it. */
export type Shape = {
  name: string
  kind: ImportKind
  file: string | Buffer
  expected: Partial<
    Pick<
      ImportReport,
      'rows' | 'added' | 'refused' | 'refunded' | 'repeated' | 'addedAmount' | 'refundedAmount' | 'platform'
    >
  >
}

type Cell = string | number
/** One cell as CSV has it. */
const cell = (value: Cell, separator: string) => {
  const text = String(value)
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const table = (headings: string, rows: readonly (readonly Cell[])[], separator = ','): string =>
  [
    headings.split('|').map((heading) => cell(heading, separator)),
    ...rows.map((row) => row.map((one) => cell(one, separator))),
  ]
    .map((cells) => cells.join(separator))
    .join('\n')
