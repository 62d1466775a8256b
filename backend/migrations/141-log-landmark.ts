import type { Knex } from 'knex'
import type { TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'eventlog.landmark': ['INSERT'] }

/** The event that identifies the log in EventStoreDB (eventlog/eventstoredb/log-identity-store.ts); one row at most. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE eventlog.landmark (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      stream text NOT NULL,
      revision integer NOT NULL,
      id uuid NOT NULL,
      claims_until timestamptz NOT NULL
    )`)
}
