import type { Knex } from 'knex'
import type { TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'eventlog.known_types': ['INSERT'] }

/** The event types that a release of this program has been able to write to the log (eventlog/newer-log.ts). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE eventlog.known_types (
      type text NOT NULL,
      version integer NOT NULL,
      since text,
      PRIMARY KEY (type, version)
    );
    COMMENT ON COLUMN eventlog.known_types.since IS
      'The end of the log when a release that knows it first started; NULL: the log was empty.'`)
}
