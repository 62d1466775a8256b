import { expect, it } from 'vitest'
import { asOwner, createTestDatabase } from '../../../test/support/database/database.ts'
import { deadRows, isVacuumDue } from '../../../test/support/database/dead-rows.ts'
import { requestVacuum, vacuumAfterErasure } from './erasure-vacuum.ts'

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
    expect([await vacuumAfterErasure(pool, 0), await isVacuumDue(database)]).toEqual([false, true])
    expect(await deadRows(database, 'app.words')).toBe(100)
    await reader.query('COMMIT')
  } finally {
    reader.release()
  }
  expect([await vacuumAfterErasure(pool), await isVacuumDue(database)]).toEqual([false, true])
  await pool.query(`UPDATE app.due_vacuum SET requested_at = now() - interval '1 minute'`)
  expect([await vacuumAfterErasure(pool), await isVacuumDue(database)]).toEqual([true, false])
  expect(await deadRows(database, 'app.words')).toBe(0)
})
