import type pg from 'pg'

/** Somebody signed in; `sessionId` as in SignedIn. */
export type InSession = { id: number; sessionId: string }

/**
 * Locks the account, and says whether the session is still open. For writes that give access: the owner of the address
 * may have signed everybody out since the request began.
 */
export async function lockInSession(client: pg.PoolClient, { id, sessionId }: InSession): Promise<boolean> {
  // A statement of its own: the next one then sees which sessions were ended by whoever had the lock.
  await client.query('SELECT FROM app.accounts WHERE user_id = $1 FOR UPDATE', [id])
  const { rowCount } = await client.query('SELECT FROM app.sessions WHERE user_id = $1 AND sid = $2', [
    id,
    Buffer.from(sessionId, 'hex'),
  ])
  return rowCount === 1
}
