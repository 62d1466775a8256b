import type { Knex } from 'knex'
import { anyChange, type TableRights } from '../kernel/database/table-rights.ts'

export const serverRights: TableRights = { 'app.staff_sets': anyChange }

/** Roles of the campaign's own. The server reads what they hold with every session of staff, in the same query. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE app.staff_sets (
      key text PRIMARY KEY,
      name text NOT NULL,
      rights text[],
      revision integer NOT NULL
    );
    CREATE FUNCTION app.held_roles(roles jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
      SELECT CASE WHEN roles = '[]'::jsonb THEN roles ELSE (
        SELECT jsonb_agg(CASE WHEN sets.rights IS NULL THEN held
          ELSE held || jsonb_build_object('name', sets.name, 'rights', sets.rights) END ORDER BY place)
        FROM jsonb_array_elements(roles) WITH ORDINALITY AS element (held, place)
          LEFT JOIN app.staff_sets AS sets ON sets.key = held ->> 'role') END
    $$;
    COMMENT ON FUNCTION app.held_roles IS 'The roles of an account, each of the campaign''s own with its name and rights, unless it was removed.';
    COMMENT ON COLUMN app.staff_sets.key IS 'The word in the roles of an account, such as set-3.';
    COMMENT ON COLUMN app.staff_sets.rights IS 'Null once the role was removed.';
  `)
}
