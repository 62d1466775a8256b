import type { Knex } from 'knex'
import type { TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'eventlog.seals': ['INSERT'] }

/**
 * The chain of seals over the log. Each row holds what is needed to name a changed event: the positions (separated by
 * spaces) and digests (32 bytes each) of the events it covers, in global order.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA IF NOT EXISTS eventlog;
    CREATE TABLE eventlog.seals (
      seq bigint PRIMARY KEY CHECK (seq > 0),
      first_position text NOT NULL,
      last_position text NOT NULL,
      event_count int NOT NULL CHECK (event_count > 0),
      positions text NOT NULL,
      digests bytea NOT NULL CHECK (length(digests) = 32 * event_count),
      merkle_root bytea NOT NULL,
      previous_hash bytea NOT NULL,
      hash bytea NOT NULL,
      signature bytea NOT NULL,
      sealed_at timestamptz NOT NULL
    );
  `)
}
