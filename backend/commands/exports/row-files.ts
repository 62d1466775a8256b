import { consentHeadings, districtHeading } from '../../../records/export-headings.ts'
import type { ItemRecord, NullableGroup } from '../../../records/fields.ts'
import { columnKey, type FurtherColumn } from '../../../records/kept-columns.ts'
import { notRecorded } from '../../../records/names.ts'
import type { ValueOf, Values } from '../../../records/values.ts'
import { byteOrderMark, csvRow } from '../../kernel/http/csv.ts'
import type { ExportedConsent, ExportedHeadings } from '../../read-model/exported-consent.ts'

/** The cells of a CSV file, with their titles, in order. */
export type RowColumns<Row> = readonly (readonly [title: string, cell: (row: Row) => Cell])[]

type Cell = string | number | boolean | null
/** An object holds the parts of a group. */
type Value = Cell | string[] | FurtherColumn[] | { readonly [part: string]: Value }

function cellOf(value: Value): Cell {
  if (Array.isArray(value)) return value.join('; ')
  return typeof value === 'object' ? null : value
}

/** The cells of some values; others are as they are. */
type Written<Item extends ItemRecord> = { [Name in keyof Item]?: (value: ValueOf<Item[Name]>) => Cell }

/** A method, because each accepts only the values of its own field. */
type Write = { write(value: unknown): Cell }['write']

/** A column for each field of an item, with its name as the title. Columns of lists come last: `furtherCells`. */
export function cellsOf<Item extends ItemRecord>(item: Item, written?: Written<Item>): RowColumns<Values<Item>>
export function cellsOf(
  item: ItemRecord,
  written: { [field: string]: Write | undefined } = {},
): RowColumns<{ [field: string]: Value }> {
  return Object.entries(item).flatMap(
    ([name, field]): RowColumns<{ [field: string]: Value }> =>
      field.form === 'columns'
        ? []
        : field.form === 'group'
          ? partCells(name, field)
          : [[field.label, (row) => (written[name] ?? cellOf)(row[name] ?? null)]],
  )
}

/** A column for each part of a group. */
function partCells(name: string, { label, parts }: NullableGroup): RowColumns<{ [field: string]: Value }> {
  return Object.entries(parts).map(([part, about]) => [
    `${label}: ${about.label}`,
    (row) => {
      const group = row[name] ?? null
      return typeof group !== 'object' || Array.isArray(group) || group === null
        ? notRecorded
        : cellOf(group[part] ?? null)
    },
  ])
}

/** Content of every file of people about the mail they get. */
export const consentCells: RowColumns<ExportedConsent> = [
  [consentHeadings.consent, ({ emailConsent }) => emailConsent],
  [consentHeadings.reason, ({ consentReason }) => consentReason],
  [consentHeadings.since, ({ consentSince }) => consentSince],
]

/** The part of a person's ZIP code that lies in the district, 0 to 1. */
export const districtCells: RowColumns<{ districtShare: number | null }> = [
  [districtHeading, ({ districtShare }) => districtShare ?? 'unknown'],
]

/** Columns of a file that only its rows know: `headings` of the first row, the cells below them, and a row without these. */
type FurtherCells<Row> = {
  headings(first: Row): readonly string[]
  cells(headings: readonly string[]): RowColumns<Row>
  plain(row: Row): object
}

/** A column for each heading of columns that no field took. */
export const furtherCells: FurtherCells<ExportedHeadings & { furtherColumns: FurtherColumn[] | null }> = {
  headings: ({ headings }) => headings ?? [],
  cells: (headings) =>
    [...new Map(headings.map((heading) => [columnKey(heading), heading]))].map(([key, title]) => [
      title,
      ({ furtherColumns }) => furtherColumns?.find(({ heading }) => columnKey(heading) === key)?.text ?? null,
    ]),
  plain: ({ headings: _, ...row }) => row,
}

const noFurther: FurtherCells<unknown> = { headings: () => [], cells: () => [], plain: (row) => Object(row) }

/** Files from rows, by format: CSV (RFC 4180) with these columns and the further ones, or JSON with the rows as they are. */
export function rowFiles<Row>(columns: RowColumns<Row>, further: FurtherCells<Row> = noFurther) {
  async function* csv(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
    let all: RowColumns<Row> | null = null
    for await (const batch of batches) {
      const [first] = batch
      if (all === null && first !== undefined) {
        all = [...columns, ...further.cells(further.headings(first))]
        yield byteOrderMark + csvRow(all.map(([title]) => title))
      }
      const cells = (all ?? columns).map(([, cell]) => cell)
      yield batch.map((row) => csvRow(cells.map((cell) => cell(row)))).join('')
    }
    if (all === null) yield byteOrderMark + csvRow(columns.map(([title]) => title))
  }

  /** The closing bracket comes last, so that a truncated file is not valid JSON. */
  async function* json(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
    yield '['
    let separator = '\n'
    for await (const batch of batches) {
      yield separator + batch.map((row) => JSON.stringify(further.plain(row))).join(',\n')
      separator = ',\n'
    }
    yield '\n]\n'
  }

  return {
    csv: { type: 'text/csv; charset=utf-8', write: csv },
    json: { type: 'application/json; charset=utf-8', write: json },
  }
}
