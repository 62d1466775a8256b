import type { ImportKind } from '../../../records/import-kinds.ts'
import { plainHeading } from '../../../records/kept-columns.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import {
  addressesIn,
  type DelimitedRow,
  delimitedRows,
  type Layout,
  separatorOf,
  separators,
} from '../../table-files/delimited-rows.ts'
import { reasonIn } from './consent-cells.ts'
import { type Column, columnsOf, type Mapping } from './headings.ts'

/** `layout.start`: of the line with the headings, or of the first row if there are none. */
export type FileLayout = { layout: Layout; headings: readonly string[]; columns: Column[]; hasHeadings: boolean }
type Mappings = { chosen: Mapping; remembered: Mapping }

/** Lines above the headings: a title, the name of a sheet, a group of columns. */
const maxAbove = 25

/** Characters of the first line in which an address is looked for. */
const maxOfLine = 10_000

const refuse = (message: string) => new DomainError('invalid', message)
/** The first dot of the domain is the only one that is tried, or a cell of dots would take long. */
const isNameWithAddress = (cell: string) => /<[^@\s<>]+@[^@\s<>][^@\s<>.]*\.[^@\s<>]+>$/.test(cell.trim())
const isAddress = (cell: string) => /^[^@\s]+@[^@\s][^@\s.]*\.[^@\s]+$/.test(cell.trim()) || isNameWithAddress(cell)

/** Such a file is refused later; a spreadsheet adds blank columns by the thousand. */
const isTooWide = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length > 1000

const columnsIn = (kind: ImportKind, cells: readonly string[], mappings: Mappings) =>
  columnsOf(
    kind,
    cells.map((heading) => heading.trim().slice(0, 100)),
    mappings,
  )

/** Number of fields in a line of headings; 0: no email, or it is the row of a person. */
function fieldsIn(kind: ImportKind, cells: readonly string[], mappings: Mappings): number {
  if (isTooWide(cells) || cells.some(isAddress)) return 0
  const columns = columnsIn(kind, cells, mappings)
  const fields = new Set(columns.flatMap(({ field }) => field ?? []))
  return fields.has('email') ? fields.size : 0
}

/** The first lines of a file, from its first line on. */
function* firstRows(text: string, layout: Layout) {
  let count = 0
  for (const row of delimitedRows(text, layout)) {
    if (count++ >= maxAbove) return
    yield row
  }
}

/** The line below a title that names the columns, with any separator; null: none does. */
function headingsBelow(text: string, kind: ImportKind, mappings: Mappings, first: Layout): FileLayout | null {
  let [most, found]: [number, FileLayout | null] = [kind === 'opt-outs' ? 0 : 1, null]
  for (const separator of [first.separator, ...separators.filter((one) => one !== first.separator)])
    for (const row of firstRows(text, { ...first, separator })) {
      if (!('cells' in row)) continue
      const count = fieldsIn(kind, row.cells, mappings)
      if (count <= most) continue
      most = count
      const layout = { separator, start: row.start, line: row.line }
      found = { layout, headings: row.cells, columns: columnsIn(kind, row.cells, mappings), hasHeadings: true }
    }
  return found
}

/** Rows that are looked at to learn what stands in the columns of a list without headings. */
const maxLookedAt = 1000

function* someRows(text: string, layout: Layout) {
  let count = 0
  for (const row of delimitedRows(text, layout)) {
    if (count++ >= maxLookedAt) return
    yield row
  }
}

type Nameless = Omit<FileLayout, 'headings' | 'hasHeadings'> & { headings: string[]; hasHeadings: false }

/** Columns by their number; those with a reason are known by their cells. */
function numbered(text: string, layout: Layout, emailAt: number, width: number, mappings: Mappings): Nameless {
  const headings = Array.from({ length: width }, (_, index) => `Column ${index + 1}`)
  const columns = columnsIn('opt-outs', headings, mappings)
  const email = columns[emailAt]
  if (email && email.how === 'ignored' && !columns.some(({ field }) => field === 'email'))
    Object.assign(email, { field: 'email', how: 'recognized' })
  for (const row of someRows(text, layout))
    if ('cells' in row)
      for (const [index, column] of columns.entries())
        if (column.how === 'ignored' && reasonIn('', row.cells[index] ?? '') !== null)
          Object.assign(column, { field: 'reason', how: 'recognized' })
  return { layout, headings, columns, hasHeadings: false }
}

