import type { Knex } from 'knex'
import type { ReviewStatus } from '../../contract/review.ts'
import type { ReviewedItems } from '../topics/index.ts'

type Table = Pick<ReviewedItems, 'table'>

/** FROM the items of one topic that wait for an admin. */
export const pendingOf = ({ table }: Table): string => `FROM read.${table} WHERE status = 'pending' AND NOT is_erased`

type Row = { email: string | null; status: ReviewStatus; isErased: boolean; subject: string }

/** Deleted or not; null when it never existed. */
export async function reviewedItem(knex: Knex, { table }: Table, id: number): Promise<Row | null> {
  const columns = { email: 'email', status: 'status', isErased: 'is_erased', subject: 'subject' }
  const [row] = await knex(`read.${table}`).where({ id }).select<Row[]>(columns)
  return row ?? null
}
