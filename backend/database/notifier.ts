import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { createBatcher } from '../concurrency/batcher.ts'

const atMostEvery = 20 // ms: under load nobody elsewhere need hear of each change

/**
 * Rings a channel that others LISTEN to (listen.ts), behind the transaction that gave the reason and never in it: a
 * commit with a NOTIFY waits for all others that have one, and so for their disk. A ring that fails, or a process that
 * dies before it, is made up for by their polling.
 */
export function createNotifier(pool: pg.Pool, channel: string): () => void {
  const notify = createBatcher<null, true>(async (asked) => {
    await pool.query(`NOTIFY ${channel}`)
    await delay(atMostEvery, undefined, { ref: false })
    return asked.map(() => true)
  })
  return () => void notify(null).catch(() => {})
}
