import { tracingChannel } from 'node:diagnostics_channel'
import type pg from 'pg'

/**
 * Tells for how long a connection is borrowed. Work that asks the pool of its own connection for a second one may wait
 * forever, because all others may be held by its like; the tests fail when any does (test/support/database/own-pool.ts).
 */
export const borrowedConnections = tracingChannel<unknown, { pool: pg.Pool }>('campaign:borrowed-connection')

/**
 * Runs `work` in one transaction and commits; rolls back and rethrows on an error. When the connection dies during the
 * commit, the outcome is unknown: the work must detect that it was already done.
 */
export function transaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  begin: (client: pg.PoolClient) => Promise<unknown> = (client) => client.query('BEGIN'),
): Promise<Result> {
  return withClient(pool, (client) => transactionOn(client, () => work(client), begin))
}

/** The same on a connection that the caller already holds. */
export async function transactionOn<Client extends pg.ClientBase, Result>(
  client: Client,
  work: () => Promise<Result>,
  begin: (client: Client) => Promise<unknown> = (held) => held.query('BEGIN'),
): Promise<Result> {
  try {
    await begin(client)
    const result = await work()
    await commit(client)
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

export async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('COMMIT')
  // After a failed statement, COMMIT answers ROLLBACK instead of raising an error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back because a statement in it failed.')
}

/**
 * A transaction around work that asks the same pool, such as for the log, under a lock that the transaction holds. Its callers
 * stand in a line (concurrency/semaphore.ts): two one-time tokens and one change of rights, which is fewer
 * than the five connections of the smallest pool.
 */
export const transactionAround = <Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> => borrow(pool, (client) => transactionOn(client, () => work(client)))

/** Borrows a connection from the pool; a connection that broke in the meantime is discarded instead of reused. */
export const withClient = <Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> =>
  borrow(pool, (client) => borrowedConnections.tracePromise(() => work(client), { pool }))

async function borrow<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A borrowed connection that dies also emits this event; unhandled, it would end the process.
  const markBroken = (error: Error) => {
    broken = error
  }
  client.on('error', markBroken)
  try {
    return await work(client)
  } finally {
    client.off('error', markBroken)
    client.release(broken)
  }
}
