import type { ImportColumn, ImportReport } from '../../../contract/imports.ts'
import { type ImportField, importFieldsOf } from '../../../records/import-fields.ts'
import { type ImportKind, importLimits } from '../../../records/import-kinds.ts'
import { consentIn, reasonIn } from '../../domain/imports/consent-cells.ts'
import { layoutOf, withoutOuterMarks } from '../../domain/imports/file-layout.ts'
import {
  type Column,
  isInCents,
  type Mapping,
  missingFields,
  plainHeading,
  platformOf,
} from '../../domain/imports/headings.ts'
import { paymentOf } from '../../domain/imports/payment-cells.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { type DelimitedRow, delimitedRows, type Layout } from '../../table-files/delimited-rows.ts'
import type { FileText } from '../../table-files/file-text.ts'
import { hasOtherOrder } from '../../table-files/moments.ts'
import { zoneInHeading } from '../../table-files/time-zones.ts'
import { createRowReader } from './import-rows.ts'
import { type Cells, hashed, isHash, type RowOptions } from './row-cells.ts'

export type FileOptions = Omit<RowOptions, 'isMixed'> & {
  kind: ImportKind
  chosen: readonly [string, string][]
  remembered: readonly [string, string][]
}

/** Content of a row, with notes on how it was read, or why it is refused. */
export type ReadRow<Details = unknown> = { line: number } & (
  | { details: Details; notes?: string[] }
  | { reasons: string[] }
)
export type FileHead = Pick<
  ImportReport,
  'encoding' | 'isEncodingAssumed' | 'separator' | 'platform' | 'columns' | 'missing'
>
/** Lines before the rows of a file, and then its rows; null: a step without either. */
export type FileStep = { head: FileHead } | ReadRow | null

const refuse = (message: string) => new DomainError('invalid', message)

export const isField = (kind: ImportKind, name: string): name is ImportField =>
  importFieldsOf(kind).some((field) => field === name)

function mappingOf(kind: ImportKind, said: readonly [string, string][]): Mapping {
  const mapping = new Map<string, ImportField | null>()
  for (const [heading, name] of said) {
    if (name === '') mapping.set(plainHeading(heading), null)
    else if (isField(kind, name)) mapping.set(plainHeading(heading), name)
  }
  return mapping
}

const separatorNames: { [separator: string]: string } = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/** Joint answer of the columns of a row that have one of some fields: the first of `order` that one of them says. */
function joinedAnswer<Answer extends string>(
  columns: readonly Column[],
  field: ImportField,
  among: readonly ImportField[],
  answerOf: (heading: string, cell: string) => Answer | null,
  order: readonly Answer[],
): ((cells: readonly string[]) => Cells) | null {
  const places = columns.flatMap((column, index) =>
    column.field !== null && among.includes(column.field) ? [{ heading: column.heading, index }] : [],
  )
  if (places.length === 0) return null
  return (cells) => {
    const said = places.map(({ heading, index }) => answerOf(heading, cells[index] ?? ''))
    return { [field]: order.find((answer) => said.includes(answer)) ?? '' }
  }
}

const amountFields: readonly ImportField[] = ['amount', 'refundedAmount']

/** '2500' below a heading such as 'amount_in_cents' is 25.00. */
const inDollars = (cell: string, isCents: boolean): string => {
  const [, sign = '', digits = ''] = isCents ? (/^\s*(-?)(\d{1,12})\s*$/.exec(cell) ?? []) : []
  return digits === '' ? cell : `${sign}${(Number(digits) / 100).toFixed(2)}`
}

const reasonFields: readonly ImportField[] = ['optOut', 'reason', 'consentSource', 'consentAt']

/**
 * Reads the cells of the columns that are imported; a file may have any number of others. Of several columns that may
 * say no, the one that does counts.
 */
function cellReader(columns: readonly Column[]): (cells: readonly string[]) => Cells {
  const places = columns.flatMap(({ field, heading }, index) =>
    field === null ? [] : [[field, index, amountFields.includes(field) && isInCents(heading)] as const],
  )
  const answers = [
    joinedAnswer(columns, 'optOut', ['optOut'], consentIn, ['no', 'unconfirmed', 'yes']),
    joinedAnswer(columns, 'paymentStatus', ['paymentStatus'], paymentOf, [
      'other',
      'failed',
      'refund',
      'refunded',
      'partly',
    ]),
    joinedAnswer(columns, 'reason', reasonFields, reasonIn, ['complained', 'unsubscribed', 'bounced']),
  ].filter((answer) => answer !== null)
  return (cells) =>
    Object.assign(
      Object.fromEntries(places.map(([field, index, isCents]) => [field, inDollars(cells[index] ?? '', isCents)])),
      ...answers.map((answer) => answer(cells)),
    )
}

