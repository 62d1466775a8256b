import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.mail_ledger': anyChange }

/**
 * When a person got the last mail that belongs to no email campaign; those have ledgers of their own. A report that comes
 * back counts for mail of the last 30 days.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.mail_ledger (
      subject uuid PRIMARY KEY,
      sent_at timestamptz NOT NULL
    );
    COMMENT ON TABLE app.mail_ledger IS 'A row is deleted after 30 days.';
    CREATE INDEX mail_ledger_sent_at ON app.mail_ledger (sent_at);
    -- PostgreSQL takes no samples of people.
    ALTER TABLE app.mail_ledger ALTER COLUMN subject SET STATISTICS 0`)
}
