import pg from 'pg'

const undefinedTable = '42P01'

/** An event by which a log is recognized. */
export type Landmark = { stream: string; revision: number; id: string }

export type Landmarks = {
  read(): Promise<Landmark | null>
  /** The first one counts. */
  keep(landmark: Landmark): Promise<void>
}

/**
 * In PostgreSQL (migration 141), which belongs to exactly one log. A restore reads the log before there are any tables:
 * then nothing is known and nothing kept, and the landmark comes with the backup.
 */
export function createLandmarks(pool: pg.Pool): Landmarks {
  return {
    async read() {
      const found = await pool
        .query<Landmark>('SELECT stream, revision, id FROM eventlog.landmark')
        .catch(unlessMissing)
      return found?.rows[0] ?? null
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

/** Forgotten with the process: for tools and tests without PostgreSQL. */
export function createMemoryLandmarks(): Landmarks {
  let kept: Landmark | null = null
  return {
    read: async () => kept,
    async keep(landmark) {
      kept ??= landmark
    },
  }
}
