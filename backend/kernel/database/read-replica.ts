import type pg from 'pg'
import { connect, type Database } from './connect.ts'
import { createReplicaLag, maxBehind, tooOld, type WalPosition } from './replica-lag.ts'

export type ReadReplica = {
  database: Database
  /** One sentence; null: it answers, and is at most `maxBehind` seconds behind. */
  problem(): string | null
  /** Distance behind the primary; null: more than is known. */
  secondsBehind(): number | null
  /** Where the primary is now: everything that is committed comes before it. */
  primaryPosition(): Promise<WalPosition>
  /** True when it may be read now, and shows everything before `position`; waits at most `timeoutMs` for that. */
  hasReplayed(position: WalPosition, timeoutMs?: number): Promise<boolean>
  /** Reads from it. Rejects when the read fails, and as soon as the replica is found to be away. */
  use<Result>(read: (database: Database) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

type Settings = {
  primary: pg.Pool
  url: string
  max: number
  /** Called with each new state, a problem or null. */
  onProblem: (problem: string | null) => void
}

const probeEvery = 1000 // ms
const probeTimeout = 2000 // ms, for an answer to a probe
const pollEvery = 20 // ms

/** Properties that have to be the same on both: the cluster, the database, its migrations and the versions of its read tables. */
const schema = `(SELECT system_identifier::text FROM pg_control_system()) AS cluster, current_database()::text AS name,
  (SELECT string_agg(name, ',' ORDER BY name) FROM app.knex_migrations) AS migrations,
  (SELECT string_agg(projection || ' ' || version, ',' ORDER BY projection) FROM app.checkpoints) AS projections`
const replayed = `(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END - '0/0')::float8 AS position`

const insertPosition = `SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS position`

type Schema = { cluster: string; name: string; migrations: string | null; projections: string | null }
type Probed = Schema & { position: number | null }

const probePrimary = (pool: pg.Pool) =>
  one<Probed>(pool, `SELECT ${schema}, (pg_current_wal_flush_lsn() - '0/0')::float8 AS position`)
const probeReplica = (pool: pg.Pool) => one<Probed>(pool, `SELECT ${schema}, ${replayed}`)

async function one<Row extends pg.QueryResultRow>(pool: pg.Pool, text: string): Promise<Row> {
  const { rows } = await pool.query<Row>(text)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL answered without a row.')
  return row
}

/** A server that stopped answering keeps its connections, so they alone do not tell. */
function withTimeout<Result>(answer: Promise<Result>, milliseconds: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`it did not answer within ${milliseconds / 1000} s`)), milliseconds)
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer))
}

/** Why the second server cannot stand in for the first one; null: it can. */
function difference(primary: Schema, replica: Probed): string | null {
  if (replica.position === null) return 'The server at DATABASE_READ_URL is not a replica: it takes writes of its own.'
  if (replica.cluster !== primary.cluster || replica.name !== primary.name)
    return 'The server at DATABASE_READ_URL is a replica of another database.'
  if (replica.migrations !== primary.migrations || replica.projections !== primary.projections)
    return 'The read replica has tables of another version.'
  return null
}

const unreachable = (error: unknown) =>
  `The read replica does not answer: ${error instanceof Error ? error.message : String(error)}.`

/**
 * Looks once whether a replica can serve; waits up to `maxBehind` seconds for it to reach the primary. One sentence; null:
 * it can.
 */
export async function replicaProblem(primary: pg.Pool, replica: pg.Pool): Promise<string | null> {
  const first = await probePrimary(primary)
  const until = performance.now() + maxBehind * 1000
  try {
    for (;;) {
      const found = await withTimeout(probeReplica(replica), probeTimeout)
      const differs = difference(first, found)
      if (differs !== null || (found.position ?? 0) >= (first.position ?? 0)) return differs
      if (performance.now() > until) return tooOld
      await pause()
    }
  } catch (error) {
    return unreachable(error)
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pollEvery))

/**
 * A replica that is asked once a second what it has replayed. How old that is, is measured by when the primary was there,
 * with the clock of this process alone.
 */
export function openReadReplica({ primary, url, max, onProblem }: Settings): ReadReplica {
  const database = connect(url, { max })
  let problem: string | null = 'The read replica was not asked yet.'
  const lag = createReplicaLag()
  let probing: Promise<void> | null = null
  const abandoned = new Set<(reason: Error) => void>()

  function tell(now: string | null): void {
    const isNew = now !== problem
    problem = now
    if (now !== null) for (const abandon of abandoned) abandon(new Error(now))
    if (isNew) onProblem(now)
  }

  async function probe(): Promise<void> {
    const at = performance.now()
    let first: Probed
    try {
      first = await withTimeout(probePrimary(primary), probeTimeout)
    } catch {
      return // reads of the primary say so themselves
    }
    lag.primaryWasAt(first.position ?? 0, at)
    try {
      const found = await withTimeout(probeReplica(database.pool), probeTimeout)
      lag.replicaIsAt(found.position ?? 0, performance.now())
      tell(difference(first, found) ?? lag.problem())
    } catch (error) {
      lag.forget()
      tell(unreachable(error))
    }
  }

  function probeNow(): Promise<void> {
    probing ??= probe().finally(() => {
      probing = null
    })
    return probing
  }

  let asking: Promise<number> | null = null
  /** All callers share one question. */
  function askPosition(): Promise<number> {
    asking ??= one<{ position: number | null }>(database.pool, `SELECT ${replayed}`)
      .then((row) => row.position ?? 0)
      .finally(() => {
        asking = null
      })
    return asking
  }

  void probeNow()
  const timer = setInterval(probeNow, probeEvery).unref()

  async function use<Result>(read: (database: Database) => Promise<Result>): Promise<Result> {
    const { promise, reject } = Promise.withResolvers<never>()
    abandoned.add(reject)
    try {
      return await Promise.race([read(database), promise])
    } finally {
      abandoned.delete(reject)
    }
  }

  return {
    database,
    problem: () => problem,
    secondsBehind: lag.seconds,
    primaryPosition: async () => (await one<{ position: number }>(primary, insertPosition)).position,
    async hasReplayed(wanted, timeoutMs = 0) {
      const until = performance.now() + timeoutMs
      while (problem === null) {
        if (lag.hasReplayed(wanted)) return true
        try {
          lag.hasReached(await use(askPosition))
        } catch {
          void probeNow()
          return false
        }
        if (lag.hasReplayed(wanted)) return true
        if (performance.now() >= until) return false
        await pause()
      }
      return false
    },
    use,
    async close() {
      clearInterval(timer)
      await probing
      await database.close()
    },
  }
}
