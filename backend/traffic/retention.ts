import type pg from 'pg'

const batch = 5000 // rows
const daily = 24 * 3600 * 1000 // ms

/** Table, its column of time, and how long a row is kept. */
const kept = [
  { table: 'app.traffic_logs', key: 'id', age: 'timestamp', days: 30 },
  { table: 'app.traffic_visitors', key: 'ip_address', age: 'visited_at', days: 1 },
  { table: 'app.user_activity_log', key: 'id', age: 'created_at', days: 365 },
] as const

/** Deletes what is too old, in steps so small that nobody waits for them. Answers how many rows went. */
export async function deleteOld(pool: pg.Pool): Promise<number> {
  let deleted = 0
  for (const { table, key, age, days } of kept) {
    for (let count = batch; count === batch; deleted += count) {
      const { rowCount } = await pool.query(
        `DELETE FROM ${table} WHERE ${key} IN (
           SELECT ${key} FROM ${table} WHERE ${age} < now() - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [days, batch],
      )
      count = rowCount ?? 0
    }
  }
  return deleted
}

/** Once now and then daily; two processes at once do no harm. Returns a stop. */
export function keepDeletingOld(pool: pg.Pool, onError: (error: unknown) => void): () => void {
  const run = () => void deleteOld(pool).catch(onError)
  run()
  const timer = setInterval(run, daily).unref()
  return () => clearInterval(timer)
}
