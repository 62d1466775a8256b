import type { Knex } from 'knex'
import { createListMemory } from './list-memory.ts'

/** A row of a sorted list: how many come before it, and its values of the columns that the list is sorted by. */
export type Anchor = { rank: number; values: readonly string[] }

type Rows = { knex: Knex; matching: Knex.QueryBuilder; order: readonly string[]; version: string; total: number }

const most = 4000 // of one list, so that the largest take less than a megabyte
const sizes = { size: 20, renewEvery: 5000 }

/** Rows of a list whose anchors take so long to read that they are read before anyone asks for a page in the middle. */
const long = 20_000

/** Rows that a page skips rather than looks for an anchor. */
export const near = 1000

/**
 * Finds the place of a page in the middle of a list without reading all rows before it: from every so many rows of a
 * sort, search and filter, which are read once and kept. While the list changes, anchors are up to a few seconds old:
 * such a page is then off by the rows that came or went since, as between two pages anyone turns meanwhile. What it
 * shows of each row is never old, and neither are pages near the ends and totals.
 */
export function createAnchors({ size, renewEvery } = sizes) {
  const remembered = createListMemory<Anchor[]>({ size, renewEvery })

  const prepared = new Set<string>()
  let preparing = Promise.resolve()

  function anchorsOf({ knex, matching, order, version, total }: Rows): Promise<Anchor[]> {
    const step = Math.max(10, Math.ceil(total / most))
    const ascending = order.join(', ')
    const names = order.map((_, index) => `value${index}`)
    const read = async () => {
      const ranked = matching
        .clone()
        .select(knex.raw(`(row_number() OVER (ORDER BY ${ascending}) - 1)::int AS rank`))
        .select(order.map((column, index) => knex.raw(`${column} AS ${names[index]}`)))
      // Texts are made for the anchors alone, not for every row.
      return knex
        .from(ranked.as('ranked'))
        .whereRaw('rank % ? = 0', [step])
        .orderBy('rank')
        .select<Anchor[]>('rank', knex.raw(`ARRAY[${names.map((name) => `${name}::text`).join(', ')}] AS values`))
    }
    return remembered(`${ascending} ${matching.toQuery()}`, version, read)
  }

  return {
    /** The nearest one before the row that has `rank` rows before it in ascending order. */
    async before(rank: number, rows: Rows): Promise<Anchor> {
      const anchors = await anchorsOf(rows)
      return anchors.findLast((anchor) => anchor.rank <= rank) ?? { rank: 0, values: [] }
    },
    /**
     * In the background and one list at a time, for whoever looks at the first rows of a long one: the next page they
     * ask for may be in the middle. Once per sort and filter.
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
