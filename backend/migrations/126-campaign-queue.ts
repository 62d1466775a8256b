import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = {
  'app.campaign_queues': anyChange,
  'app.campaign_recipients': anyChange,
  'app.campaign_batches': anyChange,
  'app.campaign_rates': anyChange,
  'app.campaign_providers': anyChange,
}

/**
 * Lists of recipients and the outcome of each email; technical state, not event-sourced (domain/mail/email-campaigns.ts
 * holds the decisions). A list is made before the decision and belongs to no campaign until `CampaignSent` names it.
 * The counts in app.campaign_queues are those of the rows, kept in the transactions that change them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SEQUENCE eventlog.email_campaign_id_seq;

    CREATE TABLE app.campaign_queues (
      list_id uuid PRIMARY KEY,
      campaign_id integer NOT NULL,
      status text NOT NULL CHECK (status IN ('made', 'sending', 'paused', 'cancelled', 'finished')),
      mail jsonb,
      recipients integer NOT NULL,
      sent integer NOT NULL DEFAULT 0,
      failed integer NOT NULL DEFAULT 0,
      skipped integer NOT NULL DEFAULT 0,
      -- Of the automatic pause: refused mails, and the counts when it was last resumed.
      bounced integer NOT NULL DEFAULT 0,
      judged_from integer NOT NULL DEFAULT 0,
      bounced_before integer NOT NULL DEFAULT 0,
      complained_before integer NOT NULL DEFAULT 0,
      batches integer NOT NULL DEFAULT 0,
      waits_for text,
      -- The log has seen the decision up to this revision of the campaign's stream.
      revision integer NOT NULL DEFAULT -1,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX campaign_queues_campaign ON app.campaign_queues (campaign_id) WHERE status <> 'made';

    CREATE TABLE app.campaign_recipients (
      list_id uuid NOT NULL,
      id integer NOT NULL,
      subject uuid NOT NULL,
      email text,
      first_name text,
      provider text NOT NULL,
      reasons text[] NOT NULL,
      status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'failed', 'skipped')),
      detail text,
      attempts smallint NOT NULL DEFAULT 0,
      is_leased boolean NOT NULL DEFAULT false,
      -- Not before then: the next attempt or, while leased, the end of the lease of whoever is sending it.
      due_at timestamptz NOT NULL DEFAULT '-infinity',
      done_at timestamptz,
      batch integer,
      PRIMARY KEY (list_id, id)
    );
    CREATE UNIQUE INDEX campaign_recipients_subject ON app.campaign_recipients (subject, list_id);
    CREATE INDEX campaign_recipients_due ON app.campaign_recipients (list_id, due_at) WHERE status = 'waiting';
    CREATE INDEX campaign_recipients_unrecorded ON app.campaign_recipients (list_id, id)
      WHERE status <> 'waiting' AND batch IS NULL;

    -- Batches of outcomes that are not in the log yet, or may not be.
    CREATE TABLE app.campaign_batches (
      list_id uuid NOT NULL,
      batch integer NOT NULL,
      first_id integer NOT NULL,
      last_id integer NOT NULL,
      made_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (list_id, batch)
    );

    CREATE TABLE app.campaign_rates (
      list_id uuid NOT NULL,
      second timestamptz NOT NULL,
      sent integer NOT NULL,
      PRIMARY KEY (list_id, second)
    );

    -- A mailbox provider that asked us to slow down.
    CREATE TABLE app.campaign_providers (
      provider text PRIMARY KEY,
      refusals integer NOT NULL,
      until timestamptz NOT NULL
    )`)
}
