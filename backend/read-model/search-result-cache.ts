import type { Knex } from 'knex'
import { createVersionedCache } from './versioned-cache.ts'

type Rows = { knex: Knex; matching: Knex.QueryBuilder; order: readonly string[]; version: string }

/**
 * The most rows of a search that are cached. Where more match, each of the list’s indexes has a page of them among its
 * next few thousand rows.
 */
const maxRows = 50_000
/** For all searches together: 8 MB. */
const size = 1_000_000

/**
 * Caches the rows that a search found, in the order of a sort, until the list changes: all its pages, and the total,
 * then cost the same as reading the rows of one page. An index can provide either the matches or the order, so that the
 * next page would otherwise find and sort them all again.
 */
export function createSearchResultCache() {
  const cached = createVersionedCache<Float64Array | null>({ size, weigh: (ids) => 100 + (ids?.length ?? 0) })

  /** The ids of all rows that match, in ascending order of the sort; null when they are too many. */
  return ({ knex, matching, order, version }: Rows): Promise<Float64Array | null> => {
    const names = order.map((_, index) => `value${index}`)
    const read = async () => {
      const found = matching
        .clone()
        .select(knex.raw('float8send(item.id) AS id'))
        .select(order.map((column, index) => knex.raw(`${column} AS ${names[index]}`)))
        .limit(maxRows + 1)
      const [row] = await knex
        .from(found.as('found'))
        .select<{ ids: Buffer | null }[]>(knex.raw(`string_agg(id, ''::bytea ORDER BY ${names.join(', ')}) AS ids`))
      const ids = new Float64Array(new Uint8Array((row?.ids ?? Buffer.alloc(0)).swap64()).buffer)
      return ids.length > maxRows ? null : ids
    }
    return cached(`${order.join(', ')} ${matching.toQuery()}`, version, read)
  }
}
