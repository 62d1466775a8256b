import type { Knex } from 'knex'

/** Processes that send campaign mail right now: they share the limits of the mail service. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE UNLOGGED TABLE app.campaign_senders (process uuid PRIMARY KEY, seen_at timestamptz NOT NULL)')
}
