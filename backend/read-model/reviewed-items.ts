import type { Knex } from 'knex'
import type { ReviewStatus } from '../../contract/review.ts'

type Table = { table: string }

/** FROM the items of one topic that wait for an admin. */
export const pendingOf = ({ table }: Table): string => `FROM read.${table} WHERE status = 'pending' AND NOT is_erased`

/**
 * Items of a person that say the same, deleted ones included. `words`: the values of these columns; of an item without an address
 * its `email` is null.
 */
export const sameItems = (
  knex: Knex,
  { table }: Table,
  words: { readonly [column: string]: string | null },
): Promise<{ id: number; status: ReviewStatus }[]> =>
  knex(`read.${table}`)
    .where({ ...words, is_erased: false })
    .orderBy('id')
    .select<{ id: number; status: ReviewStatus }[]>('id', 'status')

type Row = { email: string | null; status: ReviewStatus; isErased: boolean; subject: string }

/** Deleted or not; null when it never existed. */
export async function reviewedItem(knex: Knex, { table }: Table, id: number): Promise<Row | null> {
  const columns = { email: 'email', status: 'status', isErased: 'is_erased', subject: 'subject' }
  const [row] = await knex(`read.${table}`).where({ id }).select<Row[]>(columns)
  return row ?? null
}

/** Number of corrections by the person who sent it in. */
export async function correctionsByAuthor(
  knex: Knex,
  { topic, correctedByAuthor }: { topic: string; correctedByAuthor: string },
  id: number,
): Promise<number> {
  const [row] = await knex('read.history')
    .where({ topic, item_id: id, type: correctedByAuthor })
    .count<{ count: string }[]>()
  return Number(row?.count ?? 0)
}
