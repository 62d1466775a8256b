import type { Knex } from 'knex'
import type { TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.backups': ['INSERT'] }

/** Whole backups that were taken with `npm run backup`, so that an alert can say when they stop. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.backups (
      taken_at timestamptz PRIMARY KEY,
      bytes bigint NOT NULL
    )`)
}
