import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.mail_facts': anyChange }

/** The outcome of each mail to a person that belongs to no email campaign; those have ledgers of their own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.mail_facts (
      key text NOT NULL,
      outcome text NOT NULL CHECK (outcome IN ('sent', 'held', 'not sent', 'refused')),
      subject uuid NOT NULL,
      way text NOT NULL CHECK (way IN ('letter', 'account', 'notice')),
      title text NOT NULL,
      reason text,
      at timestamptz NOT NULL,
      PRIMARY KEY (key, outcome)
    );
    COMMENT ON TABLE app.mail_facts IS 'A row is deleted after 90 days, or when the person is erased.';
    COMMENT ON COLUMN app.mail_facts.title IS 'A subject line or words of ours.';
    CREATE INDEX mail_facts_subject ON app.mail_facts (subject, at);
    CREATE INDEX mail_facts_at ON app.mail_facts (at);
    -- PostgreSQL takes no samples of people.
    ALTER TABLE app.mail_facts
      ALTER COLUMN key SET STATISTICS 0, ALTER COLUMN subject SET STATISTICS 0, ALTER COLUMN title SET STATISTICS 0,
      ALTER COLUMN reason SET STATISTICS 0`)
}
