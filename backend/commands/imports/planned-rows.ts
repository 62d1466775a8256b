import type { Knex } from 'knex'
import type { ImportReport } from '../../../contract/imports.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import type { SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import type { NextId } from '../command.ts'
import type { ReadRow } from './import-files.ts'

export type ImportTools = {
  handle: Handle
  nextId: NextId<'donation' | 'email_signup' | 'volunteer'>
  subjects: Pick<SubjectKeys, 'forEmail' | 'emailHash' | 'findAll' | 'erasedAmong'>
  knex: Knex
}

/** `importId`: of the file; `context` is for one command, and `also` for a second one of the same row. */
export type Writing = { importId: string; context: CommandContext; also: CommandContext }
/**
 * `prepare` is called before `write`, for many rows at once, and writes nothing of the row. `stream`: where several rows of a
 * file may write.
 */
type Written = {
  stream?: string
  prepare?(): Promise<unknown>
  write(writing: Writing): Promise<Position | null>
}

/**
 * Outcome of a row; those with `write` do something. `amount` and `refund`, which comes with a gift: cents. `notes`: how it was
 * read, where that is not literal.
 */
export type PlannedRow = { line: number; notes?: readonly string[] } & (
  | ({ kind: 'added'; amount: number; refund?: number } & Written)
  | ({ kind: 'refunded'; amount: number } & Written)
  | ({ kind: 'changed'; changed: string[]; refund?: number } & Written)
  | { kind: 'repeated' }
  | { kind: 'refused'; reasons: string[] }
)

/** A row that does something. */
export type WritingRow = Extract<PlannedRow, Written>

/** Compares rows with what is known and with the rows before them; keeps what it needs of a file between its parts. */
export type Planner<Details> = (rows: readonly ReadRow<Details>[]) => Promise<PlannedRow[]>

/** Numbers and people of rows, asked for once: when they are prepared, or else when they are written. */
export function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | null = null
  return () => {
    asked ??= ask()
    return asked
  }
}

export const refused = (line: number, ...reasons: string[]): PlannedRow => ({ line, kind: 'refused', reasons })

const maxShown = 200

export type Counts = Omit<
  ImportReport,
  'plan' | 'encoding' | 'isEncodingAssumed' | 'separator' | 'platform' | 'columns' | 'missing'
>

export const noRows = (): Counts => ({
  rows: 0,
  added: 0,
  changed: 0,
  refunded: 0,
  repeated: 0,
  refused: 0,
  addedAmount: 0,
  refundedAmount: 0,
  addedLines: [],
  changedRows: [],
  refundedLines: [],
  repeatedLines: [],
  refusedRows: [],
  notes: [],
})

/** Sentences of which a report shows different ones. */
const maxNotes = 20

function countNote(notes: Counts['notes'], text: string, line: number): void {
  let found = notes.find((one) => one.note === text)
  if (found === undefined) {
    if (notes.length === maxNotes) return
    found = { note: text, rows: 0, lines: [] }
    notes.push(found)
  }
  found.rows++
  if (found.rows <= maxShown) found.lines.push(line)
}

/** Adds a row to the counts, and to what is shown of its kind. */
export function countRow(counts: Counts, row: PlannedRow): void {
  counts.rows++
  counts[row.kind]++
  const { line } = row
  if ('write' in row) for (const note of row.notes ?? []) countNote(counts.notes, note, line)
  if ('refund' in row && row.refund !== undefined) {
    counts.refunded++
    counts.refundedAmount += row.refund
    if (counts.refunded <= maxShown) counts.refundedLines.push(line)
  }
  const isShown = counts[row.kind] <= maxShown
  switch (row.kind) {
    case 'added':
      counts.addedAmount += row.amount
      if (isShown) counts.addedLines.push(line)
      return
    case 'refunded':
      counts.refundedAmount += row.amount
      if (isShown) counts.refundedLines.push(line)
      return
    case 'changed':
      if (isShown) counts.changedRows.push({ line, changed: row.changed })
      return
    case 'repeated':
      if (isShown) counts.repeatedLines.push(line)
      return
    case 'refused':
      if (isShown) counts.refusedRows.push({ line, reasons: row.reasons })
      return
  }
}
