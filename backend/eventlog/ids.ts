import type { Pool } from 'pg'
import { createStock } from '../database/stock.ts'

/** Sequence -> its Postgres sequence is `eventlog.<name>_id_seq`. */
export type Sequence = 'prayer' | 'endorsement' | 'email_signup' | 'user'

export type Ids = {
  /** The next integer: unique and rising per sequence, with gaps. Calls made together cost one round trip at most. */
  next(sequence: Sequence): Promise<number>
}

export function createIds(pool: Pool): Ids {
  const stockOf = (sequence: Sequence) =>
    createStock(async (count) => {
      const { rows } = await pool.query<{ id: number }>({
        name: `ids-${sequence}`,
        text: `SELECT nextval('eventlog.${sequence}_id_seq') AS id FROM generate_series(1, $1::integer)`,
        values: [count],
      })
      return rows.map(({ id }) => Number(id))
    })
  const next: { [Name in Sequence]: () => Promise<number> } = {
    prayer: stockOf('prayer'),
    endorsement: stockOf('endorsement'),
    email_signup: stockOf('email_signup'),
    user: stockOf('user'),
  }
  return { next: (sequence) => next[sequence]() }
}
