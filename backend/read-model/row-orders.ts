import type { Knex } from 'knex'

type Rows = { knex: Knex; matching: Knex.QueryBuilder; order: readonly string[]; version: string }
type Order = { version: string; ids: Promise<Float64Array | null> }

/** The most rows whose order is kept: all of a large campaign. */
export const maxOrdered = 100_000
/** At most 16 MB. */
const maxOrders = 20

/**
 * Keeps the ids of all rows that a filter or a search finds, in the order of a sort, until the list changes: all its
 * pages, and the total, then cost the same as reading the rows of one page. An index can provide either the matches or
 * the order, so that the next page would otherwise find and sort them all again. Concurrent callers share one reading.
 */
export function createRowOrders() {
  const kept = new Map<string, Order>()

  /** In ascending order of the sort; null when they are too many. */
  return (rows: Rows): Promise<Float64Array | null> => {
    const key = `${rows.order.join(', ')} ${rows.matching.toQuery()}`
    const known = kept.get(key)
    const current = known?.version === rows.version ? known : { version: rows.version, ids: readIds(rows) }
    const forget = () => void (kept.get(key) === current && kept.delete(key))
    if (current !== known) current.ids.catch(forget)
    // The one that was used least recently is forgotten first.
    kept.delete(key)
    kept.set(key, current)
    for (const oldest of kept.keys()) if (kept.size > maxOrders) kept.delete(oldest)
    return current.ids
  }
}

async function readIds({ knex, matching, order }: Rows): Promise<Float64Array | null> {
  const names = order.map((_, index) => `value${index}`)
  const found = matching
    .clone()
    .select(knex.raw('float8send(item.id) AS id'))
    .select(order.map((column, index) => knex.raw(`${column} AS ${names[index]}`)))
    .limit(maxOrdered + 1)
  const [row] = await knex
    .from(found.as('found'))
    .select<{ ids: Buffer | null }[]>(knex.raw(`string_agg(id, ''::bytea ORDER BY ${names.join(', ')}) AS ids`))
  const ids = new Float64Array(new Uint8Array((row?.ids ?? Buffer.alloc(0)).swap64()).buffer)
  return ids.length > maxOrdered ? null : ids
}
