import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.unsent_mails': anyChange }

/**
 * Emails of the site that the mail server refused: those that wait for another attempt, and those that were abandoned.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.unsent_mails (
      id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
      key text PRIMARY KEY,
      writer text NOT NULL,
      about text NOT NULL,
      title text NOT NULL,
      subject uuid,
      state text NOT NULL CHECK (state IN ('waiting', 'given_up')),
      reason text NOT NULL,
      attempts integer NOT NULL,
      since timestamptz NOT NULL,
      changed_at timestamptz NOT NULL,
      next_attempt_at timestamptz,
      CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL))
    );
    COMMENT ON TABLE app.unsent_mails IS 'Neither the address nor the words of a mail: its writer writes it again from what it is about.';
    COMMENT ON COLUMN app.unsent_mails.key IS 'As in app.sent_mails.';
    COMMENT ON COLUMN app.unsent_mails.subject IS 'The recipient; a row is deleted when the person is erased.';
    CREATE INDEX unsent_mails_due ON app.unsent_mails (next_attempt_at);
    CREATE INDEX unsent_mails_given_up ON app.unsent_mails (changed_at) WHERE state = 'given_up';
    CREATE INDEX unsent_mails_subject ON app.unsent_mails (subject)`)
}
