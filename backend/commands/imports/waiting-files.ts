import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import type { ImportChoices, WaitingImport } from '../../../contract/imports.ts'
import type { ImportKind } from '../../../records/import-kinds.ts'
import type { Column } from '../../domain/imports/headings.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { ReadFile } from './import-file-rows.ts'
import type { FileHead, FileRow } from './import-files.ts'
import { createWaitingRows, type ImportBox, type RowVerdict, rowContext, rowsAtOnce } from './waiting-rows.ts'

/** `isMixed`: some row has the day and the month in the other order than was chosen. */
type Content = {
  name: string
  fileHash: string
  head: FileHead
  choices: ImportChoices
  columns: Column[]
  isMixed: boolean
}
export type WaitingFile = Content & {
  id: string
  kind: ImportKind
  createdAt: string
  revision: number
  plan: string | null
}

/** Files that wait; older ones make room. */
const maxWaiting = 50
const forADay = "created_at > now() - interval '1 day'"

const changed = () => new DomainError('conflict', 'Something has changed since this file was checked. Check it again.')
const gone = () => new DomainError('not_found', 'This file isn’t waiting any more. Choose it again.')

type FileRecord = Omit<WaitingFile, keyof Content> & { content: Buffer }
const fileColumns = {
  id: 'id',
  kind: 'kind',
  createdAt: 'created_at',
  revision: 'revision',
  plan: 'plan',
  content: 'content',
}

export type WaitingFiles = ReturnType<typeof createWaitingFiles>

/** Tables app.waiting_imports and app.waiting_import_rows. `turn`: called between short steps. */
export function createWaitingFiles({ knex, box }: { knex: Knex; box: ImportBox }) {
  const opened = ({ content, ...file }: FileRecord): WaitingFile => {
    const kept: Content = JSON.parse(box.open(content, file.id).toString())
    return { ...file, ...kept }
  }
  const files = () => knex('app.waiting_imports').whereRaw(forADay)

  async function find(id: string): Promise<WaitingFile> {
    const [found] = await files().where({ id }).select<FileRecord[]>(fileColumns)
    if (!found) throw gone()
    return opened(found)
  }

  return {
    ...createWaitingRows({ knex, box }),
    find,
    /** Stores a file and its rows. */
    async add(
      kind: ImportKind,
      { rows, ...content }: Content & Pick<ReadFile, 'rows'>,
      turn: () => Promise<void> | null,
    ): Promise<string> {
      const id = randomUUID()
      await knex.transaction(async (tables) => {
        await tables('app.waiting_imports').insert({ id, kind, content: box.seal(JSON.stringify(content), id) })
        for (let at = 0; at < rows.length; at += rowsAtOnce) {
          const part = rows.slice(at, at + rowsAtOnce)
          await tables.raw(
            `INSERT INTO app.waiting_import_rows (file_id, line, cells)
             SELECT ?::uuid, * FROM unnest(?::integer[], ?::bytea[])`,
            [id, part.map(({ line }) => line), part.map(({ line, text }) => box.seal(text, rowContext(id, line)))],
          )
          await turn()
        }
        await tables.raw(
          `DELETE FROM app.waiting_imports
           WHERE id IN (SELECT id FROM app.waiting_imports ORDER BY created_at DESC, id OFFSET ${maxWaiting})`,
        )
      })
      return id
    },
    async all(): Promise<WaitingImport[]> {
      const found = await files().orderBy('created_at', 'desc').select<FileRecord[]>(fileColumns)
      return Promise.all(
        found.map(async (record) => {
          const { id, kind, name, createdAt } = opened(record)
          const [counts] = await knex('app.waiting_import_rows')
            .where({ file_id: id })
            .select<Pick<WaitingImport, 'rows' | 'refused'>[]>(
              knex.raw(`count(*)::integer AS rows, count(*) FILTER (WHERE status = 'refused')::integer AS refused`),
            )
          return { id, kind, name, createdAt, ...(counts ?? { rows: 0, refused: 0 }) }
        }),
      )
    },
    /**
     * Stores what a check said, and a row that was mended. `plan` is another one from now on; null where fields are missing.
     * Throws DomainError 'conflict' where the file was changed in between.
     */
    async save(
      { id, kind: _, createdAt: __, revision, plan: ___, ...content }: WaitingFile,
      { verdicts, isPlanned, mended }: { verdicts: readonly RowVerdict[]; isPlanned: boolean; mended?: FileRow },
      turn: () => Promise<void> | null,
    ): Promise<void> {
      await knex.transaction(async (tables) => {
        const saved = await tables('app.waiting_imports')
          .where({ id, revision })
          .update({
            revision: revision + 1,
            plan: isPlanned ? randomUUID() : null,
            content: box.seal(JSON.stringify(content), id),
          })
        if (saved === 0) throw changed()
        if (mended)
          await tables('app.waiting_import_rows')
            .where({ file_id: id, line: mended.line })
            .update({ cells: box.seal(JSON.stringify(mended), rowContext(id, mended.line)) })
        if (!isPlanned)
          await tables('app.waiting_import_rows')
            .where({ file_id: id })
            .update({ status: null, amount: 0, refund: null, said: null, related: null })
        for (let at = 0; at < verdicts.length; at += rowsAtOnce) {
          const part = verdicts.slice(at, at + rowsAtOnce)
          await tables.raw(
            `UPDATE app.waiting_import_rows AS waiting
             SET status = said.status, amount = said.amount, refund = said.refund, said = said.said, related = said.related
             FROM jsonb_to_recordset(?::jsonb)
               AS said (line integer, status text, amount bigint, refund bigint, said jsonb, related text)
             WHERE waiting.file_id = ?::uuid AND waiting.line = said.line`,
            [JSON.stringify(part), id],
          )
          await turn()
        }
      })
    },
    /** Takes a plan, so that it is imported once. Throws DomainError 'conflict' where it is another one by now. */
    async take(kind: ImportKind, plan: string): Promise<WaitingFile> {
      const [taken] = await files().where({ kind, plan }).update({ plan: null }).returning<{ id: string }[]>('id')
      if (!taken) throw changed()
      return find(taken.id)
    },
    async remove(id: string): Promise<void> {
      await knex('app.waiting_imports').where({ id }).delete()
    },
  }
}

/** Deletes files that have waited for a day. */
export const forgetOldImports = (knex: Knex): Promise<unknown> =>
  knex('app.waiting_imports').whereRaw(`NOT (${forADay})`).delete()
