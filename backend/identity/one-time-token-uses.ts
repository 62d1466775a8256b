import type pg from 'pg'
import { createSemaphore } from '../kernel/concurrency/semaphore.ts'
import { transactionAround } from '../kernel/database/transaction.ts'
import type { Purpose } from './signed-tokens.ts'

export type OneTimeTokenUses = {
  /** Binds the token to this account. False when it was used or is bound to another one. */
  bind(idHash: string, userId: number): Promise<boolean>
  /** Marks the token as used, along with all others with its purpose (a link and its code have the same) and address. */
  use(idHash: string): Promise<void>
  /** Like `use`, but only once: true for exactly one caller, however many try at the same time. */
  take(idHash: string): Promise<boolean>
  /**
   * Does the work that a token of an account authorizes, then uses it up; after failed work the token stays valid.
   * False when it was used or withdrawn. A withdrawal either waits for the work, or comes first.
   */
  takeFor(token: { idHash: string; userId: number }, work: () => Promise<void>): Promise<boolean>
  /** Invalidates the tokens with this purpose that were issued for the account. */
  withdraw(userId: number, purpose: Purpose): Promise<void>
}

/** Using the code also invalidates the link in the same email, and the other way around. */
const family = (table: string) => `replace(${table}.purpose, '-code', '')`

export function createOneTimeTokenUses(pool: pg.Pool): OneTimeTokenUses {
  async function use(idHash: string): Promise<void> {
    await pool.query(
      `UPDATE app.one_time_tokens AS other SET used_at = now() FROM app.one_time_tokens AS used
       WHERE used.id_hash = $1 AND ${family('other')} = ${family('used')} AND other.used_at IS NULL
         AND other.email_hash IS NOT DISTINCT FROM used.email_hash`,
      [Buffer.from(idHash, 'hex')],
    )
  }

  // Each caller holds a connection while the work, which needs others, runs.
  const few = createSemaphore({
    running: 2,
    waiting: 1000,
    whenFull: 'Too many people are changing their accounts right now. Please try again in a few seconds.',
  })
  /** Not a lock of the rows, which are deleted with an erased account: the erasure must not wait for the work. */
  const oneOf = <Result>(userId: number, work: (client: pg.PoolClient) => Promise<Result>) =>
    few(() =>
      transactionAround(pool, async (client) => {
        await client.query("SELECT pg_advisory_xact_lock(hashtextextended('tokens ' || $1, 0))", [userId])
        return work(client)
      }),
    )

  return {
    async bind(idHash, userId) {
      const { rowCount } = await pool.query(
        `UPDATE app.one_time_tokens SET user_id = $2
         WHERE id_hash = $1 AND used_at IS NULL AND expires_at > now() AND (user_id IS NULL OR user_id = $2)`,
        [Buffer.from(idHash, 'hex'), userId],
      )
      return rowCount === 1
    },

    use,
    async take(idHash) {
      const { rowCount } = await pool.query(
        'UPDATE app.one_time_tokens SET used_at = now() WHERE id_hash = $1 AND used_at IS NULL AND expires_at > now()',
        [Buffer.from(idHash, 'hex')],
      )
      if (rowCount !== 1) return false
      await use(idHash)
      return true
    },
    takeFor: ({ idHash, userId }, work) =>
      oneOf(userId, async (client) => {
        const { rowCount } = await client.query(
          'SELECT FROM app.one_time_tokens WHERE id_hash = $1 AND user_id = $2 AND used_at IS NULL',
          [Buffer.from(idHash, 'hex'), userId],
        )
        if (rowCount !== 1) return false
        await work()
        await use(idHash)
        return true
      }),
    withdraw: (userId, purpose) =>
      oneOf(userId, async (client) => {
        await client.query(
          'UPDATE app.one_time_tokens SET used_at = now() WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL',
          [userId, purpose],
        )
      }),
  }
}
