import type pg from 'pg'

/** One email of the series to one person. */
export type WelcomeTask = { subject: string; number: number; campaignId: number; joinedAt: string; attempts: number }
export type WelcomeOutcome = {
  status: 'sent' | 'failed' | 'skipped'
  detail: string | null
  provider: string
}
export type DoneTask = WelcomeOutcome & Pick<WelcomeTask, 'subject' | 'number' | 'campaignId'> & { at: string }

export type WelcomeQueue = ReturnType<typeof createWelcomeQueue>

/** The lease of a batch; longer than any mail server takes to answer. */
const lease = `interval '15 minutes'`
const batchSize = 10

const task = `mail.subject, mail.number, mail.campaign_id AS "campaignId", mail.joined_at AS "joinedAt", mail.attempts`

/** Table app.welcome_mails. Callers pass the time, so that only they need a clock. */
export function createWelcomeQueue(pool: pg.Pool) {
  return {
    /** A person joined while the series was on. Idempotent. */
    async add(subject: string, campaignIds: readonly number[], joinedAt: string): Promise<void> {
      await pool.query(
        `INSERT INTO app.welcome_mails (subject, number, campaign_id, joined_at)
         SELECT $1, number, campaign_id, $3 FROM unnest($2::integer[]) WITH ORDINALITY AS mail (campaign_id, number)
         ON CONFLICT DO NOTHING`,
        [subject, campaignIds, joinedAt],
      )
    },
    /** Keeps only the first `mails` of the series for people who joined by then. */
    async cut(mails: number, joinedBy: string): Promise<void> {
      await pool.query(`DELETE FROM app.welcome_mails WHERE status = 'waiting' AND number > $1 AND joined_at <= $2`, [
        mails,
        joinedBy,
      ])
    },
    /** The rest of the series follows a person to their new address, unless it began there too. Idempotent. */
    async follow({ previousSubject, subject }: { previousSubject: string; subject: string }): Promise<void> {
      await pool.query(
        `UPDATE app.welcome_mails AS mail SET subject = $2 WHERE subject = $1 AND status = 'waiting'
           AND NOT EXISTS (SELECT FROM app.welcome_mails AS own WHERE own.subject = $2 AND own.number = mail.number)`,
        [previousSubject, subject],
      )
    },
    async forget(subject: string): Promise<void> {
      await pool.query('DELETE FROM app.welcome_mails WHERE subject = $1', [subject])
    },
    /**
     * Claims due emails with this number for this process. A person gets one at a time, in order. Several processes
     * never get the same one.
     */
    async claim(number: number, joinedBy: string, now: string): Promise<WelcomeTask[]> {
      const { rows } = await pool.query<WelcomeTask>(
        `WITH due AS (
           SELECT subject, number FROM app.welcome_mails AS mail
           WHERE status = 'waiting' AND number = $1 AND joined_at <= $2 AND not_before <= $3
             AND NOT EXISTS (SELECT FROM app.welcome_mails AS earlier
               WHERE earlier.subject = mail.subject AND earlier.number < mail.number AND earlier.status = 'waiting')
           ORDER BY joined_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
         )
         UPDATE app.welcome_mails AS mail SET attempts = mail.attempts + 1, not_before = $3::timestamptz + ${lease}
         FROM due WHERE mail.subject = due.subject AND mail.number = due.number RETURNING ${task}`,
        [number, joinedBy, now],
      )
      return rows
    },
    async later({ subject, number }: WelcomeTask, notBefore: string): Promise<void> {
      await pool.query(
        `UPDATE app.welcome_mails SET not_before = $3 WHERE subject = $1 AND number = $2 AND status = 'waiting'`,
        [subject, number, notBefore],
      )
    },
    async finish({ subject, number }: WelcomeTask, { status, detail, provider }: WelcomeOutcome, at: string) {
      await pool.query(
        `UPDATE app.welcome_mails SET status = $3, detail = $4, provider = $5, done_at = $6
         WHERE subject = $1 AND number = $2 AND status = 'waiting'`,
        [subject, number, status, detail, provider, at],
      )
    },
    /** Outcomes that the log may not have. */
    async unrecorded(): Promise<DoneTask[]> {
      const { rows } = await pool.query<DoneTask>(
        `SELECT subject, number, campaign_id AS "campaignId", status, detail, provider, done_at AS at
         FROM app.welcome_mails WHERE status <> 'waiting' AND NOT is_recorded ORDER BY done_at LIMIT 500`,
      )
      return rows
    },
    async recorded({ subject, number }: DoneTask): Promise<void> {
      await pool.query('UPDATE app.welcome_mails SET is_recorded = true WHERE subject = $1 AND number = $2', [
        subject,
        number,
      ])
    },
  }
}
