import type { Pool } from 'pg'
import { createPrefetchPool } from '../concurrency/prefetch-pool.ts'

/** Sequence -> its Postgres sequence is `eventlog.<name>_id_seq`. */
const sequences = [
  'prayer',
  'endorsement',
  'email_signup',
  'user',
  'article',
  'volunteer',
  'campaign_event',
  'rsvp',
  'forum_content',
] as const
export type Sequence = (typeof sequences)[number]

export type Ids = {
  /** The next integer: unique and rising per sequence, with gaps. Calls made together cost one round trip at most. */
  next(sequence: Sequence): Promise<number>
}

export function createIds(pool: Pool): Ids {
  const prefetchPoolOf = (sequence: Sequence) =>
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
      const draw = prefetchPools.get(sequence)
      if (!draw) throw new RangeError(`There is no sequence ${sequence}.`)
      return draw()
    },
  }
}
