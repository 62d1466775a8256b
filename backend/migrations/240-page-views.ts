import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.page_views': anyChange, 'app.page_view_facts': anyChange }

/**
 * The state of each view of the page test for a month, and what was decided about views and is not in the log yet
 * (docs/decisions/0083-page-views-in-blocks.md).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.page_views (
      view_id text PRIMARY KEY,
      state json NOT NULL,
      -- How often it has changed, so that a change that was decided from an older state is not written.
      revision integer NOT NULL,
      served_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX page_views_served_at ON app.page_views USING brin (served_at);
    CREATE TABLE app.page_view_facts (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      fact json NOT NULL,
      -- The first report of a visitor's first view.
      is_visitor boolean NOT NULL,
      -- The block that it is being written in.
      block_id uuid,
      recorded_at timestamptz NOT NULL DEFAULT now()
    );
    -- PostgreSQL takes no samples of what a visitor did.
    ALTER TABLE app.page_views ALTER COLUMN state SET STATISTICS 0;
    ALTER TABLE app.page_view_facts ALTER COLUMN fact SET STATISTICS 0`)
}
