import type pg from 'pg'
import { createSignal } from '../concurrency/signal.ts'
import { withClient } from '../database/transaction.ts'

const lock = 7_265_627 // an arbitrary number
const retryInterval = 250 // ms

/**
 * Borrows a connection with the exclusive right to rebuild. The lock ends with the connection, so a rebuild that lost
 * it can neither continue nor block the next one. Waits while another rebuild runs; throws the signal’s reason.
 */
export function onlyOneRebuild<Result>(
  pool: pg.Pool,
  signal: AbortSignal | undefined,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  return withClient(pool, async (client) => {
    const wakeSignal = createSignal(signal ?? new AbortController().signal)
    const tryLock = async () => {
      const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [lock])
      return rows[0]?.taken === true
    }
    while (!(await tryLock())) {
      signal?.throwIfAborted()
      await wakeSignal.wait(retryInterval)
    }
    wakeSignal.stop()
    try {
      return await work(client)
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [lock]).catch(() => {})
    }
  })
}
