import type { Knex } from 'knex'

/**
 * When addresses leave a list, some time after its campaign is over (email-campaign-sending/recipient-lists.ts); -infinity
 * once they have.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE app.campaign_queues ADD COLUMN addresses_until timestamptz;
    UPDATE app.campaign_queues SET addresses_until = now() + interval '30 days' WHERE status = 'finished'`)
}
