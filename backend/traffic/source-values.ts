import type pg from 'pg'
import { transaction } from '../kernel/database/transaction.ts'

type SourceValue = { kind: string; value: string }

type SourceValues = {
  /** For each value: true when it is among the first of its kind today. Shared by all processes. */
  admit(values: readonly SourceValue[]): Promise<boolean[]>
}

/** Different values of one kind on one day (UTC). A campaign has dozens; a visitor who makes them up has more. */
const mostPerDay = 500

/** Table app.source_values. A value that was admitted today needs no query again, and neither does a full day. */
export function createSourceValues({
  pool,
  now = () => new Date(),
}: {
  pool: pg.Pool
  now?: () => Date
}): SourceValues {
  let today = ''
  const admitted = new Set<string>()
  const full = new Set<string>()
  const nameOf = ({ kind, value }: SourceValue) => `${kind}\n${value}`

  async function take(client: pg.ClientBase, { kind, value }: SourceValue): Promise<void> {
    // Sets the day apart from the count, so that two processes never count at the same time.
    await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('source values', 0))`)
    await client.query('DELETE FROM app.source_values WHERE day < $1', [today])
    const { rows } = await client.query<{ value: string }>(
      'SELECT value FROM app.source_values WHERE day = $1 AND kind = $2',
      [today, kind],
    )
    for (const known of rows) admitted.add(nameOf({ kind, value: known.value }))
    if (admitted.has(nameOf({ kind, value }))) return
    if (rows.length >= mostPerDay) {
      full.add(kind)
      return
    }
    await client.query('INSERT INTO app.source_values (day, kind, value) VALUES ($1, $2, $3)', [today, kind, value])
    admitted.add(nameOf({ kind, value }))
  }

  return {
    async admit(values) {
      const day = now().toISOString().slice(0, 10)
      if (day !== today) {
        today = day
        admitted.clear()
        full.clear()
      }
      const isNew = (one: SourceValue) => !admitted.has(nameOf(one)) && !full.has(one.kind)
      if (values.some(isNew))
        await transaction(pool, async (client) => {
          for (const one of values) if (isNew(one)) await take(client, one)
        }).catch((error: unknown) => {
          // The transaction recorded none of them.
          admitted.clear()
          throw error
        })
      return values.map((one) => admitted.has(nameOf(one)))
    },
  }
}
