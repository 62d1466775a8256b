import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createBatcher } from '../concurrency/batcher.ts'

const minInterval = 20 // under load, others need not hear of every change

/**
 * Notifies a channel that others LISTEN to (listener.ts), after the transaction that changed something and never inside
 * it: a commit with a NOTIFY waits for all others that have one, and so for their disk writes. Listeners also poll, so
 * a lost notification does no harm.
 */
export function createNotifier(pool: pg.Pool, channel: string): () => void {
  const notify = createBatcher<null, true>(async (requests) => {
    await pool.query(`NOTIFY ${channel}`)
    await delay(minInterval, undefined, { ref: false })
    return requests.map(() => true)
  })
  return () => void notify(null).catch(() => {})
}
