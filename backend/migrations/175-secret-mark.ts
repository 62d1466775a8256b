import type { Knex } from 'knex'
import type { TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'eventlog.secret_mark': ['INSERT'] }

/**
 * Shows a process whether its APP_SECRET belongs to this database (eventlog/encryption/secret-mark.ts); one row at
 * most.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE eventlog.secret_mark (
      is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
      mark bytea NOT NULL CHECK (length(mark) = 32)
    )`)
}
