import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { Database } from '../../../backend/kernel/database/connect.ts'
import { createPool } from '../../../backend/kernel/database/pool.ts'
import { readTemplate } from './clean-database.ts'
import { asOwner, createProjectedDatabase, createTestDatabase, ownerUrlOf } from './database.ts'

/** A database that one test has used and returned, and the one that the next test gets. */
async function twice(use: (database: Database) => Promise<unknown>, create = createTestDatabase) {
  const cleanUps: (() => Promise<void>)[] = []
  const first = await create((cleanUp) => void cleanUps.push(cleanUp))
  await use(first)
  for (const cleanUp of cleanUps) await cleanUp()
  const second = await create()
  return { isSame: second.url === first.url, second }
}

/** Reads what the server may not. */
function ownerPool({ url }: Database): pg.Pool {
  // Its database may be dropped while it disconnects.
  const pool = createPool(ownerUrlOf(url), 1)
  onTestFinished(() => pool.end())
  return pool
}

describe('a database that another test has used', () => {
  it.each([
    ['template_migrated', createTestDatabase],
    ['template_projected', createProjectedDatabase],
  ] as const)('is like %s again: rows, few or many, and numbers', async (template, create) => {
    const { isSame, second } = await twice(async ({ pool }) => {
      await asOwner(
        pool,
        `
        INSERT INTO app.accounts (user_id, subject, email, email_hash, created_at)
          SELECT n, gen_random_uuid(), n || '@example.org', sha256(n::text::bytea), now() FROM generate_series(1, 1000) AS n;
        UPDATE eventlog.head SET position = 7;
        INSERT INTO app.knex_migrations (name, batch, migration_time) VALUES ('999-later.ts', 2, now());
        SELECT nextval('eventlog.prayer_id_seq')`,
      )
    }, create)
    expect(isSame).toBe(true)
    expect(await readTemplate(ownerPool(second))).toEqual(inject('templates')[template])
  })

  it.each([
    'CREATE TABLE app.more (id integer)',
    'DROP TABLE app.sessions CASCADE',
    'ALTER TABLE app.sessions RENAME TO sessions_before',
    'ALTER TABLE app.accounts ADD COLUMN more integer',
    'ALTER TABLE app.accounts RENAME COLUMN email TO address',
    'REVOKE UPDATE ON app.accounts FROM campaign_server',
    "DO $$ BEGIN EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database()); END $$",
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = 128', current_database()); END $$",
    'CREATE INDEX more ON app.accounts (email, user_id)',
    "CREATE FUNCTION app.more() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
    'CREATE TRIGGER more BEFORE UPDATE ON app.accounts FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    'ANALYZE app.knex_migrations',
  ])('is not used again after %s', async (sql) => {
    const { isSame, second } = await twice(({ pool }) => asOwner(pool, sql))
    expect(isSame).toBe(false)
    expect(await readTemplate(ownerPool(second))).toEqual(inject('templates').template_migrated)
  })

  it('is not used again while another session is connected', async () => {
    const { isSame } = await twice(async ({ url }) => {
      const client = new pg.Client(url)
      client.on('error', () => {})
      onTestFinished(() => client.end())
      await client.connect()
    })
    expect(isSame).toBe(false)
  })
})
