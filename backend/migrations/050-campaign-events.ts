import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.sent_mails': anyChange }

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SEQUENCE eventlog.campaign_event_id_seq;
    CREATE SEQUENCE eventlog.rsvp_id_seq;

    CREATE TABLE app.sent_mails (
      key text PRIMARY KEY,
      sent_at timestamptz NOT NULL DEFAULT now()
    );
    COMMENT ON TABLE app.sent_mails IS 'Mails sent by reactors, keyed by the event that caused them, so that none is sent twice.';
  `)
}
