import pg from 'pg'

const undefinedTable = '42P01'

/** An event by which a log is recognized. */
export type Landmark = { stream: string; revision: number; id: string }

export type Landmarks = {
  read(): Promise<(Landmark & { claimsUntil: Date }) | null>
  /** The first one counts. `hasClaims`: an earlier version wrote this log, and its commands may be repeated for a day. */
  keep(landmark: Landmark, hasClaims: boolean): Promise<void>
}

/**
 * In PostgreSQL (migration 141), which belongs to exactly one log. A restore reads the log before there are any tables:
 * then nothing is known and nothing kept, and the landmark comes with the backup.
 */
export function createLandmarks(pool: pg.Pool): Landmarks {
  return {
    async read() {
      const found = await pool
        .query<Landmark & { claims_until: string }>('SELECT stream, revision, id, claims_until FROM eventlog.landmark')
        .catch(unlessMissing)
      const row = found?.rows[0]
      return row
        ? { stream: row.stream, revision: row.revision, id: row.id, claimsUntil: new Date(row.claims_until) }
        : null
    },
    async keep({ stream, revision, id }, hasClaims) {
      const kept = pool.query(
        `INSERT INTO eventlog.landmark (stream, revision, id, claims_until)
         VALUES ($1, $2, $3, now() + CASE WHEN $4 THEN interval '25 hours' ELSE '0' END)
         ON CONFLICT DO NOTHING`,
        [stream, revision, id, hasClaims],
      )
      await kept.catch(unlessMissing)
    },
  }
}

function unlessMissing(error: unknown): null {
  if (error instanceof pg.DatabaseError && error.code === undefinedTable) return null
  throw error
}

/** Forgotten with the process: for tools and tests without PostgreSQL. */
export function createMemoryLandmarks(): Landmarks {
  let kept: (Landmark & { claimsUntil: Date }) | null = null
  return {
    read: async () => kept,
    async keep(landmark) {
      kept ??= { ...landmark, claimsUntil: new Date(0) }
    },
  }
}
