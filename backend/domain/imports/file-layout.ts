import { DomainError } from '../decider.ts'
import { delimitedRows, type Layout, separatorOf, separators } from './delimited-rows.ts'
import { type Column, columnsOf, type Mapping } from './headings.ts'
import type { ImportKind } from './usual-headings.ts'

/** `layout.start`: of the line with the headings. */
export type FileLayout = { layout: Layout; headings: readonly string[]; columns: Column[] }
type Mappings = { chosen: Mapping; remembered: Mapping }

/** Lines above the headings: a title, the name of a sheet, a group of columns. */
const mostAbove = 25

const refuse = (message: string) => new DomainError('invalid', message)
const isAddress = (cell: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(cell.trim())

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
      found = { layout, headings: row.cells, columns: columnsIn(kind, row.cells, mappings) }
    }
  return found
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
  if (first.cells.some(isAddress))
    throw refuse('The first line must name the columns, but it has an email address. Add a line with names above it.')
  return {
    layout: { ...layout, start: first.start, line: first.line },
    headings: first.cells,
    columns: isTooWide(first.cells) ? [] : columnsIn(kind, first.cells, mappings),
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
