import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.campaign_senders': anyChange }

/** Processes that send campaign mail right now: they share the limits of the mail service. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE UNLOGGED TABLE app.campaign_senders (process uuid PRIMARY KEY, seen_at timestamptz NOT NULL)')
}
