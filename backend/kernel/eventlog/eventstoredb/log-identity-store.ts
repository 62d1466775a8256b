import pg from 'pg'

const undefinedTable = '42P01'

/** An event that identifies a log. */
export type LogIdentity = { stream: string; revision: number; id: string }

export type LogIdentityStore = {
  read(): Promise<LogIdentity | null>
  /** True when the database is new, without any keys, and was made after this time (ms since 1970). */
  isYoungerThan(time: number): Promise<boolean>
  /** Keeps the first one and ignores later calls. */
  keep(identity: LogIdentity): Promise<void>
}

/**
 * Kept in PostgreSQL (migration 141), which belongs to exactly one log. A restore reads the log before there are any
 * tables: it knows and keeps no identity, and gets it with the backup.
 */
export function createIdentityStore(pool: pg.Pool): LogIdentityStore {
  return {
    async read() {
      const found = await pool
        .query<LogIdentity>('SELECT stream, revision, id FROM eventlog.landmark')
        .catch(unlessMissing)
      return found?.rows[0] ?? null
    },
    async isYoungerThan(time) {
      const found = await pool
        .query<{ is_new: boolean }>(
          `SELECT NOT EXISTS (SELECT FROM eventlog.subject_keys)
             AND min(migration_time) > to_timestamp($1::float8 / 1000) AS is_new FROM app.knex_migrations`,
          [time],
        )
        .catch(unlessMissing)
      return found?.rows[0]?.is_new === true
    },
    async keep({ stream, revision, id }) {
      // Versions before 0.3 could repeat a command by a claim until then (column claims_until).
      const kept = pool.query(
        `INSERT INTO eventlog.landmark (stream, revision, id, claims_until) VALUES ($1, $2, $3, now())
         ON CONFLICT DO NOTHING`,
        [stream, revision, id],
      )
      await kept.catch(unlessMissing)
    },
  }
}

function unlessMissing(error: unknown): null {
  if (error instanceof pg.DatabaseError && error.code === undefinedTable) return null
  throw error
}

/** Lost when the process ends: for tools and tests without PostgreSQL. */
export function createMemoryIdentityStore(): LogIdentityStore {
  let kept: LogIdentity | null = null
  return {
    read: async () => kept,
    isYoungerThan: async () => false,
    async keep(identity) {
      kept ??= identity
    },
  }
}
