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
 * After an erasure, frees the old versions of all rows that may have been personal, with their index entries: nobody can
 * query them any more, and the next rows overwrite them. Without that, they stay until PostgreSQL finds a vacuum worth
 * it. Samples for the planner are taken anew, without the old rows; of personal columns there are none. Repeated as long as tables may not have followed the erasure (`settled`, in seconds), or a transaction is open
 * that may still see the old rows. Returns whether nothing is left to do.
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
    // The default leaves the index entries of a few dead rows.
    for (const table of await personalTables(pool))
      await slowly.query(`VACUUM (ANALYZE, INDEX_CLEANUP ON) ${table}`).catch(unlessGone)
  } finally {
    await slowly.end()
  }
  if (!due.is_final) return false
  // Unless somebody else was erased meanwhile.
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

/** A rebuild has replaced it. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === undefinedTable)) throw error
}
