import type { Pool } from 'pg'
import { createPrefetchPool } from '../concurrency/prefetch-pool.ts'

export type Ids = {
  /**
   * The next integer: unique and increasing per sequence, with gaps. Simultaneous calls cost at most one round trip.
   */
  next(sequence: string): Promise<number>
}

/** `sequences`: each name stands for the PostgreSQL sequence `eventlog.<name>_id_seq`. */
export function createIds(pool: Pool, sequences: readonly string[]): Ids {
  const prefetchPoolOf = (sequence: string) =>
    createPrefetchPool(async (count) => {
      const { rows } = await pool.query<{ id: number }>({
        name: `ids-${sequence}`,
        text: `SELECT nextval('eventlog.${sequence}_id_seq') AS id FROM generate_series(1, $1::integer)`,
        values: [count],
      })
      return rows.map(({ id }) => Number(id))
    })
  const prefetchPools = new Map(sequences.map((sequence) => [sequence, prefetchPoolOf(sequence)]))
  return {
    async next(sequence) {
      const take = prefetchPools.get(sequence)
      if (!take) throw new RangeError(`Unknown sequence: ${sequence}.`)
      return take()
    },
  }
}
