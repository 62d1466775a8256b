import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { VariationEvent } from '../domain/page-variations/evidence-fold.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { csvRow } from '../kernel/http/csv.ts'
import { donationClickColumns, donationClicks } from './donation-clicks.ts'
import { type Cell, type ColumnType, type MeasurementTable, measurementTables } from './measurement-tables.ts'
import { type VariationLog, variationEvents } from './variation-log.ts'

type Shape = { name: string; type: ColumnType; meaning: string }
type Rows = AsyncIterable<Cell[]>
type ExportedTable = MeasurementTable | 'donation-clicks' | 'dictionary'

/** The rows of a table in the order of the log, with flat memory. */
async function* cellsOf<Type extends VariationEvent['type']>(
  source: VariationLog,
  type: Type,
  columns: readonly { of(event: Recorded<Extract<VariationEvent, { type: Type }>>): Cell }[],
): AsyncGenerator<Cell[]> {
  for await (const events of variationEvents(source, [type]))
    for (const event of events) yield columns.map(({ of }) => of(event))
}

function tableOf(source: VariationLog, table: ExportedTable): { shape: readonly Shape[]; rows: Rows } {
  switch (table) {
    case 'exposures': {
      const { event, columns } = measurementTables.exposures
      return { shape: columns, rows: cellsOf(source, event, columns) }
    }
    case 'visits': {
      const { event, columns } = measurementTables.visits
      return { shape: columns, rows: cellsOf(source, event, columns) }
    }
    case 'conversions': {
      const { event, columns } = measurementTables.conversions
      return { shape: columns, rows: cellsOf(source, event, columns) }
    }
    case 'donation-clicks':
      return { shape: donationClickColumns, rows: donationClicks(source) }
    case 'dictionary':
      return { shape: dictionaryShape, rows: dictionary() }
  }
}

const dictionaryShape = (['table', 'column', 'type', 'meaning'] as const).map((name) => ({
  name,
  type: 'STRING' as const,
  meaning: '',
}))

async function* dictionary(): AsyncGenerator<Cell[]> {
  const tables = { ...measurementTables, 'donation-clicks': { columns: donationClickColumns } }
  for (const [table, { columns }] of Object.entries<{ columns: readonly Shape[] }>(tables))
    for (const { name, type, meaning } of columns) yield [table, name, type, meaning]
}

const rowsPerPiece = 1000

async function* csv(shape: readonly Shape[], rows: Rows): AsyncGenerator<string> {
  let piece = csvRow(shape.map(({ name }) => name))
  let count = 0
  for await (const cells of rows) {
    piece += csvRow(cells)
    if (++count % rowsPerPiece !== 0) continue
    yield piece
    piece = ''
  }
  yield piece
}

const storedAs = (type: ColumnType, cell: Cell) =>
  type === 'TIMESTAMP' && typeof cell === 'string' ? new Date(cell) : cell

/** Written one row group at a time; the next one waits until the client has taken this one. */
async function* parquet(shape: readonly Shape[], rows: Rows): AsyncGenerator<Uint8Array> {
  const { ByteWriter, parquetWriteRows } = await import('hyparquet-writer') // large
  const out = new PassThrough()
  const writer = Object.assign(new ByteWriter(), {
    async flush() {
      const piece = Buffer.from(writer.getBytes())
      writer.index = 0
      if (!out.write(piece)) await once(out, 'drain')
    },
    async finish() {
      await writer.flush()
      out.end()
    },
  })
  async function* named() {
    for await (const cells of rows)
      yield Object.fromEntries(shape.map(({ name, type }, index) => [name, storedAs(type, cells[index] ?? null)]))
  }
  const columns = shape.map(({ name, type }) => ({ name, type, nullable: true }))
  const written = Promise.resolve(parquetWriteRows({ writer, rows: named(), columns, rowGroupSize: 10_000 }))
  written.catch((error: Error) => out.destroy(error))
  yield* out
}

export const measurementFormats = { csv: 'text/csv; charset=utf-8', parquet: 'application/vnd.apache.parquet' } as const

/** A table as a file, from the log alone. */
export function exportMeasurements(
  source: VariationLog,
  { table, format }: { table: ExportedTable; format: keyof typeof measurementFormats },
): AsyncIterable<string | Uint8Array> {
  const { shape, rows } = tableOf(source, table)
  return format === 'csv' ? csv(shape, rows) : parquet(shape, rows)
}
