import type pg from 'pg'
import { expect } from 'vitest'

/** Lets `asked` wait for the lock that `lock` holds; once it waits there, `during` runs, and the lock ends. */
export async function heldBack<Answer>(
  pool: pg.Pool,
  lock: string,
  asked: () => Promise<Answer>,
  during: (holder: pg.PoolClient) => Promise<unknown>,
): Promise<Answer> {
  const holder = await pool.connect()
  try {
    await holder.query('BEGIN')
    await holder.query(lock)
    const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const answer = asked()
    const waiting = () =>
      pool.query('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [rows[0]?.pid])
    await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0)
    await during(holder)
    await holder.query('COMMIT')
    return await answer
  } finally {
    holder.release()
  }
}
