import type { Knex } from 'knex'

/** The automatic pause counts what was reported of a campaign, once a second. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE INDEX mail_suppressions_campaign ON app.mail_suppressions (campaign_id, reason)')
}
