import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.welcome_mails': anyChange }

/**
 * The emails of the welcome series: one row per person and email, made when they joined; technical state.
 * `campaign_id`: the campaign under which its outcome is recorded. The address is not stored: it is looked up when the
 * email is sent.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.welcome_mails (
      subject uuid NOT NULL,
      number smallint NOT NULL,
      campaign_id integer NOT NULL,
      joined_at timestamptz NOT NULL,
      status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'failed', 'skipped')),
      detail text,
      provider text NOT NULL DEFAULT 'other',
      attempts smallint NOT NULL DEFAULT 0,
      -- Not before then: the next attempt, or the end of the lease of whoever is sending it.
      not_before timestamptz NOT NULL DEFAULT '-infinity',
      done_at timestamptz,
      -- Whether the log has the outcome.
      is_recorded boolean NOT NULL DEFAULT false,
      PRIMARY KEY (subject, number)
    );
    CREATE INDEX welcome_mails_waiting ON app.welcome_mails (number, joined_at) WHERE status = 'waiting';
    CREATE INDEX welcome_mails_unrecorded ON app.welcome_mails (done_at) WHERE status <> 'waiting' AND NOT is_recorded;
    CREATE INDEX welcome_mails_campaign ON app.welcome_mails (campaign_id, subject)`)
}
