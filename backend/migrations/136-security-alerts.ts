import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.security_alerts': anyChange }

/**
 * Security alerts mailed to admins (reactors/security-alerts.ts); kept, so that reading the log again sends none twice.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.security_alerts (
      event_id uuid PRIMARY KEY,
      type text NOT NULL,
      mail timestamptz,
      sent_at timestamptz
    );
    COMMENT ON COLUMN app.security_alerts.mail IS 'The mail that tells of it, named by its time; null: still collected.';
    CREATE INDEX security_alerts_open ON app.security_alerts (mail) WHERE sent_at IS NULL;
    CREATE INDEX security_alerts_sent ON app.security_alerts (sent_at)`)
}
