import type { Knex } from 'knex'
import type { AdminListQuery } from '../../contract/admin-lists.ts'

/** A condition on `item`, with a `?` for each value. */
export type Condition = { sql: string; values?: readonly (string | number | boolean)[] }

/** A list of the console: which rows it has, and how they are sorted, filtered and searched. All SQL is about `item`. */
export type AdminList<Sort extends string, Filter extends object> = {
  /** With its schema, such as 'read.prayers', or a query in parentheses. */
  table: string
  /** Columns that tell two rows apart; `id` by default. */
  key?: readonly string[]
  /** Rows that others add, such as an author: LEFT JOINs on a unique key, which cost nothing unless they are used. */
  joins?: string
  /** Rows that belong to the list at all. */
  where?: Condition
  /** An expression per column, each with an index on (expression, id). */
  sorts: { [By in Sort]: string }
  filters: { [Name in keyof Filter]-?: (value: NonNullable<Filter[Name]>) => Condition }
  /** What holds instead while a filter is not set, such as that deleted rows are left out. */
  unfiltered?: { [Name in keyof Filter]?: Condition }
  /** A table of counts of its rows (`countsBy`), and the filters that only need the columns counted there. */
  counts?: { table: string; filters: readonly (keyof Filter & string)[] }
  /** Lower-case text with a trigram index on the same expression. Absent: the list has no search. */
  searched?: string
  /** Rows that a search may find, such as those of people who were not erased. */
  findable?: string
}

/** The list that answers a query of the contract. */
export type AdminListOf<Query extends { sort: { by: string }; filter: object }> = AdminList<
  Query['sort']['by'],
  Query['filter']
>

type AnyQuery = Pick<AdminListQuery<string, object>, 'page' | 'limit' | 'q' | 'sort' | 'filter'>

const likePattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

function conditionsOf<Sort extends string, Filter extends object>(
  list: AdminList<Sort, Filter>,
  { q, filter }: { q?: string | undefined; filter: Filter },
): Condition[] {
  const conditions = list.where ? [list.where] : []
  for (const name in list.filters) {
    const value = filter[name]
    const condition = value === undefined || value === null ? list.unfiltered?.[name] : list.filters[name](value)
    if (condition) conditions.push(condition)
  }
  if (q === undefined || list.searched === undefined) return conditions
  if (list.findable) conditions.push({ sql: list.findable })
  for (const word of q.toLowerCase().split(/\s+/))
    conditions.push({ sql: `${list.searched} LIKE ?`, values: [likePattern(word)] })
  return conditions
}

const itemsOf = (knex: Knex, { table, joins = '' }: Pick<AdminList<string, object>, 'table' | 'joins'>) =>
  knex.raw(`${table} AS item ${joins}`)

/** The rows of the list that match, as `item`. */
export function matchingRows<Sort extends string, Filter extends object>(
  knex: Knex,
  list: AdminList<Sort, Filter>,
  query: { q?: string | undefined; filter: Filter },
): Knex.QueryBuilder {
  const rows = knex.from(itemsOf(knex, list))
  for (const { sql, values = [] } of conditionsOf(list, query)) rows.whereRaw(sql, [...values])
  return rows
}

/** From the counts where they suffice, at the same cost for any number of rows. */
async function countedTotal<Sort extends string, Filter extends object>(
  knex: Knex,
  list: AdminList<Sort, Filter>,
  query: { q?: string | undefined; filter: Filter },
): Promise<number | null> {
  const { counts } = list
  if (!counts || query.q !== undefined) return null
  for (const name in query.filter) if (query.filter[name] !== undefined && !counts.filters.includes(name)) return null
  const [counted] = await matchingRows(knex, { ...list, table: counts.table, joins: '' }, query).sum<
    { rows: number | null }[]
  >({ rows: 'item.row_count' })
  return Number(counted?.rows ?? 0)
}

/**
 * One page of a list and the number of all rows that match. `select` adds columns and joins to the rows of the page,
 * which are `item`. Ties follow the id, in the direction of the sort. A page of the second half is read from the end.
 */
export async function adminListPage<Sort extends string, Filter extends object, Row>(
  knex: Knex,
  list: AdminList<Sort, Filter>,
  query: AnyQuery & { sort: { by: Sort; isDescending: boolean }; filter: Filter },
  select: (items: Knex.QueryBuilder) => PromiseLike<Row[]>,
): Promise<{ items: Row[]; total: number }> {
  const { page, limit, sort } = query
  const { key = ['id'] } = list
  const orderOf = (isDescending: boolean) =>
    [list.sorts[sort.by], 'item.id'].map((column) => `${column} ${isDescending ? 'DESC' : 'ASC'}`).join(', ')
  const counted = await countedTotal(knex, list, query)
  const offset = (page - 1) * limit
  const left = counted === null ? null : counted - offset
  if (counted !== null && left !== null && left <= 0) return { items: [], total: counted }
  const isFromEnd = left !== null && left < offset
  const matching = matchingRows(knex, list, query)
  const ids = matching
    .clone()
    .select(key.map((column) => `item.${column}`))
    .orderByRaw(orderOf(isFromEnd !== sort.isDescending))
    .limit(left === null ? limit : Math.min(limit, left))
    .offset(isFromEnd ? Math.max(0, left - limit) : offset)
  const isOnPage = Object.fromEntries(key.map((column) => [`page.${column}`, `item.${column}`]))
  const items = knex.from(itemsOf(knex, list)).join(ids.as('page'), isOnPage).orderByRaw(orderOf(sort.isDescending))
  const [rows, total] = await Promise.all([select(items), counted ?? countOf(matching)])
  return { items: rows, total }
}

async function countOf(matching: Knex.QueryBuilder): Promise<number> {
  const [counted] = await matching.count<{ count: number }[]>('* as count')
  return counted?.count ?? 0
}
