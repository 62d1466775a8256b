import type { Knex } from 'knex'
import { createListMemory } from './list-memory.ts'

/** A row of a sorted list: how many come before it, and its values of the columns that the list is sorted by. */
export type Anchor = { rank: number; values: readonly string[] }

type Rows = { knex: Knex; matching: Knex.QueryBuilder; order: readonly string[]; version: string; total: number }

const most = 4000 // of one list, so that the largest take less than a megabyte
const sizes = { size: 20, renewEvery: 5000 }

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

  /** The nearest one before the row that has `rank` rows before it in ascending order. */
  return async (rank: number, { knex, matching, order, version, total }: Rows): Promise<Anchor> => {
    const step = Math.max(10, Math.ceil(total / most))
    const ascending = order.join(', ')
    const read = async () => {
      const ranked = matching
        .clone()
        .select(knex.raw(`(row_number() OVER (ORDER BY ${ascending}) - 1)::int AS rank`))
        .select(knex.raw(`ARRAY[${order.map((column) => `(${column})::text`).join(', ')}] AS values`))
      return knex.from(ranked.as('ranked')).whereRaw('rank % ? = 0', [step]).orderBy('rank').select<Anchor[]>('*')
    }
    const anchors = await remembered(`${ascending} ${matching.toQuery()}`, version, read)
    return anchors.findLast((anchor) => anchor.rank <= rank) ?? { rank: 0, values: [] }
  }
}
