import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'

const minInterval = 5 // ms; under load, other processes need not hear of every change

// Its commit does not wait for the disk: after a crash there is no listener anyway.
const notification = `SELECT pg_notify($1, $2) FROM (SELECT set_config('synchronous_commit', 'off', true)) AS relaxed`

/**
 * Notifies a channel that other processes LISTEN to (listener.ts), after the transaction that changed something and
 * never inside it: a commit with a NOTIFY waits for all others that have one, and so for their disk writes. Of several
 * payloads at the same moment, the last one is sent. Listeners also poll, so a lost notification does no harm.
 */
export function createNotifier(pool: pg.Pool, channel: string): (payload?: string) => void {
  let latest: string | null = null
  let isNotifying = false

  async function notifyAll() {
    isNotifying = true
    while (latest !== null) {
      await nextTurn()
      const values = [channel, latest]
      latest = null
      await pool.query({ name: 'notify', text: notification, values }).catch(() => {})
      await delay(minInterval, undefined, { ref: false })
    }
    isNotifying = false
  }

  return (payload = '') => {
    latest = payload
    if (!isNotifying) void notifyAll()
  }
}
