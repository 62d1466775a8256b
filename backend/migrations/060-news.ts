import type { Knex } from 'knex'

/** Article ids. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE SEQUENCE eventlog.article_id_seq')
}
