import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.mail_suppressions': anyChange }

/**
 * Who gets no campaign mail, and why. The commands themselves write it, so that no email follows an acknowledged
 * unsubscribe; a row exists only while the reason holds.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.mail_suppressions (
      subject uuid PRIMARY KEY,
      reason text NOT NULL CHECK (reason IN ('unsubscribed', 'bounced', 'complained')),
      at timestamptz NOT NULL,
      campaign_id integer
    );
  `)
}
