import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.api_keys': anyChange }

/** The server reads it when a program calls with a key. The key itself is stored nowhere. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.api_keys (
      id integer PRIMARY KEY,
      hash bytea UNIQUE,
      user_id integer NOT NULL REFERENCES app.accounts ON DELETE CASCADE,
      rights text[] NOT NULL,
      until timestamptz NOT NULL,
      last_used_at timestamptz
    );
    CREATE INDEX api_keys_of_user ON app.api_keys (user_id);
    ALTER TABLE app.api_keys ALTER COLUMN hash SET STATISTICS 0, ALTER COLUMN rights SET STATISTICS 0;
    COMMENT ON COLUMN app.api_keys.hash IS 'SHA-256 of the key; null once it is revoked, or its issuer is no longer an admin.';
    COMMENT ON COLUMN app.api_keys.user_id IS 'The admin who issued it.';
  `)
}
