import type { Pool } from 'pg'
import { createPrefetchPool } from '../concurrency/prefetch-pool.ts'

/** The Postgres sequence is `eventlog.<name>_id_seq`. */
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
  'email_campaign',
  'donation',
] as const
export type Sequence = (typeof sequences)[number]

export type Ids = {
  /**
   * The next integer: unique and increasing per sequence, with gaps. Simultaneous calls cost at most one round trip.
   */
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
      const take = prefetchPools.get(sequence)
      if (!take) throw new RangeError(`Unknown sequence: ${sequence}.`)
      return take()
    },
  }
}
