import { expect, it, vi } from 'vitest'
import { createTestApp } from '../../../test/support/app/app.ts'
import { asOwner, createTestDatabase } from '../../../test/support/database/database.ts'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'
import { erasePerson } from '../../commands/users/erasures.ts'
import { systemContext } from '../eventlog/command-context.ts'
import type { Database } from './connect.ts'
import { requestVacuum, vacuumAfterErasure } from './erasure-vacuum.ts'

/** Old versions of rows that are still in the table. */
async function deadRows({ pool }: Database, table: string): Promise<number> {
  await asOwner(pool, 'CREATE EXTENSION IF NOT EXISTS pgstattuple')
  const { rows } = await asOwner(pool, `SELECT dead_tuple_count AS dead FROM pgstattuple('${table}')`)
  return rows[0]?.dead ?? -1
}

const isDue = async ({ pool }: Database) => (await pool.query('SELECT FROM app.due_vacuum')).rowCount === 1

it('runs after an erasure, and leaves no old version of what the person wrote', async () => {
  const app = await createTestApp({ identity: 'real', log: 'postgres', runs: 'everything' })
  const { http, database } = app
  const headers = { 'sec-fetch-site': 'same-origin' }
  const payload = { prayer: 'For rain.', firstName: 'Ruth', email: 'ruth@example.org' }
  expect((await http.inject({ method: 'POST', url: '/api/prayers', headers, payload })).statusCode).toBe(201)
  await vi.waitFor(async () => expect((await database.knex('read.prayers')).length).toBe(1), pollTimeout)
  await database.pool.query('ALTER TABLE read.prayers SET (autovacuum_enabled = false)')
  expect(await isDue(database)).toBe(false)
  const subject = await app.core.subjects.find('ruth@example.org')
  await erasePerson(app.erasing, { subject: subject ?? '' }, systemContext())
  await vi.waitFor(async () => {
    expect(await isDue(database)).toBe(true)
    expect(await database.knex('read.prayers').select('email')).toEqual([{ email: null }])
  }, pollTimeout)
  expect(await deadRows(database, 'read.prayers')).toBeGreaterThan(0)
  await vacuumAfterErasure(database.pool, 0)
  expect(await deadRows(database, 'read.prayers')).toBe(0)
})

it('runs again until the tables have followed, and until no older transaction can see the old rows', async () => {
  const database = await createTestDatabase()
  const { pool } = database
  expect(await vacuumAfterErasure(pool)).toBe(true)
  await asOwner(
    pool,
    `CREATE TABLE app.words (words text PRIMARY KEY) WITH (autovacuum_enabled = false);
     ALTER TABLE app.words OWNER TO campaign_server`,
  )
  await pool.query(`INSERT INTO app.words SELECT 'Ruth ' || n FROM generate_series(1, 100) AS n`)
  const reader = await pool.connect()
  try {
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await reader.query('SELECT FROM app.words')
    await pool.query(`UPDATE app.words SET words = 'erased ' || words`)
    await requestVacuum(pool)
    expect([await vacuumAfterErasure(pool, 0), await isDue(database)]).toEqual([false, true])
    expect(await deadRows(database, 'app.words')).toBe(100)
    await reader.query('COMMIT')
  } finally {
    reader.release()
  }
  expect([await vacuumAfterErasure(pool), await isDue(database)]).toEqual([false, true])
  await pool.query(`UPDATE app.due_vacuum SET requested_at = now() - interval '1 minute'`)
  expect([await vacuumAfterErasure(pool), await isDue(database)]).toEqual([true, false])
  expect(await deadRows(database, 'app.words')).toBe(0)
})
