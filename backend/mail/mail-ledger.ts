import type { Pool } from 'pg'

/** Table app.mail_ledger: nothing about an erased person. */
export const createMailLedger = (pool: Pick<Pool, 'query'>) => ({
  async add(subject: string): Promise<void> {
    await pool.query(`DELETE FROM app.mail_ledger WHERE sent_at < now() - interval '30 days'`)
    await pool.query(
      `WITH key AS (SELECT erased_at FROM eventlog.subject_keys WHERE subject = $1 FOR SHARE)
       INSERT INTO app.mail_ledger (subject, sent_at)
       SELECT $1, now() WHERE NOT EXISTS (SELECT FROM key WHERE erased_at IS NOT NULL)
       ON CONFLICT (subject) DO UPDATE SET sent_at = excluded.sent_at`,
      [subject],
    )
  },
})
