import { inboxOf } from '../domain/mail/inboxes.ts'
import type { Database } from '../kernel/database/connect.ts'

export { inboxOf }

/**
 * Why an email leaves that a visitor can trigger to any address. `thanks`: for what a person sent in. `answer`: to a request
 * that waits for it. `decision`: of staff about what was sent in. `notice`: about an account whose address is not proved.
 */
export type LimitedKind = 'thanks' | 'answer' | 'decision' | 'notice'

/** Emails per inbox in 24 hours, each kind by itself: a thank-you never takes the place of a decision. */
const most: { [Kind in LimitedKind]: number } = { thanks: 5, answer: 5, decision: 20, notice: 5 }

export type InboxLimit = {
  /**
   * True when one more email of this kind may go to this inbox today. The same `key` always gets the same answer, so a retry
   * counts once.
   */
  mayReach(address: string, key: string, kind: LimitedKind): Promise<boolean>
}

/** Table app.inbox_mails. `hash`: keyed hash of an address. */
export function createInboxLimit({
  database: { pool },
  hash,
}: {
  database: Pick<Database, 'pool'>
  hash(address: string): string
}): InboxLimit {
  return {
    async mayReach(address, key, kind) {
      await pool.query(`DELETE FROM app.inbox_mails WHERE at < now() - interval '2 days'`)
      await pool.query('INSERT INTO app.inbox_mails (key, inbox, kind) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        key,
        hash(inboxOf(address)),
        kind,
      ])
      const { rows } = await pool.query<{ earlier: number }>(
        `SELECT count(*)::int AS earlier FROM app.inbox_mails AS own
         JOIN app.inbox_mails AS other ON other.inbox = own.inbox AND other.kind = own.kind
           AND other.at > own.at - interval '24 hours' AND (other.at, other.key) < (own.at, own.key)
         WHERE own.key = $1`,
        [key],
      )
      return (rows[0]?.earlier ?? 0) < most[kind]
    },
  }
}
