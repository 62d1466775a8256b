import { maxImportCell } from '../../../contract/imports.ts'
import type { ImportField } from '../../../records/import-fields.ts'
import type { ImportKind } from '../../../records/import-kinds.ts'
import { plainHeading } from '../../../records/kept-columns.ts'
import { consentIn, reasonIn } from '../../domain/imports/consent-cells.ts'
import { type Column, isInCents, keptHeadings } from '../../domain/imports/headings.ts'
import { paymentOf } from '../../domain/imports/payment-cells.ts'
import { hasOtherOrder } from '../../table-files/moments.ts'
import { zoneInHeading } from '../../table-files/time-zones.ts'
import type { FileRow } from './import-files.ts'
import { createRowReader } from './import-rows.ts'
import type { Cells, KeptCell, RowOptions } from './row-cells.ts'

/** Content of a row, with notes on how it was read, or why it is refused. */
export type ReadRow<Details = unknown> = { line: number } & (
  | { details: Details; notes?: string[] }
  | { reasons: string[] }
)

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
    field === null || field === 'furtherColumns'
      ? []
      : [[field, index, amountFields.includes(field) && isInCents(heading)] as const],
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

const dateFields: readonly (ImportField | null)[] = ['createdAt', 'refundedAt', 'consentAt']
const mayHaveOtherOrder = /^\s*\d{1,2}[-/.]\d{1,2}[-/.]\d/

/** True of a row with the day and the month in the other order than was chosen, so that 9/2 in another one means nothing. Null: no column has days. */
export const isInOtherOrder = (columns: readonly Column[], isDayFirst: boolean) => {
  const places = columns.flatMap(({ field }, index) => (dateFields.includes(field) ? [index] : []))
  if (places.length === 0) return null
  return ({ cells }: FileRow): boolean =>
    places.some((place) => {
      const cell = cells[place]?.slice(0, 100) ?? ''
      return mayHaveOtherOrder.test(cell) && hasOtherOrder(cell, isDayFirst)
    })
}

const tooManyCells = 'This row has more cells than there are columns. Put commas inside of a cell in quotation marks.'

/** A line below the table, such as 'Total', or 'Generated on March 1'; it names no person. */
const isFootnote = (cells: readonly string[]) =>
  !cells.some((cell) => cell.includes('@')) &&
  /^\W*(?:(?:grand |sub-? ?)?totals?\b|subtotal|sum\b|count\b|average\b|report\b|generated|exported|printed|created (?:by|on)|end of|rows?:|records?\b|notes?\b|page \d|source:|filters?\b|\d+ (?:rows|records|contacts|donations|people)\b)/i.test(
    cells.find((cell) => cell.trim() !== '') ?? '',
  )

/** Why a line is no row of the table; null: it is one. */
function noRow(cells: readonly string[], columns: readonly Column[], width: number): string | null {
  const isHeadings = columns.every(({ heading }, index) => plainHeading(cells[index] ?? '') === plainHeading(heading))
  if (isHeadings) return 'This line has the headings again.'
  if (isFootnote(cells)) return 'This line is a total or a note, not a person.'
  return cells.slice(width).some((cell) => cell.trim() !== '') ? tooManyCells : null
}

/** Cells that are kept under their heading. */
const furtherReader = (columns: readonly Column[]) => {
  const places = keptHeadings(columns)
  return (cells: readonly string[]): KeptCell[] =>
    places.flatMap(({ place, heading }) => {
      const text = cells[place] ?? ''
      return text.trim() === '' ? [] : [{ place, heading, text }]
    })
}

/** `width`: columns of the file, with the blank ones at its end. */
type Table = { kind: ImportKind; columns: readonly Column[]; width: number }

/** Reads the rows of a file by its columns. A cell is read as far as the longest field goes, as patterns would take long for more. */
export function createFileRowReader({ kind, columns, width }: Table, options: RowOptions): (row: FileRow) => ReadRow {
  const read = createRowReader(kind, { ...options, zones: zonesOf(columns) })
  const cellsIn = cellReader(columns)
  const furtherIn = furtherReader(columns)
  return ({ line, cells, problem }) => {
    const short = cells.map((cell) => cell.slice(0, maxImportCell))
    const reason = problem ?? noRow(short, columns, width)
    return reason === null ? { line, ...read(cellsIn(short), furtherIn(short)) } : { line, reasons: [reason] }
  }
}
