import type { Knex } from 'knex'
import { StartupError } from './startup-error.ts'

/**
 * What the server may do, granted after every migration by the role that owns the tables. The log can only grow: no
 * event, seal or key is changed or deleted by anybody who has only the server's password, and no table of ours is altered.
 * Read tables are the exception, since a rebuild makes them anew: the server owns their schemas, and nothing else.
 */
export async function grantServerRole(owner: Knex, role: string): Promise<void> {
  await owner.transaction(async (transaction) => {
    // Two processes that start at once would change the same rows of the catalog.
    await transaction.raw('SELECT pg_advisory_xact_lock(7265629)')
    const { rows } = await transaction.raw<{ rows: { owner: string; database: string; version: number }[] }>(
      `SELECT current_user AS owner, current_database() AS database, current_setting('server_version_num')::int AS version`,
    )
    const [{ owner: own, database, version } = { owner: '', database: '', version: 0 }] = rows
    if (own === role)
      throw new StartupError(
        'DATABASE_MIGRATION_URL and DATABASE_URL name the same role. Give the server a role of its own, or leave DATABASE_MIGRATION_URL out.',
      )
    // One round trip for all of them.
    await transaction.raw(
      [...grants(database), ...(version >= 170_000 ? maintenance : [])].join(';\n').replaceAll(':role:', quoted(role)),
    )
    await handOver(transaction, role)
  })
}

const grants = (database: string): string[] => [
  `GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${quoted(database)} TO :role:`,
  'GRANT USAGE ON SCHEMA app, eventlog TO :role:',
  'REVOKE ALL ON ALL TABLES IN SCHEMA eventlog FROM :role:',
  'GRANT SELECT ON ALL TABLES IN SCHEMA eventlog TO :role:',
  'GRANT INSERT ON eventlog.events, eventlog.seals, eventlog.subject_keys TO :role:',
  // The counter of positions, and the keys of people who are erased. A false position is a gap, which raises an alarm.
  'GRANT UPDATE ON eventlog.head, eventlog.subject_keys TO :role:',
  'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA app TO :role:',
  'REVOKE INSERT, UPDATE, DELETE ON app.knex_migrations, app.knex_migrations_lock FROM :role:',
  'GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA app, eventlog TO :role:',
]

/** From PostgreSQL 17 on: to VACUUM what an erasure touched, and to ANALYZE long lists. */
const maintenance = [
  'GRANT MAINTAIN ON ALL TABLES IN SCHEMA app TO :role:',
  'GRANT MAINTAIN ON eventlog.subject_keys TO :role:',
]

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
  // Only a member of a role, or a superuser, can give something to it.
  await transaction.raw(`GRANT ${quoted(role)} TO CURRENT_USER`)
  for (const { statement } of rows) await transaction.raw(statement + quoted(role))
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
