import type { ImportReport } from '../../../contract/imports.ts'
import { type ImportField, importFieldsOf } from '../../../records/import-fields.ts'
import { type ImportKind, importLimits } from '../../../records/import-kinds.ts'
import { plainHeading } from '../../../records/kept-columns.ts'
import { layoutOf, withoutOuterMarks } from '../../domain/imports/file-layout.ts'
import {
  columnsOf,
  type FieldsByCells,
  type Mapping,
  missingFields,
  platformOf,
} from '../../domain/imports/headings.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { type DelimitedRow, delimitedRows, type Layout } from '../../table-files/delimited-rows.ts'
import type { FileText } from '../../table-files/file-text.ts'
import { hashed, isHash } from './row-cells.ts'

export type FileOptions = {
  kind: ImportKind
  chosen: readonly [string, string][]
  remembered: readonly [string, string][]
}

/** `headings`: without blank ones at the end. `width`: cells of the line with the headings. `samples`: the first rows. */
export type FileHead = Pick<ImportReport, 'encoding' | 'isEncodingAssumed' | 'separator' | 'platform'> & {
  headings: string[]
  width: number
  byCells: FieldsByCells
  samples: string[][]
}
/** A row with all of its cells, without blank ones at the end. `problem`: why it has none. */
export type FileRow = { line: number; cells: string[]; problem?: string }
/** Lines before the rows of a file, and then its rows. */
export type FileStep = { head: FileHead } | FileRow

const refuse = (message: string) => new DomainError('invalid', message)

export const isField = (kind: ImportKind, name: string): name is ImportField =>
  importFieldsOf(kind).some((field) => field === name)

export function mappingOf(kind: ImportKind, said: readonly (readonly [string, string])[]): Mapping {
  const mapping = new Map<string, ImportField | null>()
  for (const [heading, name] of said) {
    if (name === '') mapping.set(plainHeading(heading), null)
    else if (isField(kind, name)) mapping.set(plainHeading(heading), name)
  }
  return mapping
}

const separatorNames: { [separator: string]: string } = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

const widthOf = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/** The rows below the headings, if there are any. */
function tableRows(text: string, layout: Layout, hasHeadings: boolean): Iterable<DelimitedRow> {
  const rows = delimitedRows(text, layout)
  if (hasHeadings) rows.next()
  return rows
}

/**
 * Reads a file in delimited text, of any columns. Throws DomainError 'invalid' for what is no such file and for too many rows.
 * All steps of a large file take seconds.
 */
export function* importFileSteps(
  { text: written, encoding, isAssumed }: FileText,
  { kind, chosen, remembered }: FileOptions,
): Generator<FileStep> {
  const text = withoutOuterMarks(written)
  const mappings = { chosen: mappingOf(kind, chosen), remembered: mappingOf(kind, remembered) }
  const { layout, headings, columns, hasHeadings } = layoutOf(text, kind, mappings)
  const named = headings.filter((heading) => heading.trim() !== '').length
  if (named > importLimits.columns)
    throw refuse(
      `This file has ${named.toLocaleString('en-US')} columns. Remove those that you do not need: ${importLimits.columns} at most.`,
    )
  const samples: string[][] = []
  for (const row of tableRows(text, layout, hasHeadings)) {
    if (samples.length === 3) break
    if ('cells' in row) samples.push(row.cells)
  }
  if (missingFields(kind, columns).includes('email') && [headings, ...samples].some((cells) => cells.some(isHash)))
    throw refuse(hashed)
  // A spreadsheet adds blank columns by the thousand.
  const shown = columns.slice(0, Math.max(widthOf(headings), ...samples.map(widthOf))).map(({ heading }) => heading)
  const byHeadings = columnsOf(kind, shown, mappings)
  yield {
    head: {
      encoding,
      isEncodingAssumed: isAssumed,
      separator: separatorNames[layout.separator] ?? layout.separator,
      platform: platformOf(headings),
      headings: shown,
      width: columns.length,
      byCells: columns.flatMap(({ field }, place) =>
        field !== null && byHeadings[place]?.field === null ? [[place, field]] : [],
      ),
      samples: samples.map((cells) => cells.slice(0, shown.length).map((cell) => cell.trim().slice(0, 80))),
    },
  }
  let count = 0
  for (const row of tableRows(text, layout, hasHeadings)) {
    if (count++ >= importLimits.rows)
      throw refuse(`Split the file: one import takes up to ${importLimits.rows.toLocaleString('en-US')} rows.`)
    const { line } = row
    yield 'problem' in row
      ? { line, cells: [], problem: row.problem }
      : { line, cells: row.cells.slice(0, widthOf(row.cells)) }
  }
}
