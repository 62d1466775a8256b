import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.unknown_mail_reports': anyChange }

/** Reports of mail providers of a kind that says nothing to us: nothing of them but that name, how many, and when. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.unknown_mail_reports (
      kind text PRIMARY KEY,
      count bigint NOT NULL,
      latest_at timestamptz NOT NULL
    )`)
}
