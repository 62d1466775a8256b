import { createSemaphore } from '../concurrency/semaphore.ts'
import type { Database } from '../database/connect.ts'
import { transaction } from '../database/transaction.ts'

type Suppression = { reason: 'unsubscribed' | 'bounced' | 'complained'; at: string; campaignId: number | null }

export type MailSuppressions = {
  /**
   * Writes what `decide` reads from the log: null lifts the suppression. Writes for one person run one after another,
   * in all processes, so that an older decision never overwrites a newer one.
   */
  apply(subject: string, decide: () => Promise<Suppression | null>): Promise<void>
  /** Deletes the row of an erased person. */
  forget(subject: string): Promise<void>
}

/** Table app.mail_suppressions. */
export function createMailSuppressions({ pool }: Pick<Database, 'pool'>): MailSuppressions {
  // Each caller holds a connection while it reads the log, which needs another.
  const few = createSemaphore({
    running: 3,
    waiting: 10_000,
    whenFull: 'Too many people are changing their mail settings right now. Please try again in a few seconds.',
  })
  const forget = async (client: Pick<typeof pool, 'query'>, subject: string) => {
    await client.query('DELETE FROM app.mail_suppressions WHERE subject = $1', [subject])
  }
  return {
    apply: (subject, decide) =>
      few(() =>
        transaction(pool, async (client) => {
          await client.query("SELECT pg_advisory_xact_lock(hashtextextended('mail ' || $1, 0))", [subject])
          const suppression = await decide()
          if (!suppression) return forget(client, subject)
          const { reason, at, campaignId } = suppression
          await client.query(
            `INSERT INTO app.mail_suppressions (subject, reason, at, campaign_id) VALUES ($1, $2, $3, $4)
             ON CONFLICT (subject) DO UPDATE SET
               reason = excluded.reason, at = excluded.at, campaign_id = excluded.campaign_id`,
            [subject, reason, at, campaignId],
          )
        }),
      ),
    forget: (subject) => forget(pool, subject),
  }
}
