import { readdir } from 'node:fs/promises'
import type { Knex } from 'knex'

type Migration = { up(knex: Knex): Promise<void> }

const folder = new URL('./migrations/', import.meta.url)
const lock = 7_265_628 // an arbitrary number

const settings: Knex.MigratorConfig = {
  schemaName: 'app',
  migrationSource: {
    getMigrations: async () => (await readdir(folder)).filter((name) => /^\d{3}-.*\.ts$/.test(name)).sort(),
    getMigrationName: (name: string) => name,
    getMigration: async (name: string) => {
      const { up }: Migration = await import(new URL(name, folder).href)
      return { up, down: async () => {} }
    },
  },
}

/**
 * Migrates the technical tables (schemas eventlog and app); forward only. Read tables belong to their projections. When
 * several processes start at the same time, one migrates and the others wait. The advisory lock ends with its
 * connection; the lock of knex itself would stay behind forever when a process is killed mid-migration.
 */
export async function migrate(knex: Knex): Promise<void> {
  await knex.transaction(async (holder) => {
    await holder.raw('SELECT pg_advisory_xact_lock(?)', [lock])
    await knex.raw('CREATE SCHEMA IF NOT EXISTS app')
    await knex.migrate.forceFreeMigrationsLock(settings)
    await knex.migrate.latest(settings)
  })
}
