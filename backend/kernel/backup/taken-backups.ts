import { createHmac } from 'node:crypto'
import type pg from 'pg'

type Signing = { pool: Pick<pg.Pool, 'query'>; signingKey: Buffer }
type Row = { takenAt: string; bytes: number; mark: Buffer | null }

/** Only a process that knows APP_SECRET can make it: the server’s role may add rows. */
const markOf = ({ takenAt, bytes }: Omit<Row, 'mark'>, key: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(`taken ${new Date(takenAt).toISOString()} ${bytes}`)
    .digest()

/** Records a whole backup; `bytes`: the size of its file. */
export async function recordBackup(
  { pool, signingKey }: Signing,
  { takenAt, bytes }: { takenAt: Date; bytes: number },
): Promise<void> {
  const row = { takenAt: takenAt.toISOString(), bytes }
  await pool.query('INSERT INTO app.backups (taken_at, bytes, mark) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    row.takenAt,
    bytes,
    markOf(row, signingKey),
  ])
}

/**
 * When the newest whole backup was taken; null: none since this database was created or restored. Rows with a wrong mark do
 * not count; only those of earlier versions may have none.
 */
export async function latestBackup({ pool, signingKey }: Signing): Promise<Date | null> {
  const { rows } = await pool.query<Row>(
    'SELECT taken_at AS "takenAt", bytes, mark FROM app.backups ORDER BY taken_at DESC',
  )
  const newest = rows.find((row) => row.mark === null || row.mark.equals(markOf(row, signingKey)))
  return newest ? new Date(newest.takenAt) : null
}
