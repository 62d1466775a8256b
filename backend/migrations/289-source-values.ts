import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.source_values': anyChange }

/** The different values that sources had today, so that no visitor fills the log and the filters with made-up ones. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.source_values (
      day date NOT NULL,
      kind text NOT NULL,
      value text NOT NULL,
      PRIMARY KEY (day, kind, value)
    );
    COMMENT ON TABLE app.source_values IS 'Names no person; rows of earlier days are deleted.'`)
}
