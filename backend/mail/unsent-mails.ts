import type { Pool } from 'pg'
import { type Backoff, pauseAfter } from '../kernel/concurrency/backoff.ts'

/** Source of an email that is written again: `writer` is a reactor or a scheduled job, `about` is its input. */
export type Cause = { writer: string; about: string }
export type Claimed = Cause & { id: number; key: string }

export type UnsentMails = ReturnType<typeof createUnsentMails>

/** From 15 s to four hours: a server that defers unknown senders (greylisting) accepts after some minutes. */
const backoff: Backoff = { first: 15_000, max: 4 * 3_600_000 }
/**
 * Time for which an email waits before it is abandoned (RFC 5321, 4.5.4.1: four to five days, less for mail about a date).
 */
const longestWait = `interval '3 days'`
/** The lease of an email for the process that tries it; longer than any mail server takes to answer. */
const lease = `interval '15 minutes'`
const keptFor = `interval '90 days'`

/** Locked, so that an erasure comes before or after (decisions/0056). */
const keyOf = (subject: string) => `SELECT erased_at FROM eventlog.subject_keys WHERE subject = ${subject} FOR SHARE`

/** Table app.unsent_mails. Callers pass the time, so that only they need a clock. */
export function createUnsentMails(pool: Pool) {
  return {
    /** 'unsent': it waits or was abandoned. */
    async stateOf(key: string): Promise<'sent' | 'unsent' | null> {
      const { rows } = await pool.query<{ state: 'sent' | 'unsent' }>({
        name: 'mail-state',
        text: `SELECT 'sent' AS state FROM app.sent_mails WHERE key = $1
          UNION ALL SELECT 'unsent' FROM app.unsent_mails WHERE key = $1 ORDER BY state LIMIT 1`,
        values: [key],
      })
      return rows[0]?.state ?? null
    },
    async sent(key: string): Promise<void> {
      await pool.query(
        `WITH sent AS (DELETE FROM app.unsent_mails WHERE key = $1)
         INSERT INTO app.sent_mails (key) VALUES ($1) ON CONFLICT DO NOTHING`,
        [key],
      )
    },
    /** Records an attempt; nothing about an erased person. `title`: subject line. After three days it is abandoned. */
    async refused(
      mail: Cause & {
        key: string
        title: string
        subject: string | null
        state: 'waiting' | 'given_up'
        reason: string
      },
      now: Date,
    ): Promise<{ state: 'waiting' | 'given_up' }> {
      const { key, writer, about, title, subject, state, reason } = mail
      const known = await pool.query<{ attempts: number }>('SELECT attempts FROM app.unsent_mails WHERE key = $1', [
        key,
      ])
      const attempts = known.rows[0]?.attempts ?? 0
      const next = new Date(now.getTime() + pauseAfter(attempts, backoff))
      const { rows } = await pool.query<{ state: 'waiting' | 'given_up' }>(
        `INSERT INTO app.unsent_mails AS mail
           (key, writer, about, title, subject, state, reason, attempts, since, changed_at, next_attempt_at)
         SELECT $1, $2, $3, $4, $5::uuid, $6, $7, 1, $8, $8, CASE WHEN $6 = 'waiting' THEN $9::timestamptz END
         WHERE NOT EXISTS (SELECT FROM (${keyOf('$5::uuid')}) AS key WHERE erased_at IS NOT NULL)
         ON CONFLICT (key) DO UPDATE SET (state, next_attempt_at) = (
             SELECT CASE WHEN waits THEN 'waiting' ELSE 'given_up' END, CASE WHEN waits THEN $9::timestamptz END
             FROM (SELECT $6 = 'waiting' AND mail.since + ${longestWait} > $8) AS state (waits)
           ), reason = $7, attempts = mail.attempts + 1, changed_at = $8
         RETURNING state`,
        [key, writer, about, title, subject, state, reason, now, next],
      )
      return { state: rows[0]?.state ?? state }
    },
    /** Claims one due email for this process; several processes never get the same one. */
    async claim(now: Date): Promise<Claimed | null> {
      const { rows } = await pool.query<Claimed>(
        `UPDATE app.unsent_mails SET next_attempt_at = $1::timestamptz + ${lease}
         WHERE key = (SELECT key FROM app.unsent_mails WHERE next_attempt_at <= $1
           ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
         RETURNING id, key, writer, about`,
        [now],
      )
      return rows[0] ?? null
    },
    /** No attempt was possible. An email without a possible attempt for three days is abandoned. */
    async postpone({ key }: Claimed, reason: string, now: Date): Promise<void> {
      await pool.query(
        `UPDATE app.unsent_mails SET (state, next_attempt_at) = (
           SELECT CASE WHEN waits THEN 'waiting' ELSE 'given_up' END,
             CASE WHEN waits THEN $2::timestamptz + interval '1 minute' END
           FROM (SELECT since + ${longestWait} > $2) AS state (waits)
         ), changed_at = $2, reason = $3 WHERE key = $1 AND state = 'waiting'`,
        [key, now, reason],
      )
    },
    /** The email is no longer wanted. */
    async drop(key: string): Promise<void> {
      await pool.query('DELETE FROM app.unsent_mails WHERE key = $1', [key])
    },
    /** Deletes what was queued for an erased person. */
    async forget(subject: string): Promise<void> {
      await pool.query('DELETE FROM app.unsent_mails WHERE subject = $1', [subject])
    },
    /** Deletes emails abandoned 90 days ago. */
    async forgetOld(now: Date): Promise<void> {
      await pool.query(
        `DELETE FROM app.unsent_mails WHERE state = 'given_up' AND changed_at < $1::timestamptz - ${keptFor}`,
        [now],
      )
    },
    /** Retries the email with this number, or all that were abandoned. Returns how many. */
    async retry(id: number | 'all', now: Date): Promise<number> {
      const { rowCount } = await pool.query(
        `UPDATE app.unsent_mails SET state = 'waiting', next_attempt_at = $2, since = $2, attempts = 0
         WHERE CASE WHEN $1::integer IS NULL THEN state = 'given_up' ELSE id = $1 END`,
        [id === 'all' ? null : id, now],
      )
      return rowCount ?? 0
    },
    /** Deletes the email with this number without sending it. Returns how many there were. */
    async skip(id: number): Promise<number> {
      const { rowCount } = await pool.query(
        `WITH skipped AS (DELETE FROM app.unsent_mails WHERE id = $1 RETURNING key)
         INSERT INTO app.sent_mails (key) SELECT key FROM skipped ON CONFLICT DO NOTHING`,
        [id],
      )
      return rowCount ?? 0
    },
  }
}
