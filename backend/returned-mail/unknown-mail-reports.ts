import type { Pool } from 'pg'

/** Kinds that are told apart; the rest are counted together. */
const maxKinds = 20

/** Table app.unknown_mail_reports. */
export function createUnknownMailReports(pool: Pool) {
  return {
    async add(kind: string, at: Date): Promise<void> {
      await pool.query(
        `INSERT INTO app.unknown_mail_reports AS known (kind, count, latest_at)
         VALUES (CASE WHEN (SELECT count(*) FROM app.unknown_mail_reports WHERE kind <> $1) < $3 THEN $1 ELSE 'others' END, 1, $2)
         ON CONFLICT (kind) DO UPDATE SET count = known.count + 1, latest_at = greatest(known.latest_at, excluded.latest_at)`,
        [kind, at, maxKinds],
      )
    },
  }
}
