import type pg from 'pg'

type Queryable = Pick<pg.Pool, 'query'>

/** Records a whole backup; `bytes`: the size of its file. */
export async function recordBackup(
  pool: Queryable,
  { takenAt, bytes }: { takenAt: Date; bytes: number },
): Promise<void> {
  await pool.query('INSERT INTO app.backups (taken_at, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING', [takenAt, bytes])
}

/** When the newest whole backup was taken; null: none since this database was created or restored. */
export async function latestBackup(pool: Queryable): Promise<Date | null> {
  const { rows } = await pool.query<{ taken_at: Date | null }>('SELECT max(taken_at) AS taken_at FROM app.backups')
  const at = rows[0]?.taken_at ?? null
  return at === null ? null : new Date(at)
}
