import { expect, it } from 'vitest'
import { createEmptyDatabase } from '../../../test/support/database/database.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

it('creates the tables once when several processes start at the same time on an empty database', async () => {
  const { url, pool } = await createEmptyDatabase()
  const starts = [1, 2, 3].map(async () => {
    const own = connect(url)
    await migrate(own.knex).finally(own.close)
  })
  await Promise.all(starts)
  const { rows } = await pool.query('SELECT count(*) = count(DISTINCT name) AS once FROM app.knex_migrations')
  expect(rows).toEqual([{ once: true }])
})

it('is not blocked by the lock of a process that was killed while migrating', async () => {
  const { knex, pool } = await createEmptyDatabase()
  await pool.query(`
    CREATE SCHEMA app
    CREATE TABLE knex_migrations_lock (index serial PRIMARY KEY, is_locked integer);
    INSERT INTO app.knex_migrations_lock (is_locked) VALUES (1)`)
  await migrate(knex)
  const { rows } = await pool.query('SELECT position FROM eventlog.head')
  expect(rows).toEqual([{ position: 0 }])
})

it('sends one query when all migrations have run, as at almost every start', async () => {
  const { knex } = await createEmptyDatabase()
  await migrate(knex)
  const asked: string[] = []
  knex.on('query', ({ sql }: { sql: string }) => asked.push(sql))
  await migrate(knex)
  expect(asked).toEqual(['SELECT name FROM app.knex_migrations'])
})

it('rejects a database that a later version has migrated', async () => {
  const { knex } = await createEmptyDatabase()
  await migrate(knex)
  await knex('app.knex_migrations').insert({ name: '999-later.ts', batch: 2 })
  await expect(migrate(knex)).rejects.toThrow(/999-later/)
})
