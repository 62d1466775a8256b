import type pg from 'pg'
import { day } from '../../records/durations.ts'

const batchSize = 5000 // rows

/** Table, its time column, and how long rows are kept. */
const retention = [
  { table: 'app.traffic_logs', key: 'id', age: 'timestamp', days: 30 },
  { table: 'app.traffic_visitors', key: 'ip_address', age: 'visited_at', days: 1 },
  { table: 'app.admin_addresses', key: 'request_id', age: 'at', days: 90 },
  { table: 'app.past_sessions', key: 'id', age: 'ended_at', days: 90 },
  { table: 'app.sessions', key: 'sid', age: 'expires_at', days: 90 },
  { table: 'app.user_activity_log', key: 'id', age: 'created_at', days: 365 },
] as const

/** Deletes expired rows, in steps so small that requests do not wait for them. Returns the number of deleted rows. */
export async function deleteOld(pool: pg.Pool): Promise<number> {
  let deleted = 0
  for (const { table, key, age, days } of retention) {
    for (let count = batchSize; count === batchSize; deleted += count) {
      const { rowCount } = await pool.query(
        `DELETE FROM ${table} WHERE ${key} IN (
           SELECT ${key} FROM ${table} WHERE ${age} < now() - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [days, batchSize],
      )
      count = rowCount ?? 0
    }
  }
  return deleted
}

/** Runs now and then every day; two processes at once do no harm. Returns a stop function. */
export function keepDeletingOld(pool: pg.Pool, onError: (error: unknown) => void): () => void {
  const run = () => void deleteOld(pool).catch(onError)
  run()
  const timer = setInterval(run, day).unref()
  return () => clearInterval(timer)
}
