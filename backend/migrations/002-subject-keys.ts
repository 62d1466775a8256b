import type { Knex } from 'knex'
import type { TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'eventlog.subject_keys': ['INSERT', 'UPDATE', 'MAINTAIN'] }

/** One key per person, wrapped by a master key kept outside the database; for an erased person only the row remains. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA IF NOT EXISTS eventlog;
    CREATE TABLE eventlog.subject_keys (
      subject uuid PRIMARY KEY,
      email_hash bytea UNIQUE,
      wrapped_key bytea,
      created_at timestamptz NOT NULL DEFAULT now(),
      erased_at timestamptz,
      CONSTRAINT living_or_erased CHECK (
        (erased_at IS NULL AND wrapped_key IS NOT NULL)
        OR (erased_at IS NOT NULL AND wrapped_key IS NULL AND email_hash IS NULL)
      )
    );
  `)
}
