import type { Knex } from 'knex'
import { StartupError } from './startup-error.ts'
import { type Right, rightsIn, type TableRights } from './table-rights.ts'

/**
 * Grants the server’s role the rights that the migrations state (`TableRights`). The role that owns the tables runs
 * this after every migration. The log can only grow: with the server’s password alone, no event, seal or key can be
 * changed or deleted, and no table of ours altered. Read tables are the exception, since a rebuild creates them anew:
 * the server owns their schemas. Tables without stated rights are read-only.
 */
export async function grantServerRole(owner: Knex, role: string, rights: TableRights): Promise<void> {
  await owner.transaction(async (transaction) => {
    // Two processes that start at once would change the same rows of the catalog.
    await transaction.raw('SELECT pg_advisory_xact_lock(7265629)')
    const { rows } = await transaction.raw<{ rows: Found[] }>(
      `SELECT current_user AS owner, current_database() AS database, current_setting('server_version_num')::int AS version,
         ARRAY(SELECT format('%s.%s', schemaname, tablename) FROM pg_tables WHERE schemaname IN ('app', 'eventlog')) AS tables`,
    )
    const [{ owner: own, database, version, tables } = { owner: '', database: '', version: 0, tables: [] }] = rows
    if (own === role)
      throw new StartupError(
        `DATABASE_URL and DATABASE_MIGRATION_URL both connect as the role ${role}. Give the server a role of its own (docs/operations.md, Two roles), or leave DATABASE_MIGRATION_URL out.`,
      )
    const granted = tables.flatMap((table) =>
      rightsIn(version, rights[table]).map((right): [table: string, right: Right] => [table, right]),
    )
    // One round trip for all of them.
    await transaction.raw([...always(database), ...tableGrants(granted)].join(';\n').replaceAll(':role:', quoted(role)))
    await handOver(transaction, role)
  })
}

type Found = { owner: string; database: string; version: number; tables: string[] }

const always = (database: string): string[] => [
  `GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${quoted(database)} TO :role:`,
  'GRANT USAGE ON SCHEMA app, eventlog TO :role:',
  'REVOKE ALL ON ALL TABLES IN SCHEMA app, eventlog FROM :role:',
  'GRANT SELECT ON ALL TABLES IN SCHEMA app, eventlog TO :role:',
  'GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA app, eventlog TO :role:',
]

/** One statement per right. */
const tableGrants = (granted: [table: string, right: Right][]): string[] =>
  [...Map.groupBy(granted, ([, right]) => right)].map(
    ([right, of]) => `GRANT ${right} ON ${of.map(([table]) => table).join(', ')} TO :role:`,
  )

/** Read tables from a time when one role did everything. */
async function handOver(transaction: Knex.Transaction, role: string): Promise<void> {
  const { rows } = await transaction.raw<{ rows: { statement: string }[] }>(
    `SELECT format('ALTER SCHEMA %I OWNER TO ', nspname) AS statement FROM pg_namespace
     WHERE nspname IN ('read', 'read_rebuild') AND nspowner <> to_regrole(:role)::oid
     UNION ALL
     SELECT format('ALTER TABLE %I.%I OWNER TO ', nspname, relname) FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
     WHERE nspname IN ('read', 'read_rebuild') AND relkind = 'r' AND relowner <> to_regrole(:role)::oid`,
    { role: quoted(role) },
  )
  if (rows.length === 0) return
  // Only a member of a role, or a superuser, can transfer ownership to it.
  await transaction.raw(`GRANT ${quoted(role)} TO CURRENT_USER`)
  for (const { statement } of rows) await transaction.raw(statement + quoted(role))
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
