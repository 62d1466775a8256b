import type { Pool } from 'pg'

/** Why a mail that had a reason was not sent (records/left-out-words.ts). */
export type NotSentReason = 'bounced' | 'complained' | 'unsubscribed' | 'switchedOff' | 'tooMany' | 'waitedTooLong'

/** As in contract/mail-facts.ts. `reason`: of a mail that is held until the morning, when that is. */
export type MailFact = {
  /** Of the mail; the same fact about it is noted once. */
  key: string
  subject: string
  way: 'letter' | 'account' | 'notice'
  title: string
  outcome: 'sent' | 'held' | 'not sent' | 'refused'
  reason: string | null
}

export type MailFacts = ReturnType<typeof createMailFacts>

const keptFor = `interval '90 days'`

/** Table app.mail_facts: what became of each mail that belongs to no email campaign. */
export const createMailFacts = (pool: Pick<Pool, 'query'>) => ({
  /** Nothing about an erased person; locked, so that an erasure comes before or after (decisions/0056). */
  async note({ key, subject, way, title, outcome, reason }: MailFact, at: Date): Promise<void> {
    await pool.query(
      `WITH owner AS (SELECT erased_at FROM eventlog.subject_keys WHERE subject = $2::uuid FOR SHARE)
       INSERT INTO app.mail_facts (key, subject, way, title, outcome, reason, at)
       SELECT $1, $2::uuid, $3, $4, $5, $6, $7 WHERE NOT EXISTS (SELECT FROM owner WHERE erased_at IS NOT NULL)
       ON CONFLICT DO NOTHING`,
      [key, subject, way, title, outcome, reason, at],
    )
  },
  async forget(subject: string): Promise<void> {
    await pool.query('DELETE FROM app.mail_facts WHERE subject = $1', [subject])
  },
  async forgetOld(now: Date): Promise<void> {
    await pool.query(`DELETE FROM app.mail_facts WHERE at < $1::timestamptz - ${keptFor}`, [now])
  },
})
