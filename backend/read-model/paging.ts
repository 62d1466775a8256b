import type { Knex } from 'knex'
import type { z } from 'zod'
import type { pageOrWhole, pageQuery } from '../../contract/fields.ts'

export type Paging = z.output<typeof pageQuery>

/** The page that was asked for; null: the whole list. */
export const pageOf = ({ page, limit, before }: z.output<typeof pageOrWhole>): Paging | null =>
  (page ?? limit ?? before) === undefined ? null : { page: page ?? 1, limit: limit ?? 50, before }

/**
 * One page of a table as `item`, newest first. Paging runs over the ids alone, from an index; rows are read only for the
 * page. With `before`, every page costs the same.
 */
export function newestFirst(
  knex: Knex,
  table: string,
  { page, limit, before }: Paging,
  where: Record<string, boolean | string> = {},
) {
  const ids = knex(`read.${table}`)
    .select('id')
    .where(where)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
  if (before !== undefined) ids.where('id', '<', before)
  return knex({ item: `read.${table}` })
    .join(ids.as('page'), 'page.id', 'item.id')
    .orderBy('item.id', 'desc')
}
