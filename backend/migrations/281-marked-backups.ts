import type { Knex } from 'knex'

/**
 * `mark`: a keyed hash of the row, so that the database’s password alone is not enough to pretend that a backup was taken.
 * Rows from before have none.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE app.backups ADD COLUMN mark bytea')
  await knex.raw(`
    DO $$ BEGIN
      EXECUTE format('ALTER TABLE app.backups ADD CONSTRAINT marked CHECK (mark IS NOT NULL OR taken_at <= %L)', now());
    END $$`)
}
