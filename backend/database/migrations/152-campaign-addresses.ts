import type { Knex } from 'knex'

/** Addresses leave a list some time after its campaign is over (campaign-sending/recipient-lists.ts). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app.campaign_queues ADD COLUMN finished_at timestamptz,
      ADD COLUMN has_addresses boolean NOT NULL DEFAULT true;
    UPDATE app.campaign_queues SET finished_at = now() WHERE status = 'finished'`)
}
