import type { Knex } from 'knex'
import type { AdminListQuery, Narrowing } from '../../contract/admin-lists.ts'
import { createRowOrders, maxOrdered } from './row-orders.ts'
import { type Condition, searchConditions } from './search.ts'
import { versionOf } from './whole-lists.ts'

/**
 * An expression with an index on (expression, id). Or a column of one of the `joins`, which has a row for each row of
 * the list, and an index on that column and its own id; its changes are not counted.
 */
export type SortKey = string | { by: string; id: string }

/** A list of the console: its rows, and how they are sorted, filtered and searched. All SQL is about `item`. */
export type AdminList<Sort extends string, Filter extends object> = {
  /** With its schema, such as 'read.prayers', or a query in parentheses. */
  table: string
  /** Columns that tell two rows apart; `id` by default. */
  key?: readonly string[]
  /** Other tables’ rows, such as an author: LEFT JOINs on a unique key, which cost nothing unless they are used. */
  joins?: string
  /** Rows that belong to the list at all. */
  where?: Condition
  sorts: { [By in Sort]: SortKey }
  filters: { [Name in keyof Filter]-?: (value: NonNullable<Filter[Name]>) => Condition }
  /** Conditions that apply while a filter is not set, such as leaving out deleted rows. */
  unfiltered?: { [Name in keyof Filter]?: Condition }
  /**
   * A table of counts of its rows (`countsBy`), and the filters that only need the columns counted there. `of`: the
   * tables whose rows they are; `table` by default.
   */
  counts?: { table: string; filters: readonly (keyof Filter & string)[]; of?: readonly string[] }
  /** Text with a trigram index on its `app.search_key`. Absent: the list has no search. */
  searched?: string
  /** Also found by its digits, however it was typed. */
  phone?: string
  /** Limits a search, for example to people who were not erased. */
  findable?: string
}

/** The list that answers a query of the contract. */
export type AdminListOf<Query extends { sort: { by: string }; filter: object }> = AdminList<
  Query['sort']['by'],
  Query['filter']
>

type AnyQuery = Pick<AdminListQuery<string, object>, 'page' | 'limit' | 'q' | 'sort' | 'filter'>

function conditionsOf<Sort extends string, Filter extends object>(
  list: AdminList<Sort, Filter>,
  { q, filter }: Narrowing<Filter>,
): Condition[] {
  const conditions = list.where ? [list.where] : []
  for (const name in list.filters) {
    const value = filter[name]
    const condition = value === undefined || value === null ? list.unfiltered?.[name] : list.filters[name](value)
    if (condition) conditions.push(condition)
  }
  if (q === undefined || list.searched === undefined) return conditions
  if (list.findable) conditions.push({ sql: list.findable })
  conditions.push(...searchConditions(q, { searched: list.searched, phone: list.phone }))
  return conditions
}

const itemsOf = (knex: Knex, { table, joins = '' }: Pick<AdminList<string, object>, 'table' | 'joins'>) =>
  knex.raw(`${table} AS item ${joins}`)

/** The rows of the list that match, as `item`. */
export function matchingRows<Sort extends string, Filter extends object>(
  knex: Knex,
  list: AdminList<Sort, Filter>,
  query: Narrowing<Filter>,
): Knex.QueryBuilder {
  const rows = knex.from(itemsOf(knex, list))
  for (const { sql, values = [] } of conditionsOf(list, query)) rows.whereRaw(sql, [...values])
  return rows
}

/** Of this process, per database. */
const rowOrders = new WeakMap<Knex, ReturnType<typeof createRowOrders>>()

function ordersOf(knex: Knex) {
  const known = rowOrders.get(knex) ?? createRowOrders()
  rowOrders.set(knex, known)
  return known
}

/** A page that has at most this many rows before or after it is read with OFFSET from that end. */
const near = 1000

/** Milliseconds for which an order that has no change count is assumed to be unchanged. */
const orderAge = 5000

/** True when the counts tell the total. */
function isCounted<Sort extends string, Filter extends object>(
  { counts }: AdminList<Sort, Filter>,
  { q, filter }: Narrowing<Filter>,
): boolean {
  if (!counts || q !== undefined) return false
  for (const name in filter) {
    const isSet = filter[name] !== undefined && filter[name] !== null
    if (isSet && !counts.filters.includes(name)) return false
  }
  return true
}

/**
 * The total from the counts where they suffice, at the same cost for any number of rows, else null; and the version of
 * the rows, null where their changes are not counted. Read first, so that later reads are of this version or newer.
 */
