import type pg from 'pg'
import { StartupError } from './startup-error.ts'
import { rightsIn, type TableRights } from './table-rights.ts'

/**
 * Finds out at startup, not at the first request, that a role which owns no table lacks a right that the migrations
 * state. Takes one query where the role is the owner. Throws StartupError, which names the role, the rights and the
 * tables.
 */
export async function rejectMissingRights(pool: pg.Pool, stated: () => Promise<TableRights>): Promise<void> {
  const { rows } = await pool.query<{ role: string; version: number }>(
    `SELECT current_user AS role, current_setting('server_version_num')::int AS version
     FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
     WHERE nspname = 'eventlog' AND relname = 'events' AND NOT pg_has_role(relowner, 'USAGE')`,
  )
  const [other] = rows
  if (!other) return
  const wanted = Object.entries(await stated()).flatMap(([table, rights]) =>
    rightsIn(other.version, rights).map((right): [table: string, right: string] => [table, right]),
  )
  const missing = await pool.query<{ name: string; rights: string }>(
    `SELECT name, string_agg(wanted, ', ' ORDER BY nth) AS rights
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS stated (name, wanted, nth)
     JOIN pg_namespace AS n ON nspname = split_part(name, '.', 1)
     JOIN pg_class AS c ON relnamespace = n.oid AND relname = split_part(name, '.', 2)
     WHERE NOT (has_schema_privilege(n.oid, 'USAGE') AND CASE
       WHEN wanted LIKE 'UPDATE (%)' THEN has_column_privilege(c.oid, substring(wanted from '\\((.*)\\)'), 'UPDATE')
       ELSE has_table_privilege(c.oid, wanted) END)
     GROUP BY name ORDER BY name`,
    [wanted.map(([table]) => table), wanted.map(([, right]) => right)],
  )
  if (missing.rows.length === 0) return
  const named = missing.rows.map(({ name, rights }) => `${rights} on ${name}`).join('; ')
  throw new StartupError(
    `The role ${other.role} of DATABASE_URL lacks rights that the server needs: ${named}. Set DATABASE_MIGRATION_URL to the owner of the tables: a start with it grants them (docs/operations.md).`,
  )
}
