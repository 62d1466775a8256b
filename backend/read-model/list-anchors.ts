import type { Knex } from 'knex'
import { createVersionedCache } from './versioned-cache.ts'

/** A row of a sorted list: how many come before it, and its values of the columns that the list is sorted by. */
export type Anchor = { rank: number; values: readonly string[] }

type Rows = { knex: Knex; matching: Knex.QueryBuilder; order: readonly string[]; version: string; total: number }

const maxAnchors = 4000 // of one list, so that the largest take less than a megabyte
const sizes = { size: 20, renewEvery: 5000 }

/** Lists with this many rows get their anchors in advance, because reading them takes long. */
const long = 20_000

/** Up to this many rows, a page skips them instead of using an anchor. */
export const near = 1000

/**
 * Finds the place of a page in the middle of a list without reading all rows before it: a row at every regular distance
 * of a sort, search and filter is read once and cached as an anchor. While the list changes, anchors are up to a few
 * seconds old: such a page is then off by the rows added or removed since, as happens between two page turns anyway.
 * The rows that it shows are never old, and neither are totals and pages near the ends.
 */
export function createAnchors({ size, renewEvery } = sizes) {
  const cached = createVersionedCache<Anchor[]>({ size, renewEvery })

  const prepared = new Set<string>()
  let preparing = Promise.resolve()

  function anchorsOf({ knex, matching, order, version, total }: Rows): Promise<Anchor[]> {
    const step = Math.max(10, Math.ceil(total / maxAnchors))
    const ascending = order.join(', ')
    const names = order.map((_, index) => `value${index}`)
    const read = async () => {
      const ranked = matching
        .clone()
        .select(knex.raw(`(row_number() OVER (ORDER BY ${ascending}) - 1)::int AS rank`))
        .select(order.map((column, index) => knex.raw(`${column} AS ${names[index]}`)))
      // The texts are built for the anchors alone, not for every row.
      return knex
        .from(ranked.as('ranked'))
        .whereRaw('rank % ? = 0', [step])
        .orderBy('rank')
        .select<Anchor[]>('rank', knex.raw(`ARRAY[${names.map((name) => `${name}::text`).join(', ')}] AS values`))
    }
    return cached(`${ascending} ${matching.toQuery()}`, version, read)
  }

  return {
    /** The nearest anchor before the row that has `rank` rows before it in ascending order. */
    async before(rank: number, rows: Rows): Promise<Anchor> {
      const anchors = await anchorsOf(rows)
      return anchors.findLast((anchor) => anchor.rank <= rank) ?? { rank: 0, values: [] }
    },
    /**
     * Reads anchors in the background, one list at a time, when a reader opens the first rows of a long list, because
     * the next page may be in the middle. Runs once per sort and filter.
     */
    prepare(rows: Rows): void {
      const name = `${rows.order.join(', ')} ${rows.matching.toQuery()}`
      if (rows.total < long || prepared.has(name)) return
      prepared.add(name)
      preparing = preparing
        .then(() => anchorsOf(rows))
        .then(
          () => {},
          () => void prepared.delete(name),
        )
    },
  }
}
