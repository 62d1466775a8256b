import type { Knex } from 'knex'
import type { TableRights } from '../kernel/database/table-rights.ts'

/** Of a row that exists, the server may only take away the address; reading it `FOR SHARE` takes this right, too. */
export const serverRights: TableRights = {
  'eventlog.subject_keys': ['INSERT', 'UPDATE (email_hash)', 'MAINTAIN'],
  'eventlog.erased_addresses': [],
}

/**
 * Deletes the key of a person and remembers the hash of the address, with the rights of the owner. Only after the log says
 * that the person was erased, so that the database’s password alone makes no one’s words unreadable without a trace. An empty
 * log is one that is kept in EventStoreDB.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION eventlog.forget_subject(erased uuid) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    BEGIN
      IF EXISTS (SELECT FROM eventlog.events)
        AND NOT EXISTS (SELECT FROM eventlog.events WHERE stream = 'subject-' || erased AND type = 'SubjectErased')
      THEN
        RAISE insufficient_privilege USING MESSAGE = 'The log does not say that this person was erased.';
      END IF;
      WITH address AS (
        INSERT INTO eventlog.erased_addresses (email_hash)
        SELECT email_hash FROM eventlog.subject_keys
        WHERE subject = erased AND erased_at IS NULL AND email_hash IS NOT NULL
        ON CONFLICT DO NOTHING
      )
      UPDATE eventlog.subject_keys SET wrapped_key = NULL, email_hash = NULL, erased_at = now()
      WHERE subject = erased AND erased_at IS NULL;
      RETURN FOUND;
    END $$`)
}
