import type pg from 'pg'

/** A signed-in session; `sessionId` as in SignedIn. */
export type InSession = { id: number; sessionId: string }

/**
 * Locks the account and returns whether the session is still open. For writes that give access: the owner of the
 * address may have ended all sessions since the request began.
 */
export async function lockInSession(client: pg.PoolClient, { id, sessionId }: InSession): Promise<boolean> {
  // Locks in a statement of its own, so that the next one sees which sessions the previous lock holder ended.
  await client.query('SELECT FROM app.accounts WHERE user_id = $1 FOR UPDATE', [id])
  const { rowCount } = await client.query('SELECT FROM app.sessions WHERE user_id = $1 AND sid = $2', [
    id,
    Buffer.from(sessionId, 'hex'),
  ])
  return rowCount === 1
}
