import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.failed_sign_ins': anyChange }

/** Counts of failed sign-ins, by keyed hashes; a series becomes an event in the log. */
export async function up(knex: Knex): Promise<void> {
  // Losing the counts in a crash is acceptable, as with rate limits.
  await knex.raw(`
    CREATE UNLOGGED TABLE app.failed_sign_ins (
      key bytea PRIMARY KEY,
      failures integer NOT NULL,
      since timestamptz NOT NULL,
      last_at timestamptz NOT NULL
    );
    CREATE INDEX failed_sign_ins_age ON app.failed_sign_ins (last_at)`)
}
