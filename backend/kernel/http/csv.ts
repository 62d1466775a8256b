/** null: an empty cell. */
export type CsvCell = string | number | boolean | null

/** At the beginning of a file: without it, Excel takes the file for Windows-1252 and spoils every accent. */
export const byteOrderMark = '\uFEFF'

/**
 * A CSV file (RFC 4180), marked as UTF-8: CRLF after every row, quotes where needed. A cell that a spreadsheet would read as a formula
 * gets a leading apostrophe, also behind blanks, which some take off; full-width signs count too, since spreadsheets in Asian
 * languages read them the same.
 */
export function writeCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return byteOrderMark + [header, ...rows].map(csvRow).join('')
}

export const csvRow = (cells: readonly CsvCell[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(value: CsvCell): string {
  const text = textOf(value)
  const escaped = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/.test(text) ? `'${text}` : text
  // Spreadsheets in other locales split at semicolons or tabs, and would read a formula behind one.
  return /[",;\t\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

function textOf(value: CsvCell): string {
  if (value === null) return ''
  // V8 caches the text of a number that `String` returns, until it has moved to the old heap: 22 MB for a million ids.
  return typeof value === 'number' ? JSON.stringify(value) : String(value)
}
