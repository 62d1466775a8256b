import { inboxOf } from '../domain/mail/inboxes.ts'
import type { Database } from '../kernel/database/connect.ts'

export { inboxOf }

export type InboxLimit = {
  /**
   * True when one more email may go to this inbox today. The same `key` always gets the same answer, so a retry counts
   * once.
   */
  mayReach(address: string, key: string): Promise<boolean>
}

/** Table app.inbox_mails. `hash`: keyed hash of an address. `most`: emails per inbox in 24 hours. */
export function createInboxLimit({
  database: { pool },
  hash,
  max = 5,
}: {
  database: Pick<Database, 'pool'>
  hash(address: string): string
  max?: number
}): InboxLimit {
  return {
    async mayReach(address, key) {
      await pool.query(`DELETE FROM app.inbox_mails WHERE at < now() - interval '2 days'`)
      await pool.query('INSERT INTO app.inbox_mails (key, inbox) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        key,
        hash(inboxOf(address)),
      ])
      const { rows } = await pool.query<{ earlier: number }>(
        `SELECT count(*)::int AS earlier FROM app.inbox_mails AS own
         JOIN app.inbox_mails AS other ON other.inbox = own.inbox
           AND other.at > own.at - interval '24 hours' AND (other.at, other.key) < (own.at, own.key)
         WHERE own.key = $1`,
        [key],
      )
      return (rows[0]?.earlier ?? 0) < max
    },
  }
}
