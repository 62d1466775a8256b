import type pg from 'pg'

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

/** Borrows a connection from the pool; a connection that broke in the meantime is discarded instead of reused. */
export async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
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
