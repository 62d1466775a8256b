import type { Knex } from 'knex'

/** A campaign may be sent again to the people whose email failed because of us; `rounds`: how often that was done. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app.campaign_queues ADD COLUMN rounds integer NOT NULL DEFAULT 0;
    CREATE INDEX campaign_recipients_failed ON app.campaign_recipients (list_id, id) WHERE status = 'failed'`)
}
