import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'

it('has the technical schema after migration', async () => {
  const { knex } = await createTestDatabase()
  const { rows } = await knex.raw("select 1 as found from information_schema.schemata where schema_name = 'app'")
  expect(rows).toEqual([{ found: 1 }])
})
