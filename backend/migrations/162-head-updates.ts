import type { Knex } from 'knex'
import { appendFunction } from './001-event-log.ts'

/**
 * The counter of positions is one row that every append replaces. With free space in its page, PostgreSQL removes the
 * old versions after a few appends; otherwise finding the row means passing two hundred of them. `eventlog.append` now
 * moves the counter in one statement.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE eventlog.head SET (fillfactor = 10)')
  await knex.raw(`CREATE OR REPLACE FUNCTION ${appendFunction}`)
}
