import type pg from 'pg'
import { connectionWith } from '../../database/connect.ts'
import { keyLookups } from '../../database/key-lookups.ts'
import { isConnectionLoss } from './errors.ts'

export type WriterConnection = {
  /** For one caller at a time. */
  use<Result>(ask: (client: pg.ClientBase) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * A connection for writers. Its plans are made once, while the log is small, and stay right when it is large. It stays
 * open, so that no append waits for one; after a loss the next append opens another.
 */
export function createWriterConnection(pool: pg.Pool): WriterConnection {
  // PostgreSQL 17 and earlier estimate a forbidden sequential scan of `head` as so expensive that they would compile
  // it.
  const own = connectionWith(pool, { ...keyLookups, plan_cache_mode: 'force_generic_plan', jit: 'off' })
  let kept: pg.PoolClient | null = null
  let isAsking = false
  let ended: Promise<void> | null = null

  function release(isLost: boolean): void {
    kept?.release(isLost)
    kept = null
  }

  async function connect(): Promise<pg.PoolClient> {
    const client = await own.connect()
    client.once('error', () => {
      if (client === kept) release(true)
    })
    kept = client
    return client
  }

  return {
    async use(ask) {
      isAsking = true
      try {
        return await ask(kept ?? (await connect()))
      } catch (error) {
        if (isConnectionLoss(error)) release(true)
        throw error
      } finally {
        isAsking = false
        if (ended) release(false)
      }
    },
    close() {
      ended ??= own.end()
      if (!isAsking) release(false)
      return ended
    },
  }
}
