import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.moderation_models': anyChange }

/** Model files that an admin added; the log says which exist and which one is active. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.moderation_models (
      digest text PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'),
      file bytea NOT NULL CHECK (octet_length(file) <= 5242880)
    );
    COMMENT ON COLUMN app.moderation_models.digest IS 'SHA-256 of the file.';
    ALTER TABLE app.moderation_models ALTER COLUMN file SET STORAGE EXTERNAL;
  `)
}
