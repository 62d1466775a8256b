import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.set_aside_mails': anyChange }

/**
 * Messages in the bounce mailbox that could not be read. They stay there, flagged; this table holds only their ids and
 * the reason.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.set_aside_mails (
      id text PRIMARY KEY,
      reason text NOT NULL,
      at timestamptz NOT NULL
    );
    COMMENT ON COLUMN app.set_aside_mails.id IS 'UIDVALIDITY and UID of the message (RFC 3501); a row is deleted after 90 days.';
    CREATE INDEX set_aside_mails_at ON app.set_aside_mails (at)`)
}
