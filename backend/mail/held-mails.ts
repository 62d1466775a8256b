import type { Pool } from 'pg'
import { transactionAround } from '../kernel/database/transaction.ts'
import type { LimitedKind } from './inbox-limit.ts'
import type { Letter } from './sent-mails.ts'

/** `subject`: the recipient. `what`: the mail in words for staff, such as 'Receipt of a prayer'. */
export type LimitedLetter = Letter & { kind: LimitedKind; subject: string; what: string }
export type HeldMail = LimitedLetter & { heldAt: string }
export type HeldMails = ReturnType<typeof createHeldMails>

/** A mail that waited this long for its turn says nothing any more. */
const longestWait = `interval '7 days'`
const columns = 'key, writer, about, kind, what, subject, held_at AS "heldAt"'

/** Table app.held_mails. Callers pass the time, so that only they need a clock. */
export function createHeldMails(pool: Pool) {
  return {
    async isHeld(key: string): Promise<boolean> {
      return ((await pool.query('SELECT FROM app.held_mails WHERE key = $1', [key])).rowCount ?? 0) > 0
    },
    /** Nothing about an erased person; locked, so that an erasure comes before or after (decisions/0056). */
    async hold(mail: Omit<HeldMail, 'heldAt'> & { inbox: string; dueAt: Date }, now: Date): Promise<void> {
      const { key, writer, about, kind, what, inbox, subject, dueAt } = mail
      await pool.query(
        `WITH owner AS (SELECT erased_at FROM eventlog.subject_keys WHERE subject = $6::uuid FOR SHARE)
         INSERT INTO app.held_mails (key, writer, about, kind, inbox, subject, held_at, due_at, what)
         SELECT $1, $2, $3, $4, $5, $6::uuid, $7, $8, $9 WHERE NOT EXISTS (SELECT FROM owner WHERE erased_at IS NOT NULL)
         ON CONFLICT DO NOTHING`,
        [key, writer, about, kind, inbox, subject, now, dueAt, what],
      )
    },
    /**
     * Puts the mails that are due together: of each inbox those of the person who waits longest. An inbox gets one such mail a
     * morning, so its other addresses wait for the next one. Returns the keys of all batches that have not left.
     */
    gather: (now: Date, { date, next }: { date: string; next: Date }): Promise<string[]> =>
      transactionAround(pool, async (client) => {
        await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('held mails', 0))`)
        await client.query(
          `UPDATE app.held_mails AS mail SET batch = 'morning.' || $2 || '.' || mail.subject
           FROM (SELECT DISTINCT ON (inbox) inbox, subject FROM app.held_mails
             WHERE due_at <= $1 AND batch IS NULL ORDER BY inbox, held_at, key) AS first
           WHERE mail.inbox = first.inbox AND mail.subject = first.subject AND mail.due_at <= $1 AND mail.batch IS NULL`,
          [now, date],
        )
        await client.query('UPDATE app.held_mails SET due_at = $2 WHERE due_at <= $1 AND batch IS NULL', [now, next])
        const { rows } = await client.query<{ batch: string }>(
          'SELECT DISTINCT batch FROM app.held_mails WHERE batch IS NOT NULL ORDER BY batch',
        )
        return rows.map(({ batch }) => batch)
      }),
    async inBatch(batch: string): Promise<HeldMail[]> {
      const { rows } = await pool.query<HeldMail>(
        `SELECT ${columns} FROM app.held_mails WHERE batch = $1 ORDER BY held_at, key`,
        [batch],
      )
      return rows
    },
    /** They left, or are no longer wanted; either way no later reading of the log sends them. */
    async finish(keys: readonly string[]): Promise<void> {
      await pool.query(
        `WITH gone AS (DELETE FROM app.held_mails WHERE key = ANY ($1) RETURNING key)
         INSERT INTO app.sent_mails (key) SELECT key FROM gone ON CONFLICT DO NOTHING`,
        [keys],
      )
    },
    /** A batch that was given up stays until then, so that staff may try it again. */
    async tooOld(now: Date): Promise<HeldMail[]> {
      const { rows } = await pool.query<HeldMail>(
        `SELECT ${columns} FROM app.held_mails
         WHERE held_at < $1::timestamptz - ${longestWait} AND (batch IS NULL OR held_at < $1::timestamptz - 2 * ${longestWait})`,
        [now],
      )
      return rows
    },
    /** Deletes what waits for an erased person. */
    async forget(subject: string): Promise<void> {
      await pool.query('DELETE FROM app.held_mails WHERE subject = $1', [subject])
    },
  }
}
