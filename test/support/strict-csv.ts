/** The rows of a CSV file as RFC 4180 has it, with a byte order mark. Throws for anything else. */
export function strictCsv(file: string): { [heading: string]: string }[] {
  if (!file.startsWith('\ufeff')) throw new Error('No byte order mark.')
  const rows: string[][] = [[]]
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/y
  cell.lastIndex = 1
  while (cell.lastIndex < file.length) {
    const [, written = '', end] = cell.exec(file) ?? []
    if (end === undefined || end === '') throw new Error(`No cell of RFC 4180 in row ${rows.length}.`)
    rows.at(-1)?.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written)
    if (end === '\r\n') rows.push([])
  }
  const [headings = [], ...table] = rows.slice(0, -1)
  return table.map((cells, index) => {
    if (cells.length !== headings.length) throw new Error(`Row ${index + 2} has ${cells.length} cells.`)
    return Object.fromEntries(headings.map((heading, place) => [heading, cells[place] ?? '']))
  })
}
