import type pg from 'pg'
import { StartupError } from './startup-error.ts'

/**
 * Checks that each of our connections has a session of its own. A pooler in transaction mode gives one client’s session
 * to the next, which breaks prepared statements, locks and notifications. Throws StartupError.
 */
export async function rejectSharedSessions(pool: pg.Pool): Promise<void> {
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
