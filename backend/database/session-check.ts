import type pg from 'pg'
import { StartupError } from './startup-error.ts'

/**
 * Looks whether each of our connections has a session of its own: a pooler by transaction gives the session of one to
 * the next, so that neither prepared statements nor locks nor notifications work. Throws StartupError.
 */
export async function refuseSharedSessions(pool: pg.Pool): Promise<void> {
  const session = async (client: pg.PoolClient) =>
    (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
  const [own, other] = await Promise.all([pool.connect(), pool.connect()])
  try {
    const asked = new Set([await session(own), await session(own), await session(own)])
    await other.query('BEGIN')
    if (asked.size > 1 || asked.has(await session(other))) throw new StartupError(sharedSessions)
  } finally {
    await other.query('COMMIT').catch(() => {})
    own.release()
    other.release()
  }
}

export const sharedSessions =
  'DATABASE_URL leads to a pooler that shares sessions. Set pool_mode = session there, or connect to PostgreSQL itself (docs/operations.md, PgBouncer).'
