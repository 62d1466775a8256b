import { expect, it, onTestFinished } from 'vitest'
import { createEmptyDatabase, createTestDatabase } from '../../test/support/database/database.ts'
import { connectionWith } from './connect.ts'

it('has the technical schema after migration', async () => {
  const { knex } = await createTestDatabase()
  const { rows } = await knex.raw("select 1 as found from information_schema.schemata where schema_name = 'app'")
  expect(rows).toEqual([{ found: 1 }])
})

it('compiles no statement, whatever the server would do', async () => {
  const { pool, knex } = await createEmptyDatabase()
  const own = connectionWith(pool, { synchronous_commit: 'off' })
  onTestFinished(() => own.end())
  const asked = 'SHOW jit'
  const answers = await Promise.all([pool.query(asked), own.query(asked), knex.raw(asked)])
  expect(answers.map(({ rows }) => rows)).toEqual([[{ jit: 'off' }], [{ jit: 'off' }], [{ jit: 'off' }]])
})
