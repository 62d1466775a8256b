import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { commit, transaction, withClient } from './transaction.ts'

/** Another process holds the lease now; whatever was being written is rolled back. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`Another process has taken over the lease "${name}".`)
    this.name = 'LeaseLost'
  }
}

export type Lease = {
  /** Rises with every new holder; null while not held. */
  readonly epoch: number | null
  /**
   * Takes the lease when it is free or has expired, or was last prolonged before the server started: after a power cut
   * nobody waits for a holder who is dead. False when somebody else holds it.
   */
  acquire(): Promise<boolean>
  /** Prolongs it when a third of its time has passed; true when it did. Throws LeaseLost. */
  renew(): Promise<boolean>
  /** A transaction that can only commit while the lease is ours (fencing). Throws LeaseLost. */
  transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result>
  /**
   * The same in one round trip when one statement is all: `work` answers the last one, which calls `fencingCheck` for an
   * expression to select. Work that sends others before it calls `begin` first. Throws LeaseLost.
   */
  unit(work: LeasedWork): Promise<void>
  /** Lets the next one in at once. */
  release(): Promise<void>
}

export type LeasedWork = (
  client: pg.PoolClient,
  begin: () => Promise<void>,
  fencingCheck: (values: unknown[]) => string,
) => Promise<pg.QueryConfig>

/** For a process that knows to be alone with the database. Should it be wrong, the epochs keep the others out. */
export async function freeLeases(pool: pg.Pool): Promise<void> {
  await pool.query(`UPDATE app.leases SET expires = '-infinity'`)
}

const lostLease = 'LE001' // raised by app.hold_lease
const idleLimit = '5s' // a holder that froze in mid-transaction must not block its successor for longer

/**
 * One holder per database and name, by a row with an epoch (Gray and Cheriton's lease with a fencing token). Only the
 * database's clock counts.
 */
export function createLease({
  pool,
  name,
  lasts = 5000, // ms
}: {
  pool: pg.Pool
  name: string
  lasts?: number
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
    // One round trip, so without parameters. The shared row lock keeps a successor out until this transaction ends.
    const hold = `SELECT FROM app.leases WHERE name = ${client.escapeLiteral(name)} AND epoch = ${held} FOR SHARE`
    // Several statements in one text are answered by as many results; the types know of one.
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
        [name, holder, lasts],
      )
      epoch = rows[0]?.epoch ?? null
      renewedAt = performance.now()
      return epoch !== null
    },
    async renew() {
      if (epoch === null) throw lose()
      const now = performance.now()
      if (now - renewedAt < lasts / 3) return false
      const { rowCount } = await pool.query(
        `UPDATE app.leases SET expires = clock_timestamp() + $3 * interval '1 ms' WHERE name = $1 AND epoch = $2`,
        [name, epoch, lasts],
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
