import type { Database } from '../kernel/database/connect.ts'

export type ReportNetworks = {
  /** Notes from where this reader reports. `network`: as http/networks.ts names it. */
  note(report: { contentId: number; subject: string; userId: number; network: string }): Promise<void>
}

/** Table app.report_networks. `hash`: keyed, so that the table names no network. */
export function createReportNetworks({
  database: { pool },
  hash,
}: {
  database: Pick<Database, 'pool'>
  hash(text: string): string
}): ReportNetworks {
  return {
    async note({ contentId, subject, userId, network }) {
      await pool.query(`DELETE FROM app.report_networks WHERE at < now() - interval '30 days'`)
      await pool.query(
        `INSERT INTO app.report_networks (content_id, subject, user_id, network)
         SELECT $1, $2, user_id, $4 FROM app.accounts WHERE user_id = $3 ON CONFLICT DO NOTHING`,
        [contentId, subject, userId, hash(`network ${network}`)],
      )
    },
  }
}
