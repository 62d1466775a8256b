import type pg from 'pg'
import { connectionWith } from './connect.ts'

const undefinedTable = '42P01'

/** Remembers that a person was erased, whose old rows are still in the tables. */
export async function requestVacuum(pool: pg.Pool): Promise<void> {
  await pool.query(
    `INSERT INTO app.due_vacuum (requested_at) VALUES (now())
     ON CONFLICT (id) DO UPDATE SET requested_at = excluded.requested_at`,
  )
}

/**
 * After an erasure, frees the old versions of all rows that may have been personal, with their index entries: no query
 * can see them any more, and the next rows overwrite them. Otherwise they would stay until PostgreSQL schedules a
 * vacuum. The planner’s samples are taken anew, without the old rows; there are none of personal columns. Repeated as
 * long as tables may not have followed the erasure (`settled`, in seconds), or a transaction is open that may still see
 * the old rows. Returns whether the vacuum is complete.
 */
export async function vacuumAfterErasure(pool: pg.Pool, settled = 30): Promise<boolean> {
  const { rows } = await pool.query<{ requested_at: string; is_final: boolean }>(
    // As text, because a JavaScript date has no microseconds.
    `SELECT requested_at::text, requested_at <= now() - make_interval(secs => $1) AND NOT EXISTS (
       SELECT FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()
         AND backend_xmin IS NOT NULL AND xact_start < requested_at + make_interval(secs => $1)) AS is_final
     FROM app.due_vacuum`,
    [settled],
  )
  const [due] = rows
  if (!due) return true
  const slowly = connectionWith(pool, { vacuum_cost_delay: '2' })
  try {
    // By default, a vacuum keeps the index entries of a few dead rows.
    for (const table of await personalTables(pool))
      await slowly.query(`VACUUM (ANALYZE, INDEX_CLEANUP ON) ${table}`).catch(unlessGone)
  } finally {
    await slowly.end()
  }
  if (!due.is_final) return false
  // Keeps the request if another person was erased during the vacuum.
  const { rowCount } = await pool.query('DELETE FROM app.due_vacuum WHERE requested_at = $1', [due.requested_at])
  return rowCount === 1
}

async function personalTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('app', 'read') OR (schemaname, tablename) = ('eventlog', 'subject_keys') ORDER BY name`,
  )
  return rows.map(({ name }) => name)
}

/** A rebuild has replaced the table. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === undefinedTable)) throw error
}
