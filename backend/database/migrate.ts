import { readdir } from 'node:fs/promises'
import type { Knex } from 'knex'
import pg from 'pg'
import { connect, type Database } from './connect.ts'
import { grantServerRole } from './server-role.ts'

type Migration = { up(knex: Knex): Promise<void> }

/** Which migrations have run, one row each. */
export const migrationsTable = 'app.knex_migrations'

const folder = new URL('./migrations/', import.meta.url)
const lock = 7_265_628 // an arbitrary number
const undefinedTable = '42P01'

/** The names of all migrations that this version of the program knows, in order. */
export const knownMigrations = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{3}-.*\.ts$/.test(name)).sort()

const settingsFor = (migrations: () => Promise<string[]>): Knex.MigratorConfig => ({
  schemaName: 'app',
  migrationSource: {
    getMigrations: migrations,
    getMigrationName: (name: string) => name,
    getMigration: async (name: string) => {
      const { up }: Migration = await import(new URL(name, folder).href)
      return { up, down: async () => {} }
    },
  },
})

/** What almost every start finds, by one question instead of a dozen: these and no others. */
async function haveRun(knex: Knex, wanted: readonly string[]): Promise<boolean> {
  try {
    const { rows } = await knex.raw<{ rows: { name: string }[] }>(`SELECT name FROM ${migrationsTable}`)
    return new Set(rows.map(({ name }) => name)).symmetricDifference(new Set(wanted)).size === 0
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === undefinedTable) return false
    throw error
  }
}

/**
 * Migrates the technical tables (schemas eventlog and app); forward only. Read tables belong to their projections. When
 * several processes start at the same time, one migrates and the others wait. The advisory lock ends with its
 * connection; the lock of knex itself would stay behind forever when a process is killed mid-migration.
 * `only`: these, for a database as an earlier version left it.
 */
export async function migrate(knex: Knex, only?: readonly string[]): Promise<void> {
  const wanted = only ? [...only].sort() : await knownMigrations()
  if (await haveRun(knex, wanted)) return
  const settings = settingsFor(async () => wanted)
  await knex.transaction(async (holder) => {
    await holder.raw('SELECT pg_advisory_xact_lock(?)', [lock])
    await knex.raw('CREATE SCHEMA IF NOT EXISTS app')
    await knex.migrate.forceFreeMigrationsLock(settings)
    await knex.migrate.latest(settings)
  })
}

/** The same as the owner of the tables, who then lets the server do what it needs. `ownerUrl` undefined: one role for all. */
export async function migrateAsOwner(server: Database, ownerUrl: string | undefined): Promise<void> {
  if (ownerUrl === undefined) return migrate(server.knex)
  const owner = connect(ownerUrl, { max: 2 })
  try {
    const [{ rows }] = await Promise.all([
      server.pool.query<{ role: string }>('SELECT current_user AS role'),
      migrate(owner.knex),
    ])
    await grantServerRole(owner.knex, rows[0]?.role ?? '')
  } finally {
    await owner.close()
  }
}
