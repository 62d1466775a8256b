import type { Pool } from 'pg'

/** Why a message in the bounce mailbox was set aside. */
export const reasons = {
  broken: 'It could not be parsed.',
  slow: 'Parsing it took too long.',
  refused: 'What it says could not be recorded.',
} as const
export type Reason = keyof typeof reasons

/** Table app.set_aside_mails. */
export function createSetAsideMails(pool: Pool) {
  return {
    /** Idempotent. `id`: UIDVALIDITY and UID. */
    async add(id: string, reason: Reason, at: Date): Promise<void> {
      await pool.query(`DELETE FROM app.set_aside_mails WHERE at < $1::timestamptz - interval '90 days'`, [at])
      await pool.query('INSERT INTO app.set_aside_mails (id, reason, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
        id,
        reasons[reason],
        at,
      ])
    },
  }
}
