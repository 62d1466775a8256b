import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE SEQUENCE eventlog.donation_id_seq')
}
