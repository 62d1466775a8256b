import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../backend/kernel/database/connect.ts'
import { createTestApp } from '../test/support/app/app.ts'
import { temporaryDataFolder } from '../test/support/app/data-folder.ts'
import type { Store } from './eventstoredb-support.ts'

export type IdleFigures = {
  /** Per second; `calls`: appends and reads at EventStoreDB, null for a real server, which does not count them. */
  transactions: number
  calls: number | null
  /** Milliseconds from SIGTERM to the end of the process. */
  end: number
}

/** Commits and rollbacks of all other connections so far; a session reports them a second late at most. */
async function transactionsIn(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()',
  )
  return rows[0]?.count ?? Number.NaN
}

/**
 * The queries of the whole product with all its pages while it has no visitors. Without `store`, the log is in
 * PostgreSQL.
 */
export async function benchIdle(
  database: Database,
  { store, idleSeconds, settlingSeconds }: { store?: Store; idleSeconds: number; settlingSeconds: number },
): Promise<IdleFigures> {
  const folder = temporaryDataFolder()
  const app = await createTestApp({
    http: 'socket',
    folder,
    env: { DATABASE_URL: database.url, DEMO_CONTENT: 'on', ...store?.env },
  })
  const counted = async () => {
    const calls = (await store?.server.calls()) ?? null
    return { transactions: await transactionsIn(database.pool), calls: calls && calls.appends + calls.reads }
  }
  try {
    // Pages are compared with their rows at growing intervals after a start.
    await delay(settlingSeconds * 1000)
    const before = await counted()
    const startedAt = performance.now()
    await delay(idleSeconds * 1000)
    const after = await counted()
    const took = (performance.now() - startedAt) / 1000
    const stoppedAt = performance.now()
    assert.equal(await app.stop(), 0)
    return {
      transactions: (after.transactions - before.transactions) / took,
      calls: after.calls === null || before.calls === null ? null : (after.calls - before.calls) / took,
      end: performance.now() - stoppedAt,
    }
  } finally {
    await app.kill()
    await folder.remove()
  }
}
