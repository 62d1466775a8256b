import type { Knex } from 'knex'

export const dropped = ['app.mail_suppressions']

/** Why a person gets no campaign mail is in a read table that the projection `supporters` builds (decisions/0161). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE app.mail_suppressions')
}
