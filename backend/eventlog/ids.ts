import type { Pool } from 'pg'
import { createBatcher } from '../database/batcher.ts'

/** Sequence -> its Postgres sequence is `eventlog.<name>_id_seq`. */
export type Sequence = 'prayer' | 'endorsement' | 'email_signup' | 'user'

export type Ids = {
  /** The next integer: unique and rising per sequence, with gaps. Calls made together cost one round trip. */
  next(sequence: Sequence): Promise<number>
}

export function createIds(pool: Pool): Ids {
  const next = createBatcher<Sequence, number>(async (sequences) => {
    const { rows } = await pool.query<{ place: number; id: number }>(
      `SELECT place, nextval(format('eventlog.%I', name || '_id_seq')::regclass) AS id
       FROM unnest($1::text[]) WITH ORDINALITY AS asked (name, place)`,
      [sequences],
    )
    const ids = new Map(rows.map(({ place, id }) => [Number(place), Number(id)]))
    return sequences.map((name, index) => ids.get(index + 1) ?? new Error(`Sequence ${name} gave no id.`))
  })
  return { next }
}
