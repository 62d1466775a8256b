import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.report_networks': anyChange }

/**
 * From which network a reader reported a post, so that one person with several accounts counts once. No event holds it:
 * the log keeps addresses of admins only, and for good.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.report_networks (
      content_id integer NOT NULL,
      subject uuid NOT NULL,
      user_id integer NOT NULL REFERENCES app.accounts ON DELETE CASCADE,
      network text NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (content_id, subject)
    );
    COMMENT ON COLUMN app.report_networks.network IS 'Keyed hash of the first 24 bits of an IPv4, or 48 bits of an IPv6 address; a row is deleted after 30 days.';
    CREATE INDEX report_networks_user ON app.report_networks (user_id);
    CREATE INDEX report_networks_at ON app.report_networks (at);
    -- PostgreSQL takes no samples of networks.
    ALTER TABLE app.report_networks ALTER COLUMN network SET STATISTICS 0, ALTER COLUMN subject SET STATISTICS 0`)
}
