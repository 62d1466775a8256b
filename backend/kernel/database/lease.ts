import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { commit, transaction, withClient } from './transaction.ts'

/** Another process holds the lease now; the current write is rolled back. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
  constructor(name: string) {
    super(`Another process has taken over the lease "${name}".`)
  }
}

export type Lease = {
  /** Increases with every new holder; null while not held. */
  readonly epoch: number | null
  /**
   * Acquires the lease if it is free, expired, or last renewed before the database server started, so that after a
   * power cut no process waits for a dead holder. False when another process holds it.
   */
  acquire(): Promise<boolean>
  /** Renews the lease once half of its duration has passed; true if it did. Throws LeaseLost. */
  renew(): Promise<boolean>
  /** A transaction that commits only while we hold the lease (fencing). Throws LeaseLost. */
  transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>
  /**
   * The same in a single round trip when one statement is enough: `work` returns the last statement, which selects the
   * expression that `fencingCheck` returns. Work that needs earlier statements calls `begin` first. Throws LeaseLost.
   */
  unit(work: LeasedWork): Promise<void>
  /** Releases the lease, so that another process can acquire it immediately. */
  release(): Promise<void>
}

export type LeasedWork = (
  client: pg.PoolClient,
  begin: () => Promise<void>,
  fencingCheck: (values: unknown[]) => string,
) => Promise<pg.QueryConfig>

/** For a process that is alone with the database. If that is wrong, the epochs still protect the other holders. */
export async function freeLeases(pool: pg.Pool): Promise<void> {
  await pool.query(`UPDATE app.leases SET expires = '-infinity'`)
}

const lostLease = 'LE001' // raised by app.hold_lease
const idleLimit = '5s' // a holder that freezes mid-transaction must not block its successor for longer

/**
 * A lease with a fencing token (Gray and Cheriton): one holder per database and name, stored as a row with an epoch.
 * Only the database clock counts.
 */
export function createLease({
  pool,
  name,
  leaseDuration = 5000, // ms
}: {
  pool: pg.Pool
  name: string
  leaseDuration?: number
}): Lease {
  const holder = randomUUID()
  let epoch: number | null = null
  let renewedAt = 0

  const lose = () => {
    epoch = null
    return new LeaseLost(name)
  }
  const begun = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '${idleLimit}';`

  async function fence(client: pg.ClientBase, held: number): Promise<void> {
    // No parameters, so that it takes one round trip. The shared row lock keeps a successor out until this transaction
    // ends.
    const hold = `SELECT FROM app.leases WHERE name = ${client.escapeLiteral(name)} AND epoch = ${held} FOR SHARE`
    // Several statements in one text return several results; the types describe only one.
    const results: unknown = await client.query(`${begun} ${hold}`)
    const last: unknown = Array.isArray(results) ? results.at(-1) : undefined
    if (!(last instanceof pg.Result) || last.rowCount !== 1) throw lose()
  }

  return {
    get epoch() {
      return epoch
    },
    async acquire() {
      const { rows } = await pool.query<{ epoch: number }>(
        `INSERT INTO app.leases AS lease (name, holder, epoch, expires)
         VALUES ($1, $2, 1, clock_timestamp() + $3 * interval '1 ms')
         ON CONFLICT (name) DO UPDATE
           SET holder = excluded.holder, epoch = lease.epoch + 1, expires = excluded.expires
           WHERE lease.expires <= clock_timestamp()
             OR lease.expires - $3 * interval '1 ms' < pg_postmaster_start_time()
         RETURNING epoch`,
        [name, holder, leaseDuration],
      )
      epoch = rows[0]?.epoch ?? null
      renewedAt = performance.now()
      return epoch !== null
    },
    async renew() {
      if (epoch === null) throw lose()
      const now = performance.now()
      if (now - renewedAt < leaseDuration / 2) return false
      const { rowCount } = await pool.query(
        `UPDATE app.leases SET expires = clock_timestamp() + $3 * interval '1 ms' WHERE name = $1 AND epoch = $2`,
        [name, epoch, leaseDuration],
      )
      if (rowCount !== 1) throw lose()
      renewedAt = now
      return true
    },
    transaction(work) {
      if (epoch === null) return Promise.reject(lose())
      const held = epoch
      return transaction(pool, work, (client) => fence(client, held))
    },
    async unit(work) {
      if (epoch === null) throw lose()
      const held = epoch
      const fencingCheck = (values: unknown[]) => `app.hold_lease($${values.push(name)}, $${values.push(held)})`
      await withClient(pool, async (client) => {
        let hasBegun = false
        const begin = async () => {
          if (hasBegun) return
          hasBegun = true
          await fence(client, held)
        }
        try {
          await client.query(await work(client, begin, fencingCheck))
          if (hasBegun) await commit(client)
        } catch (error) {
          if (hasBegun) await client.query('ROLLBACK').catch(() => {})
          throw error instanceof pg.DatabaseError && error.code === lostLease ? lose() : error
        }
      })
    },
    async release() {
      if (epoch === null) return
      await pool.query(`UPDATE app.leases SET expires = '-infinity' WHERE name = $1 AND epoch = $2`, [name, epoch])
      epoch = null
    },
  }
}
