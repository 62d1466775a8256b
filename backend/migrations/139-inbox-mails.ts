import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.inbox_mails': anyChange }

/** Counts emails that any visitor can trigger to any address, so that a visitor cannot flood another person’s inbox. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.inbox_mails (
      key text PRIMARY KEY,
      inbox text NOT NULL,
      at timestamptz NOT NULL DEFAULT now()
    );
    COMMENT ON COLUMN app.inbox_mails.inbox IS 'Keyed hash of the address without its tag; a row is deleted after two days.';
    CREATE INDEX inbox_mails_inbox ON app.inbox_mails (inbox, at);
    CREATE INDEX inbox_mails_at ON app.inbox_mails (at)`)
}
