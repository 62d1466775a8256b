import type { Knex } from 'knex'

/** Trigrams: the index that finds words inside texts. Part of PostgreSQL; an owner of the database may add it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE EXTENSION IF NOT EXISTS pg_trgm')
}
