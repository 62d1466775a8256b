import type pg from 'pg'

/**
 * Runs `work` in one transaction and commits; rolls back and rethrows when it throws. When the connection dies at the
 * commit, whether it took effect is unknown: make the work notice that it was done before.
 */
export function transaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  begin: (client: pg.PoolClient) => Promise<unknown> = (client) => client.query('BEGIN'),
): Promise<Result> {
  return withClient(pool, (client) => transactionOn(client, () => work(client), begin))
}

/** The same on a connection that the caller holds. */
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
  // A transaction that met an error answers COMMIT with ROLLBACK, and without an error.
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back because a statement in it had failed.')
}

/** Lends one connection of the pool; it is thrown away, not reused, when it broke meanwhile. */
export async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A connection that dies while lent says so by this event too; unheard, it would end the process.
  const note = (error: Error) => {
    broken = error
  }
  client.on('error', note)
  try {
    return await work(client)
  } finally {
    client.off('error', note)
    client.release(broken)
  }
}
