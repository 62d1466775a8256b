import type { Knex } from 'knex'
import type { ImportReport, ImportRow } from '../../../contract/imports.ts'
import type { ImportRowStatus } from '../../../records/import-kinds.ts'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import type { FileRow } from './import-files.ts'

/** Encrypts texts that wait in a table; `open` throws where anything differs. */
export type ImportBox = {
  seal(plain: string, context: string): Buffer
  open(sealed: Uint8Array, context: string): Buffer
}

/** `refund`: cents; null: none. `said`: reasons or fields, and notes. */
export type Verdict = {
  status: ImportRowStatus
  amount: number
  refund: number | null
  said: { reasons?: string[]; changed?: string[]; notes?: readonly string[] }
}
export type RowVerdict = Verdict & { line: number; related: string | null }

/** Rows that are planned, read and stored together. */
export const rowsAtOnce = 250

export const rowContext = (fileId: string, line: number) => `${fileId} ${line}`

type RowRecord = { line: number; cells: Buffer; status: ImportRowStatus | null; said: Verdict['said'] | null }

/** Readings of app.waiting_import_rows. */
export function createWaitingRows({ knex, box }: { knex: Knex; box: ImportBox }) {
  const textOf = (fileId: string, { line, cells }: Pick<RowRecord, 'line' | 'cells'>) =>
    box.open(cells, rowContext(fileId, line)).toString()

  return {
    /** The rows in the order of the file, each as the JSON of a `FileRow`. `related`: only those that share one of these. */
    async *texts(fileId: string, related: readonly string[] | null = null): AsyncGenerator<string[]> {
      for (let after = 0; ; ) {
        const rows = await knex('app.waiting_import_rows')
          .where({ file_id: fileId })
          .andWhere('line', '>', after)
          .modify((query) => {
            if (related !== null) query.whereRaw('related = ANY (?)', [[...related]])
          })
          .orderBy('line')
          .limit(rowsAtOnce)
          .select<Pick<RowRecord, 'line' | 'cells'>[]>('line', 'cells')
        const last = rows.at(-1)
        if (last === undefined) return
        after = last.line
        yield rows.map((row) => textOf(fileId, row))
      }
    },
    async row(fileId: string, line: number): Promise<FileRow & { related: string | null }> {
      const [found] = await knex('app.waiting_import_rows')
        .where({ file_id: fileId, line })
        .select<(Pick<RowRecord, 'line' | 'cells'> & { related: string | null })[]>('line', 'cells', 'related')
      if (!found) throw new DomainError('not_found', 'This file has no row in this line.')
      return { ...JSON.parse(textOf(fileId, found)), related: found.related }
    },
    async rows(
      fileId: string,
      {
        status,
        page,
        limit,
        line,
      }: { status?: ImportRowStatus | undefined; page: number; limit: number; line?: number },
    ): Promise<{ items: ImportRow[]; total: number }> {
      const found = () =>
        knex('app.waiting_import_rows')
          .where({ file_id: fileId, ...(line !== undefined && { line }) })
          .modify((query) => {
            // A gift that comes with its refund counts as both.
            if (status === 'refunded') query.whereNotNull('refund')
            else if (status !== undefined) query.where({ status })
          })
      const [counted] = await found().count<{ count: number | string }[]>({ count: '*' })
      const items = await found()
        .orderBy('line')
        .limit(limit)
        .offset((page - 1) * limit)
        .select<RowRecord[]>('line', 'cells', 'status', 'said')
      return {
        total: Number(counted?.count ?? 0),
        items: items.map((row) => {
          const read: FileRow = JSON.parse(textOf(fileId, row))
          const { reasons = [], changed = [] } = row.said ?? {}
          return { line: row.line, status: row.status, reasons, changed, cells: read.cells }
        }),
      }
    },
    /** Verdicts of these lines. */
    async verdicts(fileId: string, lines: readonly number[]): Promise<Map<number, Verdict>> {
      const rows = await knex('app.waiting_import_rows')
        .where({ file_id: fileId })
        .whereRaw('line = ANY (?)', [[...lines]])
        .select<(Omit<Verdict, 'amount' | 'refund'> & { line: number; amount: string; refund: string | null })[]>(
          'line',
          'status',
          'amount',
          'refund',
          'said',
        )
      return new Map(
        rows.map(({ line, status, said, ...row }) => [
          line,
          { status, said, amount: Number(row.amount), refund: row.refund === null ? null : Number(row.refund) },
        ]),
      )
    },
    async counts(fileId: string) {
      const rows = () => knex('app.waiting_import_rows').where({ file_id: fileId })
      const number = (what: string, name: string) => `coalesce(${what}, 0)::bigint AS "${name}"`
      const of = (status: ImportRowStatus) => number(`count(*) FILTER (WHERE status = '${status}')`, status)
      const [counted] = await rows().select<{ [name: string]: string }[]>(
        knex.raw(
          [
            number('count(*)', 'rows'),
            ...(['added', 'changed', 'repeated', 'refused'] as const).map(of),
            number('count(refund)', 'refunded'),
            number('sum(amount)', 'addedAmount'),
            number('sum(refund)', 'refundedAmount'),
          ].join(', '),
        ),
      )
      const notes = await rows()
        .joinRaw(`CROSS JOIN jsonb_array_elements_text(said -> 'notes') AS note`)
        .groupBy('note')
        .orderByRaw('min(line)')
        .limit(20)
        .select<ImportReport['notes']>(
          knex.raw('note, count(*)::integer AS rows, (array_agg(line ORDER BY line))[1:200] AS lines'),
        )
      const count = (name: string) => Number(counted?.[name] ?? 0)
      return {
        rows: count('rows'),
        added: count('added'),
        changed: count('changed'),
        refunded: count('refunded'),
        repeated: count('repeated'),
        refused: count('refused'),
        addedAmount: count('addedAmount'),
        refundedAmount: count('refundedAmount'),
        notes,
      }
    },
  }
}
