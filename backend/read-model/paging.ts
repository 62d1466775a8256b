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
  const ids = idsOf(knex, table, { page, limit }, where).orderBy('id', 'desc')
  if (before !== undefined) ids.where('id', '<', before)
  return itemsOf(knex, table, ids).orderBy('item.id', 'desc')
}

/** The same for a table with `published_at`: by publication, the latest first. `before`: the id of a published item. */
export function latestFirst(
  knex: Knex,
  table: string,
  { page, limit, before }: Paging,
  where: Record<string, boolean | string>,
) {
  const ids = idsOf(knex, table, { page, limit }, where).orderByRaw('published_at DESC, id DESC')
  if (before !== undefined) {
    const at = knex(`read.${table}`).select('published_at').where({ id: before })
    ids.whereRaw(`(published_at, id) < (coalesce((?), 'infinity'), ?)`, [at, before])
  }
  return itemsOf(knex, table, ids).orderByRaw('item.published_at DESC, item.id DESC')
}

const idsOf = (
  knex: Knex,
  table: string,
  { page, limit }: Pick<Paging, 'page' | 'limit'>,
  where: Record<string, boolean | string>,
) =>
  knex(`read.${table}`)
    .select('id')
    .where(where)
    .limit(limit)
    .offset((page - 1) * limit)

const itemsOf = (knex: Knex, table: string, ids: Knex.QueryBuilder) =>
  knex({ item: `read.${table}` }).join(ids.as('page'), 'page.id', 'item.id')
