import type { Knex } from 'knex'
import type { TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'eventlog.erased_addresses': ['INSERT'] }

/**
 * That an address was erased, by its keyed hash and nothing else, so that no import brings the person back. Who signs up
 * again by themselves is welcome.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE TABLE eventlog.erased_addresses (email_hash bytea PRIMARY KEY)')
}
