import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = {
  'app.leases': anyChange,
  'app.checkpoints': anyChange,
  'app.rebuild_checkpoints': anyChange,
  'app.reactor_checkpoints': anyChange,
}

/** Leases (who may write) and checkpoints of projections, rebuilds and reactors (how far they have read). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.leases (
      name text PRIMARY KEY,
      holder text NOT NULL,
      epoch bigint NOT NULL,
      expires timestamptz NOT NULL
    );
    CREATE TABLE app.checkpoints (
      projection text PRIMARY KEY,
      version integer NOT NULL,
      tables text[] NOT NULL,
      position text,
      stopped_at_position text,
      stopped_reason text,
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE TABLE app.rebuild_checkpoints (
      projection text PRIMARY KEY,
      version integer NOT NULL,
      position text
    );
    CREATE TABLE app.reactor_checkpoints (
      reactor text PRIMARY KEY,
      position text,
      failing_at_position text,
      failing_reason text,
      updated_at timestamptz NOT NULL DEFAULT now()
    );
  `)
}
