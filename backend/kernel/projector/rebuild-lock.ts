import type pg from 'pg'
import { createSignal } from '../concurrency/signal.ts'
import { connectionWith } from '../database/connect.ts'
import { withClient } from '../database/transaction.ts'

// Arbitrary numbers.
const rebuildLock = 7_265_627
const pastLock = 7_265_632
const retryInterval = 250 // ms

/**
 * Opens a connection that holds this lock, beside the pool, which the work asks for the log. The lock ends with the
 * connection, so work that lost it can neither continue nor block its successor. Waits while another connection holds
 * it; throws the signal’s reason.
 */
async function withLock<Result>(
  lock: number,
  pool: pg.Pool,
  signal: AbortSignal | undefined,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  const own = connectionWith(pool, {})
  return withClient(own, async (client) => {
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
  }).finally(() => own.end())
}

type Locked = <Result>(
  pool: pg.Pool,
  signal: AbortSignal | undefined,
  work: (client: pg.ClientBase) => Promise<Result>,
) => Promise<Result>

/** The exclusive right to rebuild in this database. */
export const onlyOneRebuild: Locked = (pool, signal, work) => withLock(rebuildLock, pool, signal, work)

/** The exclusive right to build the tables of a past moment in this database. */
export const onlyOnePast: Locked = (pool, signal, work) => withLock(pastLock, pool, signal, work)
