import type { Suppression } from '../../records/mail.ts'
import { createSemaphore } from '../kernel/concurrency/semaphore.ts'
import type { Database } from '../kernel/database/connect.ts'
import { transactionAround } from '../kernel/database/transaction.ts'

type Decision = { subject: string; suppression: Suppression | null }

export type MailSuppressions = {
  /**
   * Writes what `decide` reads from the log about these people: null lifts the suppression. Writes for one person run one
   * after another, in all processes, so that an older decision never overwrites a newer one.
   */
  apply(subjects: readonly string[], decide: () => Promise<Decision[]>): Promise<void>
  /** Deletes the row of an erased person. */
  forget(subject: string): Promise<void>
}

/** Table app.mail_suppressions. */
export function createMailSuppressions({ pool }: Pick<Database, 'pool'>): MailSuppressions {
  // Each caller holds a connection while it reads the log, which needs another.
  const few = createSemaphore({
    running: 1,
    waiting: 10_000,
    whenFull: 'Too many people are changing their mail settings right now. Please try again in a few seconds.',
  })
  const forget = async (client: Pick<typeof pool, 'query'>, subjects: readonly string[]) => {
    await client.query('DELETE FROM app.mail_suppressions WHERE subject = ANY ($1::uuid[])', [subjects])
  }
  return {
    apply: (subjects, decide) =>
      few(() =>
        transactionAround(pool, async (client) => {
          // Sorted, so that two callers never deadlock on each other.
          await client.query(
            `SELECT pg_advisory_xact_lock(hashtextextended('mail ' || subject, 0))
             FROM unnest($1::text[]) WITH ORDINALITY AS asked (subject, nth) ORDER BY nth`,
            [subjects.toSorted()],
          )
          const decisions = await decide()
          const lifted = decisions.filter(({ suppression }) => suppression === null)
          if (lifted.length > 0)
            await forget(
              client,
              lifted.map(({ subject }) => subject),
            )
          const rows = decisions.flatMap(({ subject, suppression }) =>
            suppression ? [{ subject, ...suppression }] : [],
          )
          if (rows.length === 0) return
          await client.query(
            `INSERT INTO app.mail_suppressions (subject, reason, at, campaign_id)
             SELECT subject, reason, at, campaign_id
             FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::integer[]) AS said (subject, reason, at, campaign_id)
             ON CONFLICT (subject) DO UPDATE SET
               reason = excluded.reason, at = excluded.at, campaign_id = excluded.campaign_id`,
            [
              rows.map(({ subject }) => subject),
              rows.map(({ reason }) => reason),
              rows.map(({ at }) => at),
              rows.map(({ campaignId }) => campaignId),
            ],
          )
        }),
      ),
    forget: (subject) => forget(pool, [subject]),
  }
}