/** Number of columns of a table whose rows have their one address in the same column; null: it is no such table. */
function widthOfTable(text: string, layout: Layout, emailAt: number): number | null {
  let width = 1
  for (const row of someRows(text, layout)) {
    if ('problem' in row) return null
    const { cells } = row
    const isElsewhere = cells.some((cell, index) => index !== emailAt && addressesIn(cell).length > 0)
    const email = cells[emailAt] ?? ''
    if (isElsewhere || (addressesIn(email).length > 0 && !isAddress(email))) return null
    width = Math.max(width, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
  }
  return width
}

/**
 * A list of people who want no mail is often nothing but addresses, or what was pasted from a mail program. Every line is a row
 * then, since nothing worse can come of it than that a person gets no mail. Null: no address in the first line.
 */
function withoutHeadings(text: string, first: DelimitedRow, layout: Layout, mappings: Mappings): FileLayout | null {
  const emailAt = 'cells' in first ? first.cells.findIndex(isAddress) : -1
  const width = emailAt < 0 ? null : widthOfTable(text, layout, emailAt)
  if (width !== null) return numbered(text, layout, emailAt, width, mappings)
  const list = { ...layout, isList: true }
  const line = text.slice(layout.start, layout.start + maxOfLine).split(/[\r\n]/, 1)[0] ?? ''
  return addressesIn(line).length === 0 ? null : numbered(text, list, 0, 2, mappings)
}

/**
 * The column that has addresses and nothing else, where no heading of a list of people who want no mail says which one it is. One
 * address in all rows is that of the campaign.
 */
function findAddresses(text: string, layout: Layout, columns: readonly Column[], chosen: Mapping): void {
  if (columns.some(({ field }) => field === 'email')) return
  const seen = columns.map(() => new Set<string>())
  const open = new Set(
    columns.flatMap(({ heading, field }, index) =>
      field === null && !chosen.has(plainHeading(heading)) ? [index] : [],
    ),
  )
  let count = -1
  for (const row of someRows(text, layout)) {
    if (count++ < 0 || !('cells' in row)) continue
    for (const index of open) {
      const cell = row.cells[index] ?? ''
      if (isAddress(cell)) seen[index]?.add(cell)
      else if (cell.trim() !== '') open.delete(index)
    }
  }
  const found = [...open].filter((index) => (seen[index]?.size ?? 0) > (count > 1 ? 1 : 0))
  const email = columns[found[0] ?? -1]
  if (email && found.length === 1) Object.assign(email, { field: 'email', how: 'recognized' })
}

/**
 * Where the table starts: mostly in the first line, but below a title or the name of a sheet where such a line names no column
 * with addresses and a later one does. Throws DomainError 'invalid' with what to do.
 */
export function layoutOf(text: string, kind: ImportKind, mappings: Mappings): FileLayout {
  const layout = separatorOf(text)
  const first = delimitedRows(text, layout).next().value ?? undefined
  if (!first) throw refuse('This file is empty.')
  const isTable = 'cells' in first && fieldsIn(kind, first.cells, mappings) > 0
  const below = isTable ? null : headingsBelow(text, kind, mappings, layout)
  if (below) return below
  if (kind === 'opt-outs') {
    const { line } = first
    const nameless = withoutHeadings(
      text,
      first,
      { ...layout, line, ...('start' in first && { start: first.start }) },
      mappings,
    )
    if (nameless) return nameless
  }
  if ('problem' in first) throw refuse(`Line ${first.line}: ${first.problem}`)
  if (first.cells.some(isAddress))
    throw refuse('The first line must name the columns, but it has an email address. Add a line with names above it.')
  const table = { ...layout, start: first.start, line: first.line }
  const columns = isTooWide(first.cells) ? [] : columnsIn(kind, first.cells, mappings)
  if (kind === 'opt-outs') findAddresses(text, table, columns, mappings.chosen)
  return { layout: table, headings: first.cells, columns, hasHeadings: true }
}

/** Text in which every line is one quoted cell, as some editors save a table a second time, without these marks. */
export function withoutOuterMarks(text: string): string {
  if (!/^\s*"/.test(text)) return text
  const lines: string[] = []
  for (const row of delimitedRows(text, { separator: ',', start: 0, line: 1 })) {
    const [cell = '', ...others] = 'cells' in row ? row.cells : []
    // A name and an address, as mail programs write them, are no row of a table.
    if (others.some((other) => other !== '') || !/[,;\t]/.test(cell) || isNameWithAddress(cell)) return text
    lines.push(cell)
  }
  return lines.join('\n')
}
