import type { Knex } from 'knex'
import { appendFunction } from './001-event-log.ts'

/** Databases that were made before `eventlog.append` read `eventlog.head` by its key. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`CREATE OR REPLACE FUNCTION ${appendFunction}`)
}
