import type { Knex } from 'knex'
import type { TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.write_probes': ['INSERT', 'DELETE'] }

/** Always empty: rows are written and deleted at once, to find out whether the disk has room again (write-check.ts). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE TABLE app.write_probes (filler bytea NOT NULL)')
}
