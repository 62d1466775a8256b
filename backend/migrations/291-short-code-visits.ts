import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.short_code_visits': anyChange }

/** Visits of each short link, by the day of the campaign's time zone. Nothing in it is about a person. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.short_code_visits (
      short_code_id integer NOT NULL,
      day date NOT NULL,
      visits integer NOT NULL,
      PRIMARY KEY (short_code_id, day)
    )`)
}
