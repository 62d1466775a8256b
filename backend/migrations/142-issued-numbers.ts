import type { Knex } from 'knex'
import type { TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'eventlog.issued_numbers': ['INSERT', 'UPDATE', 'DELETE'] }

/**
 * The number and the fingerprint of each recent command (database/issued-numbers.ts). Rows are deleted by age; a block
 * range index is enough for that.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE eventlog.issued_numbers (
      command_id bytea PRIMARY KEY,
      fingerprint bytea NOT NULL,
      number bigint,
      issued_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX issued_numbers_age ON eventlog.issued_numbers USING brin (issued_at);
  `)
}
