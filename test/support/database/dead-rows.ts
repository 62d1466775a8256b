import type { Database } from '../../../backend/kernel/database/connect.ts'
import { asOwner } from './database.ts'

/** Old versions of rows that are still in the table. */
export async function deadRows({ pool }: Database, table: string): Promise<number> {
  await asOwner(pool, 'CREATE EXTENSION IF NOT EXISTS pgstattuple')
  const { rows } = await asOwner(pool, `SELECT dead_tuple_count AS dead FROM pgstattuple('${table}')`)
  return rows[0]?.dead ?? -1
}

/** True when an erasure waits for it. */
export const isVacuumDue = async ({ pool }: Database) => (await pool.query('SELECT FROM app.due_vacuum')).rowCount === 1
