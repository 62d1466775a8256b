import { type ImportKind, importLimits } from '../../../contract/import-fields.ts'
import type { ImportColumn, ImportReport } from '../../../contract/imports.ts'
import { DomainError } from '../../domain/decider.ts'
import { type DelimitedRow, delimitedRows, separatorOf } from '../../domain/imports/delimited-rows.ts'
import { fileText } from '../../domain/imports/file-text.ts'
import {
  type Column,
  columnsOf,
  type ImportField,
  importFields,
  type Mapping,
  missingFields,
  plainHeading,
  platformOf,
  saysUnsubscribed,
} from '../../domain/imports/headings.ts'
import { type Cells, createRowReader, type RowOptions, saidNo } from './import-rows.ts'

export type FileOptions = RowOptions & {
  kind: ImportKind
  chosen: readonly [string, string][]
  remembered: readonly [string, string][]
}

/** The donation of a row, or why it is refused. */
export type ReadRow<Details = unknown> = { line: number } & ({ details: Details } | { reasons: string[] })
export type FileHead = Pick<
  ImportReport,
  'encoding' | 'isEncodingAssumed' | 'separator' | 'platform' | 'columns' | 'missing'
>
export type ImportFile = { head: FileHead; rows: Iterable<ReadRow> }

const refuse = (message: string) => new DomainError('invalid', message)

export const isField = (kind: ImportKind, name: string): name is ImportField =>
  importFields[kind].some((field) => field === name)

function mappingOf(kind: ImportKind, said: readonly [string, string][]): Mapping {
  const mapping = new Map<string, ImportField | null>()
  for (const [heading, name] of said) {
    if (name === '') mapping.set(plainHeading(heading), null)
    else if (isField(kind, name)) mapping.set(plainHeading(heading), name)
  }
  return mapping
}

const separatorNames: { [separator: string]: string } = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/**
 * Reads the cells of the columns that are imported; a file may have any number of others. Of several columns that may
 * say no, the one that does counts.
 */
function cellReader(columns: readonly Column[]): (cells: readonly string[]) => Cells {
  const places = columns.flatMap(({ field }, index) => (field === null ? [] : [[field, index] as const]))
  const answers = columns.flatMap(({ field, heading }, index) => (field === 'optOut' ? [{ heading, index }] : []))
  if (answers.length === 0)
    return (cells) => Object.fromEntries(places.map(([field, index]) => [field, cells[index] ?? '']))
  return (cells) => ({
    ...Object.fromEntries(places.map(([field, index]) => [field, cells[index] ?? ''])),
    optOut: answers.some(({ heading, index }) => saysUnsubscribed(heading, cells[index] ?? '')) ? saidNo : '',
  })
}

/**
 * A file in delimited text, of any columns and encoding. Throws DomainError 'invalid' for what is no such file and for
 * too many rows. Takes seconds for a large file: call it in a thread.
 */
export function readImportFile(file: Uint8Array, { kind, chosen, remembered, ...options }: FileOptions): ImportFile {
  const { text, encoding, isAssumed } = fileText(file)
  const layout = separatorOf(text)
  const rows = delimitedRows(text, layout)
  const first: DelimitedRow | undefined = rows.next().value ?? undefined
  if (!first) throw refuse('This file is empty.')
  if ('problem' in first) throw refuse(`Line ${first.line}: ${first.problem}`)
  if (first.cells.some((cell) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(cell.trim())))
    throw refuse('The first line must name the columns, but it has an email address. Add a line with names above it.')
  const headings = first.cells.filter((heading) => heading.trim() !== '').length
  if (headings > importLimits.columns)
    throw refuse(
      `This file has ${headings.toLocaleString('en-US')} columns. Remove those that you do not need: ${importLimits.columns} at most.`,
    )
  const columns = columnsOf(
    kind,
    first.cells.map((heading) => heading.trim().slice(0, 100)),
    {
      chosen: mappingOf(kind, chosen),
      remembered: mappingOf(kind, remembered),
    },
  )
  const samples: string[][] = []
  for (const row of delimitedRows(text, layout)) {
    if (samples.length > 3) break
    if ('cells' in row) samples.push(row.cells)
  }
  const shown = columns.map(
    (column, index): ImportColumn => ({
      ...column,
      samples: samples.slice(1).map((cells) => (cells[index] ?? '').trim().slice(0, 80)),
    }),
  )
  const head: FileHead = {
    encoding,
    isEncodingAssumed: isAssumed,
    separator: separatorNames[layout.separator] ?? layout.separator,
    platform: platformOf(first.cells),
    // A spreadsheet adds blank columns by the dozen.
    columns: shown.filter(({ heading, samples }) => heading !== '' || samples.some((cell) => cell !== '')),
    missing: missingFields(kind, columns),
  }
  return { head, rows: rowsOf(rows, columns, createRowReader(kind, options)) }
}

function* rowsOf(
  rows: ReturnType<typeof delimitedRows>,
  columns: readonly Column[],
  read: (cells: Cells) => { details: unknown } | { reasons: string[] },
): Generator<ReadRow> {
  const cellsIn = cellReader(columns)
  let count = 0
  for (const row of rows) {
    if (count++ >= importLimits.rows)
      throw refuse(`Split the file: one import takes up to ${importLimits.rows.toLocaleString('en-US')} rows.`)
    const { line } = row
    if ('problem' in row) yield { line, reasons: [row.problem] }
    else if (row.cells.slice(columns.length).some((cell) => cell.trim() !== ''))
      yield {
        line,
        reasons: ['This row has more cells than there are columns. Put commas inside of a cell in quotation marks.'],
      }
    else yield { line, ...read(cellsIn(row.cells)) }
  }
}
