import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.past_views': anyChange }

/**
 * The schemas that hold the read tables of a past moment (docs/decisions/0108). Unlogged like their tables: after a crash
 * of PostgreSQL all of them are empty together, so no empty schema counts as a past.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE UNLOGGED TABLE app.past_views (
      schema text PRIMARY KEY,
      asked text NOT NULL,
      asked_by integer NOT NULL,
      versions text NOT NULL,
      erasures bigint NOT NULL,
      done bigint NOT NULL DEFAULT 0,
      total bigint,
      is_ready boolean NOT NULL DEFAULT false,
      problem text,
      base text,
      before_base text,
      until text,
      alive_at timestamptz NOT NULL DEFAULT now(),
      used_at timestamptz NOT NULL DEFAULT now()
    );
    COMMENT ON COLUMN app.past_views.asked IS 'The position for which it was built.';
    COMMENT ON COLUMN app.past_views.versions IS 'Of the projections, by which its tables were made.';
    COMMENT ON COLUMN app.past_views.erasures IS 'The version of the tag erasures when it was begun; another one outdates it.';
    COMMENT ON COLUMN app.past_views.base IS 'Its tables hold the events up to here; null: none.';
    COMMENT ON COLUMN app.past_views.until IS 'The last position that a reading of these tables may show.'`)
}
