import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.held_mails': anyChange }

/** Emails beyond what an inbox gets in a day; they leave together the next morning. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app.inbox_mails ADD COLUMN kind text NOT NULL DEFAULT 'thanks';
    CREATE TABLE app.held_mails (
      key text PRIMARY KEY,
      writer text NOT NULL,
      about text NOT NULL,
      kind text NOT NULL,
      what text NOT NULL,
      inbox text NOT NULL,
      subject uuid NOT NULL,
      held_at timestamptz NOT NULL,
      due_at timestamptz NOT NULL,
      batch text
    );
    COMMENT ON TABLE app.held_mails IS 'Neither the address nor the words of a mail: its writer writes it again from what it is about.';
    COMMENT ON COLUMN app.held_mails.key IS 'As in app.sent_mails.';
    COMMENT ON COLUMN app.held_mails.inbox IS 'As in app.inbox_mails.';
    COMMENT ON COLUMN app.held_mails.subject IS 'The recipient; a row is deleted when the person is erased.';
    COMMENT ON COLUMN app.held_mails.batch IS 'The key of the mail in which it leaves, once that is being sent.';
    CREATE INDEX held_mails_due ON app.held_mails (due_at) WHERE batch IS NULL;
    CREATE INDEX held_mails_batch ON app.held_mails (batch) WHERE batch IS NOT NULL;
    CREATE INDEX held_mails_inbox ON app.held_mails (inbox);
    CREATE INDEX held_mails_subject ON app.held_mails (subject);
    -- PostgreSQL takes no samples of people.
    ALTER TABLE app.held_mails
      ALTER COLUMN key SET STATISTICS 0, ALTER COLUMN about SET STATISTICS 0, ALTER COLUMN inbox SET STATISTICS 0,
      ALTER COLUMN subject SET STATISTICS 0, ALTER COLUMN batch SET STATISTICS 0`)
}