async function countedTotal<Sort extends string, Filter extends object>(
  knex: Knex,
  list: AdminList<Sort, Filter>,
  query: Narrowing<Filter>,
): Promise<{ counted: number | null; version: string | null }> {
  const { counts } = list
  if (!counts) return { counted: null, version: null }
  const version = knex.raw('? AS version', [versionOf(knex, counts.of ?? [list.table])])
  const isWhole = isCounted(list, query)
  const rows: Knex.QueryBuilder = isWhole
    ? matchingRows(knex, { ...list, table: counts.table, joins: '' }, query)
    : knex.from(knex.raw('(SELECT 0 AS row_count) AS item'))
  const [found] = await rows.select<{ rows: number | null; version: string | null }[]>(
    knex.raw('sum(item.row_count)::bigint AS rows'),
    version,
  )
  return { counted: isWhole ? Number(found?.rows ?? 0) : null, version: found?.version ?? 'unchanged' }
}

type SortedQuery<Sort, Filter> = AnyQuery & { sort: { by: Sort; isDescending: boolean }; filter: Filter }

/** The matching rows in the order of the sort, where ties follow the id in the same direction, and how to read some. */
function sortedRows<Sort extends string, Filter extends object, Row>(
  knex: Knex,
  list: AdminList<Sort, Filter>,
  query: SortedQuery<Sort, Filter>,
  select: (items: Knex.QueryBuilder) => PromiseLike<Row[]>,
) {
  const { sort } = query
  const { key = ['id'] } = list
  const all = matchingRows(knex, list, query)
  const sortKey: SortKey = list.sorts[sort.by]
  const isOwn = typeof sortKey === 'string'
  const order = isOwn ? [...new Set([sortKey, 'item.id'])] : [sortKey.by, sortKey.id]
  const matching = isOwn ? all : all.clone().whereNotNull(sortKey.id)

  const orderOf = (isDescending: boolean) =>
    order.map((column) => `${column} ${isDescending ? 'DESC' : 'ASC'}`).join(', ')
  const items = () => knex.from(itemsOf(knex, list)).orderByRaw(orderOf(sort.isDescending))
  const isOnPage = Object.fromEntries(key.map((column) => [`page.${column}`, `item.${column}`]))
  return {
    all,
    /** Some rows, counted from either end. */
    stretch({ isFromEnd, skipped, size }: { isFromEnd: boolean; skipped: number; size: number }) {
      const keys = matching
        .clone()
        .select(key.map((column) => `item.${column}`))
        .orderByRaw(orderOf(isFromEnd !== sort.isDescending))
        .offset(skipped)
        .limit(size)
      return select(items().join(keys.as('page'), isOnPage))
    },
    withIds: async (ids: readonly number[]) =>
      ids.length === 0 ? [] : select(items().whereRaw('item.id = ANY (?)', [[...ids]])),
    /** For the order that is kept. */
    ordered(version: string) {
      const age = isOwn ? '' : ` ${Math.floor(Date.now() / orderAge)}`
      return { knex, matching, order, version: version + age }
    },
  }
}

/**
 * One page of a list and the number of all rows that match. `select` adds columns and joins to the rows of the page,
 * which are `item`. A page near an end of a list whose counts tell the total is read from there. Any other is found in
 * the order of all rows (row-orders.ts), or with OFFSET from the nearer end where they are too many, or their changes are not
 * counted.
 */
export async function adminListPage<Sort extends string, Filter extends object, Row>(
  knex: Knex,
  list: AdminList<Sort, Filter>,
  query: SortedQuery<Sort, Filter>,
  select: (items: Knex.QueryBuilder) => PromiseLike<Row[]>,
): Promise<{ items: Row[]; total: number }> {
  const { page, limit } = query
  const offset = (page - 1) * limit
  const rows = sortedRows(knex, list, query, select)

  if (offset <= near && isCounted(list, query)) {
    const first = rows.stretch({ isFromEnd: false, skipped: offset, size: limit })
    const [items, { counted }] = await Promise.all([first, countedTotal(knex, list, query)])
    return { items, total: counted ?? 0 }
  }

  const { counted, version } = await countedTotal(knex, list, query)
  const isPlain = counted !== null && (counted - offset - limit <= near || counted > maxOrdered)
  if (!isPlain && version !== null && list.key === undefined) {
    const ids = await ordersOf(knex)(rows.ordered(version))
    if (ids) return { items: await rows.withIds(idsOnPage(ids, query)), total: counted ?? ids.length }
  }
  const total = counted ?? (await countOf(rows.all))
  const left = total - offset
  if (left <= 0) return { items: [], total }
  const size = Math.min(limit, left)
  const isFromEnd = left < offset
  return { items: await rows.stretch({ isFromEnd, skipped: isFromEnd ? left - size : offset, size }), total }
}

/** `found`: the ids of all rows that a search found, in ascending order of the sort. */
function idsOnPage(found: Float64Array, { page, limit, sort }: Pick<AnyQuery, 'page' | 'limit' | 'sort'>): number[] {
  const offset = (page - 1) * limit
  const last = Math.max(0, found.length - offset)
  return [
    ...(sort.isDescending ? found.subarray(Math.max(0, last - limit), last) : found.subarray(offset, offset + limit)),
  ]
}

async function countOf(matching: Knex.QueryBuilder): Promise<number> {
  const [counted] = await matching.clone().count<{ count: number }[]>('* as count')
  return counted?.count ?? 0
}
