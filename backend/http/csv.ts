/**
 * A CSV file (RFC 4180): CRLF after every row, quotes where needed. A cell that a spreadsheet would read as a formula
 * gets a leading apostrophe.
 */
export function writeCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map(csvRow).join('')
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(text: string): string {
  const escaped = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  // Spreadsheets set to another language split at semicolons or tabs, and would read a formula behind one.
  return /[",;\t\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
