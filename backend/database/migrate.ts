import { readdir } from 'node:fs/promises'
import type { Knex } from 'knex'

type Migration = { up(knex: Knex): Promise<void> }

const folder = new URL('./migrations/', import.meta.url)

/** Brings the technical tables (schemas eventlog and app) up to date; forward only. Read tables belong to their projections. */
export async function migrate(knex: Knex): Promise<void> {
  await knex.raw('CREATE SCHEMA IF NOT EXISTS app')
  await knex.migrate.latest({
    schemaName: 'app',
    migrationSource: {
      getMigrations: async () => (await readdir(folder)).filter((name) => /^\d{3}-.*\.ts$/.test(name)).sort(),
      getMigrationName: (name: string) => name,
      getMigration: async (name: string) => {
        const { up }: Migration = await import(new URL(name, folder).href)
        return { up, down: async () => {} }
      },
    },
  })
}
