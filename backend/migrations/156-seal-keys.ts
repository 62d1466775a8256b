import type { Knex } from 'knex'

/**
 * A seal may announce the key that signs from it on (decision 0052). The index finds it without reading the whole
 * chain.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE eventlog.seals ADD COLUMN public_key bytea;
    CREATE INDEX seals_public_keys ON eventlog.seals (seq) WHERE public_key IS NOT NULL;
  `)
}
