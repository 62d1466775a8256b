import type pg from 'pg'
import { type Backoff, pauseAfter } from '../kernel/concurrency/backoff.ts'

const pauseFrom = 3 // temporary refusals in a row

/**
 * Mailbox providers that ask us to slow down. Every process skips them until the time in app.campaign_providers; one
 * accepted email clears them.
 */
export function createProviderRefusals(pool: pg.Pool, backoff: Backoff) {
  const inARow = new Map<string, number>()
  const countedAt = new Map<string, number>()
  return {
    /**
     * `startedAt`: of the attempt. Attempts in progress at the last refusal belong to the same burst, and count once.
     */
    async refused(
      provider: string,
      { isBusy, startedAt }: { isBusy: boolean; startedAt: number },
      now = performance.now(),
    ): Promise<void> {
      if (startedAt < (countedAt.get(provider) ?? Number.NEGATIVE_INFINITY)) return
      countedAt.set(provider, now)
      const refusals = (inARow.get(provider) ?? 0) + 1
      inARow.set(provider, refusals)
      if (!isBusy && refusals < pauseFrom) return
      const pause = pauseAfter(Math.max(0, refusals - pauseFrom), backoff)
      await pool.query(
        `INSERT INTO app.campaign_providers AS known (provider, refusals, until)
         VALUES ($1, $2, now() + $3 * interval '1 ms')
         ON CONFLICT (provider) DO UPDATE SET refusals = excluded.refusals, until = excluded.until`,
        [provider, refusals, pause],
      )
    },
    async accepted(provider: string): Promise<void> {
      if (!inARow.delete(provider)) return
      countedAt.delete(provider)
      await pool.query('DELETE FROM app.campaign_providers WHERE provider = $1', [provider])
    },
  }
}
