import { expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase, createTestDatabase } from '../../../test/support/database/database.ts'
import { connect, connectionWith } from './connect.ts'
import { rejectSharedSessions } from './session-check.ts'

it('has the technical schema after migration', async () => {
  const { knex } = await createTestDatabase()
  const { rows } = await knex.raw("select 1 as found from information_schema.schemata where schema_name = 'app'")
  expect(rows).toEqual([{ found: 1 }])
})

it('reads times and days the same, whatever the defaults of the database are', async () => {
  const { url, pool } = await createEmptyDatabase()
  const name = new URL(url).pathname.slice(1)
  for (const foreign of ["DateStyle = 'German, DMY'", "TimeZone = 'Asia/Kolkata'", "IntervalStyle = 'iso_8601'"])
    await pool.query(`ALTER DATABASE "${name}" SET ${foreign}`)
  const { pool: fresh, knex, close } = connect(url)
  const own = connectionWith(fresh, { synchronous_commit: 'off' })
  onTestFinished(async () => {
    await own.end()
    await close()
  })
  const asked = `SELECT '2026-11-03T18:30:00.250Z'::timestamptz AS at, '2026-11-03T23:30:00Z'::timestamptz::date::text AS day,
    '2026-11-03'::timestamptz::text AS spelled, (interval '90 minutes')::text AS span`
  const row = {
    at: '2026-11-03T18:30:00.250Z',
    day: '2026-11-03',
    spelled: '2026-11-03 00:00:00+00',
    span: '01:30:00',
  }
  const answers = await Promise.all([fresh.query(asked), own.query(asked), knex.raw(asked)])
  expect(answers.map(({ rows }) => rows)).toEqual([[row], [row], [row]])
  await expect(rejectSharedSessions(fresh)).resolves.toBeUndefined()
})

it('compiles no statement, whatever the server’s settings are', async () => {
  const { pool, knex } = await createEmptyDatabase()
  const own = connectionWith(pool, { synchronous_commit: 'off' })
  onTestFinished(() => own.end())
  const asked = 'SHOW jit'
  const answers = await Promise.all([pool.query(asked), own.query(asked), knex.raw(asked)])
  expect(answers.map(({ rows }) => rows)).toEqual([[{ jit: 'off' }], [{ jit: 'off' }], [{ jit: 'off' }]])
})
