import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.system_metrics': anyChange }

/** One row per metric and minute, folded to hours after 30 days (decisions/0070). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.system_metrics (
      metric_name text NOT NULL,
      minutes smallint NOT NULL CHECK (minutes IN (1, 60)),
      at timestamptz NOT NULL,
      metric_value double precision NOT NULL,
      fold text NOT NULL CHECK (fold IN ('sum', 'mean', 'max')),
      PRIMARY KEY (minutes, at, metric_name)
    );
    COMMENT ON COLUMN app.system_metrics.minutes IS 'Length of the time from \`at\` on that the value is about.';
    COMMENT ON COLUMN app.system_metrics.fold IS 'How values of several minutes become one.'`)
}
