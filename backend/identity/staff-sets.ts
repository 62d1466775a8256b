import type { Database } from '../kernel/database/connect.ts'

/** One role of the campaign’s own. `rights`: null once it was removed. `revision` rises with each change. */
export type StaffSetRow = { key: string; name: string; rights: readonly string[] | null; revision: number }

export type StaffSetRows = {
  /** Writes these rows; one that was written in this or a later revision stays. */
  write(rows: readonly StaffSetRow[]): Promise<void>
  /** Forgets every row, for a log that was put back. */
  clear(): Promise<void>
  all(): Promise<StaffSetRow[]>
}

export function createStaffSets({ pool }: Pick<Database, 'pool'>): StaffSetRows {
  return {
    async write(rows) {
      for (const { key, name, rights, revision } of rows)
        await pool.query(
          `INSERT INTO app.staff_sets AS sets (key, name, rights, revision) VALUES ($1, $2, $3, $4)
           ON CONFLICT (key) DO UPDATE SET name = excluded.name, rights = excluded.rights, revision = excluded.revision
           WHERE sets.revision < excluded.revision`,
          [key, name, rights, revision],
        )
    },
    async clear() {
      await pool.query('DELETE FROM app.staff_sets')
    },
    async all() {
      const { rows } = await pool.query<StaffSetRow>(
        'SELECT key, name, rights, revision FROM app.staff_sets ORDER BY key',
      )
      return rows
    },
  }
}
