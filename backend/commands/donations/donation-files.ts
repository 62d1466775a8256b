import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import {
  type DonationColumn,
  donationColumns,
  donationFileLimits,
  requiredDonationColumns,
} from '../../../contract/donations.ts'
import { DomainError } from '../../domain/decider.ts'

/** `line`: where the row starts in the file. A column that the file lacks is absent. */
export type DonationFileRow = { line: number; cells: { [Column in DonationColumn]?: string } }

const refuse = (message: string) => new DomainError('invalid', message)

const mostBytesInRow = 20_000

function textOf(file: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    if (!text.includes('\0')) return text
  } catch {
    // Answered below.
  }
  throw refuse('This file is not CSV in UTF-8. In your spreadsheet, save it as "CSV UTF-8".')
}

const plain = (heading: string) => heading.toLowerCase().replace(/[\s_-]/g, '')
const known = new Map<string, DonationColumn>(donationColumns.map((column) => [plain(column), column]))

/** The column of each heading. Throws DomainError 'invalid'. */
function columnsOf(headings: readonly string[]): DonationColumn[] {
  const unknown = headings.filter((heading) => !known.has(plain(heading)))
  if (unknown.length > 0) {
    const names = unknown.slice(0, 5).map((heading) => `"${heading.slice(0, 40)}"`)
    throw refuse(`Unknown column: ${names.join(', ')}. Use these: ${donationColumns.join(', ')}.`)
  }
  const columns = headings.flatMap((heading) => known.get(plain(heading)) ?? [])
  const twice = columns.find((column, index) => columns.indexOf(column) !== index)
  if (twice) throw refuse(`The column ${twice} appears twice.`)
  const missing = requiredDonationColumns.filter((column) => !columns.includes(column))
  if (missing.length > 0) throw refuse(`The first line must name the columns; missing: ${missing.join(', ')}.`)
  return columns
}

/** Why the text is not CSV, by the code of the parser; its own words may quote the file. */
function csvProblem({ code }: CsvError, line: number): DomainError {
  if (code === 'CSV_MAX_RECORD_SIZE')
    return refuse(`The row on line ${line} is too long, or a quotation mark never ends.`)
  return refuse(`The quotation marks on line ${line} do not match. A quotation mark inside a cell must be doubled.`)
}

/**
 * The rows of a CSV file (RFC 4180) in UTF-8, with or without a byte order mark, in any line ends; blank lines are
 * skipped, but count. Throws DomainError 'invalid' for what is no such file, for unknown or missing columns, and for too
 * many rows. Takes seconds for a large file: call it in a thread.
 */
export function readDonationFile(file: Uint8Array): DonationFileRow[] {
  const rows: DonationFileRow[] = []
  let columns: DonationColumn[] | null = null
  let line = 1
  let records = 0

  function read(record: string[]): void {
    const start = line
    line += 1 + record.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    if (records++ > donationFileLimits.rows)
      throw refuse(`Split the file: one import takes up to ${donationFileLimits.rows} rows, blank ones included.`)
    if (record.every((cell) => cell.trim() === '')) return
    if (columns === null) columns = columnsOf(record)
    else rows.push({ line: start, cells: cellsOf(columns, record, start) })
  }

  try {
    parse(textOf(file), {
      bom: true,
      relax_column_count: true,
      max_record_size: mostBytesInRow,
      on_record(record: string[]) {
        read(record)
        return null // or the parser keeps it
      },
    })
  } catch (error) {
    throw error instanceof CsvError ? csvProblem(error, line) : error
  }
  if (columns === null) throw refuse('This file is empty.')
  return rows
}

function cellsOf(columns: readonly DonationColumn[], record: readonly string[], line: number) {
  const extra = record.slice(columns.length).find((cell) => cell.trim() !== '')
  if (extra !== undefined) throw refuse(`Line ${line} has more cells than there are columns.`)
  const cells: DonationFileRow['cells'] = {}
  for (const [index, column] of columns.entries()) cells[column] = record[index] ?? ''
  return cells
}
