import { readdir } from 'node:fs/promises'
import type { Knex } from 'knex'
import pg from 'pg'
import { connect, type Database } from './connect.ts'
import { connectionErrorHint } from './connection-error-hint.ts'
import { rejectMissingRights } from './missing-rights.ts'
import { grantServerRole } from './server-role.ts'
import { StartupError } from './startup-error.ts'
import type { TableRights } from './table-rights.ts'

/** `dropped`: tables of earlier migrations. */
type Migration = { up(knex: Knex): Promise<void>; serverRights?: TableRights; dropped?: readonly string[] }

/** Which migrations have run, one row each. */
export const migrationsTable = 'app.knex_migrations'

const folder = new URL('../../migrations/', import.meta.url)
const lock = 7_265_628 // an arbitrary number
const undefinedTable = '42P01'

/** The names of all migrations that this version of the program knows, in order. */
export const knownMigrations = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{3}-.*\.ts$/.test(name)).sort()

const load = (name: string): Promise<Migration> => import(new URL(name, folder).href)

/** The rights stated by all migrations; knex’s own tables stay with the owner alone. */
export async function serverRights(): Promise<TableRights> {
  const migrations = await Promise.all((await knownMigrations()).map(load))
  const stated = migrations.map(({ serverRights = {} }) => serverRights)
  const all: TableRights = Object.assign({ [migrationsTable]: [], [`${migrationsTable}_lock`]: [] }, ...stated)
  const dropped = migrations.flatMap(({ dropped = [] }) => dropped)
  return Object.fromEntries(Object.entries(all).filter(([table]) => !dropped.includes(table)))
}

const settingsFor = (migrations: () => Promise<string[]>): Knex.MigratorConfig => ({
  schemaName: 'app',
  migrationSource: {
    getMigrations: migrations,
    getMigrationName: (name: string) => name,
    getMigration: async (name: string) => {
      const { up } = await load(name)
      return { up, down: async () => {} }
    },
  },
})

/** The names of the migrations that have run. */
async function haveRun(knex: Knex): Promise<Set<string>> {
  try {
    const { rows } = await knex.raw<{ rows: { name: string }[] }>(`SELECT name FROM ${migrationsTable}`)
    return new Set(rows.map(({ name }) => name))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return new Set()
    throw error
  }
}

/**
 * Migrates the technical tables (schemas eventlog and app); forward only. Read tables belong to their projections. When
 * several processes start at the same time, one migrates and the others wait. The advisory lock ends with its
 * connection; knex’s own lock would stay behind forever when a process is killed mid-migration. `only`: runs just
 * these, for a database as an earlier version left it. Throws StartupError for a database of a later version.
 */
export async function migrate(knex: Knex, only?: readonly string[]): Promise<void> {
  const wanted = only ? [...only].sort() : await knownMigrations()
  const run = await haveRun(knex)
  const [later] = run.difference(new Set(wanted))
  if (later !== undefined)
    throw new StartupError(
      `The database was migrated by a newer version of the program (${later}). Start that version, or set DATABASE_URL or DATA_DIR to another database.`,
    )
  // One query instead of a dozen for the usual start, at which all migrations have run.
  if (run.size === wanted.length) return
  const settings = settingsFor(async () => wanted)
  await knex.transaction(async (holder) => {
    await holder.raw('SELECT pg_advisory_xact_lock(?)', [lock])
    await knex.raw('CREATE SCHEMA IF NOT EXISTS app')
    await knex.migrate.forceFreeMigrationsLock(settings)
    await knex.migrate.latest(settings)
  })
}

/**
 * Migrates as the owner of the tables, who then grants the server its rights. `ownerUrl` undefined: one role for
 * everything, or its owner migrated it before. Throws StartupError when a role lacks a right.
 */
export async function migrateAsOwner(server: Database, ownerUrl: string | undefined): Promise<void> {
  if (ownerUrl === undefined) {
    await migrate(server.knex)
    return rejectMissingRights(server.pool, serverRights)
  }
  const { rows } = await server.pool.query<{ role: string }>('SELECT current_user AS role')
  const owner = connect(ownerUrl, { max: 3 })
  try {
    const [rights] = await Promise.all([serverRights(), migrate(owner.knex)])
    await grantServerRole(owner.knex, rows[0]?.role ?? '', rights)
  } catch (error) {
    const hint = connectionErrorHint(error, { url: ownerUrl, setting: 'DATABASE_MIGRATION_URL' })
    throw hint === null ? error : new StartupError(hint)
  } finally {
    await owner.close()
  }
}
