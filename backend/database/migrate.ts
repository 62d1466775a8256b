import { readdir } from 'node:fs/promises'
import type { Knex } from 'knex'

type Migration = { up(knex: Knex): Promise<void> }

const folder = new URL('./migrations/', import.meta.url)
const lock = 7_265_628 // any number of our own

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
 * Brings the technical tables (schemas eventlog and app) up to date; forward only. Read tables belong to their
 * projections. Of several processes that start at once, one does it and the others wait: the advisory lock dies with
 * its connection, unlike knex's own, which a process killed in the middle leaves behind for ever.
 */
export async function migrate(knex: Knex): Promise<void> {
  await knex.transaction(async (holder) => {
    await holder.raw('SELECT pg_advisory_xact_lock(?)', [lock])
    await knex.raw('CREATE SCHEMA IF NOT EXISTS app')
    await knex.migrate.forceFreeMigrationsLock(settings)
    await knex.migrate.latest(settings)
  })
}
