import type { Knex } from 'knex'

/** Ids of threads and replies: one sequence, so that an id is unambiguous. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE SEQUENCE eventlog.forum_content_id_seq')
}
