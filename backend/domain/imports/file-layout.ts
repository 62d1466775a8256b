import { DomainError } from '../decider.ts'
import { reasonIn } from './consent-cells.ts'
import { delimitedRows, type Layout, separatorOf, separators } from './delimited-rows.ts'
import { type Column, columnsOf, type Mapping } from './headings.ts'
import type { ImportKind } from './usual-headings.ts'

/** `layout.start`: of the line with the headings, or of the first row if there are none. */
export type FileLayout = { layout: Layout; headings: readonly string[]; columns: Column[]; hasHeadings: boolean }
type Mappings = { chosen: Mapping; remembered: Mapping }

/** Lines above the headings: a title, the name of a sheet, a group of columns. */
const mostAbove = 25

const refuse = (message: string) => new DomainError('invalid', message)
/** The first dot of the domain is the only one that is tried, or a cell of dots would take long. */
const isAddress = (cell: string) =>
  /^[^@\s]+@[^@\s][^@\s.]*\.[^@\s]+$|<[^@\s<>]+@[^@\s<>][^@\s<>.]*\.[^@\s<>]+>$/.test(cell.trim())

/** Such a file is refused later; a spreadsheet adds blank columns by the thousand. */
const isTooWide = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length > 1000

const columnsIn = (kind: ImportKind, cells: readonly string[], mappings: Mappings) =>
  columnsOf(
    kind,
    cells.map((heading) => heading.trim().slice(0, 100)),
    mappings,
  )

/** How many fields a line of headings has; 0: no email, or it is the row of a person. */
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
    if (count++ >= mostAbove) return
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

/**
 * A list of people who want no mail is often nothing but addresses. Every line is a row then, since nothing worse can come of it
 * than that a person gets no mail. Null: not one address in the line.
 */
function withoutHeadings(cells: readonly string[], mappings: Mappings): Omit<FileLayout, 'layout'> | null {
  if (cells.filter(isAddress).length !== 1) return null
  const headings = cells.map((_, index) => `Column ${index + 1}`)
  const columns = columnsIn('opt-outs', headings, mappings)
  const email = columns[cells.findIndex(isAddress)]
  if (email && email.how === 'ignored' && !columns.some(({ field }) => field === 'email'))
    Object.assign(email, { field: 'email', how: 'recognized' })
  for (const [index, column] of columns.entries())
    if (column.how === 'ignored' && reasonIn('', cells[index] ?? '') !== null)
      Object.assign(column, { field: 'reason', how: 'recognized' })
  return { headings, columns, hasHeadings: false }
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
  if ('problem' in first) throw refuse(`Line ${first.line}: ${first.problem}`)
  const nameless = kind === 'opt-outs' ? withoutHeadings(first.cells, mappings) : null
  if (nameless) return { layout: { ...layout, start: first.start, line: first.line }, ...nameless }
  if (first.cells.some(isAddress))
    throw refuse('The first line must name the columns, but it has an email address. Add a line with names above it.')
  return {
    layout: { ...layout, start: first.start, line: first.line },
    headings: first.cells,
    columns: isTooWide(first.cells) ? [] : columnsIn(kind, first.cells, mappings),
    hasHeadings: true,
  }
}

/** Text in which every line is one quoted cell, as some editors save a table a second time, without these marks. */
export function withoutOuterMarks(text: string): string {
  if (!/^\s*"/.test(text)) return text
  const lines: string[] = []
  for (const row of delimitedRows(text, { separator: ',', start: 0, line: 1 })) {
    if (!('cells' in row) || row.cells.slice(1).some((cell) => cell !== '') || !/[,;\t]/.test(row.cells[0] ?? ''))
      return text
    lines.push(row.cells[0] ?? '')
  }
  return lines.join('\n')
}
