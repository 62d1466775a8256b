import type { Knex } from 'knex'
import { columnLimits, keptColumns } from '../../../records/kept-columns.ts'
import type { Values } from '../../../records/values.ts'
import type { CommandContext } from '../../kernel/eventlog/command-context.ts'
import type { SubjectKeys } from '../../kernel/eventlog/encryption/subject-keys.ts'
import type { Position } from '../../kernel/eventlog/event-log.ts'
import type { Handle } from '../../kernel/eventlog/handle.ts'
import type { NextId } from '../command.ts'
import type { ReadRow } from './file-row-reader.ts'

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

/** Null: there is room for what the lists say about a person. */
export function tooMuch(line: number, { tags, furtherColumns }: Values<typeof keptColumns>): PlannedRow | null {
  if ((furtherColumns?.length ?? 0) > columnLimits.columns)
    return refused(
      line,
      `With the lists before, this person would have more than ${columnLimits.columns} columns that no field takes. Choose “Not imported” for some of them.`,
    )
  const { maxTexts } = keptColumns.tags
  return (tags?.length ?? 0) > maxTexts
    ? refused(line, `tags: With the lists before, this person would have more than ${maxTexts} tags.`)
    : null
}
