import type pg from 'pg'
import { StartupError } from '../database/startup-error.ts'

/** Left on the schema while a restore runs: one that was interrupted may be repeated, which empties the database first. */
const mark = 'being restored'

export async function beginRestore(pool: pg.Pool): Promise<void> {
  await pool.query(`CREATE SCHEMA app; COMMENT ON SCHEMA app IS '${mark}'`)
}

/** From here on, the database is in use. */
export async function endRestore(pool: pg.Pool): Promise<void> {
  await pool.query('COMMENT ON SCHEMA app IS NULL')
}

export async function isUnfinished(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ comment: string | null }>(
    `SELECT obj_description(oid, 'pg_namespace') AS comment FROM pg_namespace WHERE nspname = 'app'`,
  )
  return rows[0]?.comment === mark
}

/** The site must not write into a database that the next restore would empty. Throws StartupError. */
export async function rejectUnfinishedRestore(pool: pg.Pool): Promise<void> {
  if (!(await isUnfinished(pool))) return
  throw new StartupError(
    'A restore into this database was interrupted, so parts of it may be missing. Run `npm run restore` again with the same file.',
  )
}
