import type { Knex } from 'knex'
import type { AdminListQuery } from '../../contract/admin-lists.ts'
import { createAnchors, near } from './list-anchors.ts'
import { createListMemory } from './list-memory.ts'
import { versionOf } from './whole-lists.ts'

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
  /**
   * A table of counts of its rows (`countsBy`), and the filters that only need the columns counted there. `of`: the
   * tables whose rows they are, which are `table` by default.
   */
  counts?: { table: string; filters: readonly (keyof Filter & string)[]; of?: readonly string[] }
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

/** Where a word begins. */
const wordStarts = ['', '% ', '%\n']

/** Fewer than three letters make no trigram, but with the space before them they do: they are found where words begin. */
function hasWord(searched: string, word: string): Condition {
  const literal = word.replace(/[\\%_]/g, '\\$&')
  const patterns = [...word].length < 3 ? wordStarts.map((start) => `${start}${literal}%`) : [`%${literal}%`]
  return { sql: `(${patterns.map(() => `${searched} LIKE ?`).join(' OR ')})`, values: patterns }
}

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
  for (const word of q.toLowerCase().split(/\s+/)) conditions.push(hasWord(list.searched, word))
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

/** What this process remembers, per database: totals of searches, and anchors of deep pages. */
const memories = new WeakMap<Knex, ReturnType<typeof createMemories>>()
const createMemories = () => ({ totals: createListMemory<number>({ size: 500 }), anchorBefore: createAnchors() })

function memoriesOf(knex: Knex) {
  const known = memories.get(knex) ?? createMemories()
  memories.set(knex, known)
  return known
}

/**
 * The total from the counts where they suffice, at the same cost for any number of rows, else null; and the version of
 * the rows, null where nobody counts their changes. Read first: whatever is read later is of this version or newer.
 */
async function countedTotal<Sort extends string, Filter extends object>(
  knex: Knex,
  list: AdminList<Sort, Filter>,
  query: { q?: string | undefined; filter: Filter },
): Promise<{ counted: number | null; version: string | null }> {
  const { counts } = list
  if (!counts) return { counted: null, version: null }
  const tables = counts.of ?? [list.table]
  const version = knex.raw('? AS version', [versionOf(knex, tables)])
  const isCounted = (name: keyof Filter & string) =>
    query.filter[name] === undefined || query.filter[name] === null || counts.filters.includes(name)
  let isWhole = query.q === undefined
  for (const name in query.filter) isWhole &&= isCounted(name)
  const rows: Knex.QueryBuilder = isWhole
    ? matchingRows(knex, { ...list, table: counts.table, joins: '' }, query)
    : knex.from(knex.raw('(SELECT 0 AS row_count) AS item'))
  const [found] = await rows.select<{ rows: number | null; version: string | null }[]>(
    knex.raw('sum(item.row_count)::bigint AS rows'),
    version,
  )
  return { counted: isWhole ? Number(found?.rows ?? 0) : null, version: found?.version ?? 'unchanged' }
}

/**
 * One page of a list and the number of all rows that match. `select` adds columns and joins to the rows of the page,
 * which are `item`. Ties follow the id, in the direction of the sort. A page of the second half is read from the end,
 * and one far from both ends from the nearest anchor.
 */
export async function adminListPage<Sort extends string, Filter extends object, Row>(
  knex: Knex,
  list: AdminList<Sort, Filter>,
  query: AnyQuery & { sort: { by: Sort; isDescending: boolean }; filter: Filter },
  select: (items: Knex.QueryBuilder) => PromiseLike<Row[]>,
): Promise<{ items: Row[]; total: number }> {
  const { page, limit, sort } = query
  const { key = ['id'] } = list
  const { totals, anchorBefore } = memoriesOf(knex)
  const matching = matchingRows(knex, list, query)
  const { counted, version } = await countedTotal(knex, list, query)
  const count = () => countOf(matching)
  const countOnce = () => (version === null ? count() : totals(matching.toQuery(), version, count))

  const offset = (page - 1) * limit
  const known = counted ?? (offset > near ? await countOnce() : null)
  const left = known === null ? Number.POSITIVE_INFINITY : known - offset
  if (known !== null && left <= 0) return { items: [], total: known }
  const order = [...new Set([list.sorts[sort.by], 'item.id'])]
  const orderOf = (isDescending: boolean) =>
    order.map((column) => `${column} ${isDescending ? 'DESC' : 'ASC'}`).join(', ')
  const size = Math.min(limit, left)
  const ids = matching
    .clone()
    .select(key.map((column) => `item.${column}`))
    .limit(size)
  if (known === null || version === null || Math.min(offset, left - size) <= near) {
    const isFromEnd = left < offset
    ids.orderByRaw(orderOf(isFromEnd !== sort.isDescending)).offset(isFromEnd ? left - size : offset)
  } else {
    const first = sort.isDescending ? left - size : offset
    const { rank, values } = await anchorBefore(first, { knex, matching, order, version, total: known })
    if (values.length > 0) ids.whereRaw(`(${order.join(', ')}) >= (${values.map(() => '?').join(', ')})`, [...values])
    ids.orderByRaw(orderOf(false)).offset(first - rank)
  }
  const isOnPage = Object.fromEntries(key.map((column) => [`page.${column}`, `item.${column}`]))
  const items = knex.from(itemsOf(knex, list)).join(ids.as('page'), isOnPage).orderByRaw(orderOf(sort.isDescending))
  const [rows, total] = await Promise.all([select(items), known ?? countOnce()])
  return { items: rows, total }
}

async function countOf(matching: Knex.QueryBuilder): Promise<number> {
  const [counted] = await matching.clone().count<{ count: number }[]>('* as count')
  return counted?.count ?? 0
}
