import { randomUUID } from 'node:crypto'
import type pg from 'pg'

const tellEvery = 1000 // ms
const goneAfter = '5 seconds'

/** Number of processes that send campaign email, because they share the limits. */
export function createSenderCount(pool: pg.Pool) {
  const process = randomUUID()
  let count = 1
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    current: () => count,
    /** Announces that this process sends, and counts the others; at most once a second. */
    async tell(now: number): Promise<void> {
      if (now - toldAt < tellEvery) return
      const { rows } = await pool.query<{ others: number }>({
        name: 'campaign-senders',
        text: `WITH told AS (
            INSERT INTO app.campaign_senders (process, seen_at) VALUES ($1, now())
            ON CONFLICT (process) DO UPDATE SET seen_at = excluded.seen_at
          ), gone AS (
            DELETE FROM app.campaign_senders WHERE process <> $1 AND seen_at < now() - interval '${goneAfter}'
          )
          SELECT count(*)::integer AS others FROM app.campaign_senders
          WHERE process <> $1 AND seen_at >= now() - interval '${goneAfter}'`,
        values: [process],
      })
      toldAt = now
      count = 1 + (rows[0]?.others ?? 0)
    },
    /** Signs off, so that the others need not wait until this process seems gone. */
    async leave(): Promise<void> {
      if (toldAt > 0) await pool.query('DELETE FROM app.campaign_senders WHERE process = $1', [process])
    },
  }
}