/** The zones that headings such as 'Created date (UTC)' name, by field. */
const zonesOf = (columns: readonly Column[]) =>
  Object.fromEntries(
    columns.flatMap(({ field, heading }) => {
      const zone = field === null ? null : zoneInHeading(heading)
      return zone === null ? [] : [[`${field}`, zone]]
    }),
  )

/**
 * Reads a file in delimited text, of any columns; no row where fields are missing. Throws DomainError 'invalid' for what is no
 * such file and for too many rows. All steps of a large file take seconds.
 */
export function* importFileSteps(
  { text: written, encoding, isAssumed }: FileText,
  { kind, chosen, remembered, ...options }: FileOptions,
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
  const shown = columns.map(
    (column, index): ImportColumn => ({
      ...column,
      samples: samples.map((cells) => (cells[index] ?? '').trim().slice(0, 80)),
    }),
  )
  const missing = missingFields(kind, columns)
  if (missing.includes('email') && [headings, ...samples].some((cells) => cells.some(isHash))) throw refuse(hashed)
  const head: FileHead = {
    encoding,
    isEncodingAssumed: isAssumed,
    separator: separatorNames[layout.separator] ?? layout.separator,
    platform: platformOf(headings),
    // A spreadsheet adds blank columns by the dozen.
    columns: shown.filter(({ heading, samples }) => heading !== '' || samples.some((cell) => cell !== '')),
    missing,
  }
  yield { head }
  if (missing.length > 0) return
  const isMixed = yield* hasOtherDates(tableRows(text, layout, hasHeadings), columns, options.isDayFirst)
  const read = createRowReader(kind, { ...options, isMixed, zones: zonesOf(columns) })
  yield* rowsOf(tableRows(text, layout, hasHeadings), columns, read)
}

/** The rows below the headings, if there are any. */
function tableRows(text: string, layout: Layout, hasHeadings: boolean): Iterable<DelimitedRow> {
  const rows = delimitedRows(text, layout)
  if (hasHeadings) rows.next()
  return rows
}

const dateFields: readonly (ImportField | null)[] = ['createdAt', 'refundedAt', 'consentAt']
const mayHaveOtherOrder = /^\s*\d{1,2}[-/.]\d{1,2}[-/.]\d/

/** True when some row has the day and the month in the other order than was chosen, so that 9/2 in another one means nothing. */
function* hasOtherDates(
  rows: Iterable<DelimitedRow>,
  columns: readonly Column[],
  isDayFirst: boolean,
): Generator<null, boolean> {
  const places = columns.flatMap(({ field }, index) => (dateFields.includes(field) ? [index] : []))
  if (places.length === 0) return false
  for (const row of rows) {
    yield null
    if ('problem' in row) continue
    for (const place of places) {
      const cell = row.cells[place] ?? ''
      if (mayHaveOtherOrder.test(cell) && hasOtherOrder(cell, isDayFirst)) return true
    }
  }
  return false
}

const tooManyCells = 'This row has more cells than there are columns. Put commas inside of a cell in quotation marks.'

/** A line below the table, such as 'Total', or 'Generated on March 1'; it names no person. */
const isFootnote = (cells: readonly string[]) =>
  !cells.some((cell) => cell.includes('@')) &&
  /^\W*(?:(?:grand |sub-? ?)?totals?\b|subtotal|sum\b|count\b|average\b|report\b|generated|exported|printed|created (?:by|on)|end of|rows?:|records?\b|notes?\b|page \d|source:|filters?\b|\d+ (?:rows|records|contacts|donations|people)\b)/i.test(
    cells.find((cell) => cell.trim() !== '') ?? '',
  )

/** Why a line is no row of the table; null: it is one. */
function noRow(cells: readonly string[], columns: readonly Column[]): string | null {
  const isHeadings = columns.every(({ heading }, index) => plainHeading(cells[index] ?? '') === plainHeading(heading))
  if (isHeadings) return 'This line has the headings again.'
  if (isFootnote(cells)) return 'This line is a total or a note, not a person.'
  return cells.slice(columns.length).some((cell) => cell.trim() !== '') ? tooManyCells : null
}

function* rowsOf(
  rows: Iterable<DelimitedRow>,
  columns: readonly Column[],
  read: (cells: Cells) => { details: unknown; notes?: string[] } | { reasons: string[] },
): Generator<ReadRow> {
  const cellsIn = cellReader(columns)
  let count = 0
  for (const row of rows) {
    if (count++ >= importLimits.rows)
      throw refuse(`Split the file: one import takes up to ${importLimits.rows.toLocaleString('en-US')} rows.`)
    const { line } = row
    const problem = 'problem' in row ? row.problem : noRow(row.cells, columns)
    if ('problem' in row || problem !== null) yield { line, reasons: [problem ?? ''] }
    else yield { line, ...read(cellsIn(row.cells)) }
  }
}
