import { expect, it } from 'vitest'
import { rememberedMapping } from '../../backend/read-model/imports.ts'
import { createTestApp } from '../support/app/app.ts'

it('of more headings than are remembered, the latest stand', async () => {
  const { database } = await createTestApp()
  await database.pool.query(
    `INSERT INTO read.file_import_mappings (kind, heading, field, said_at)
     SELECT 'donations', 'Heading ' || n, 'email', '2026-01-01'::timestamptz + n * interval '1 second'
     FROM generate_series(1, 5010) AS n ORDER BY n % 7, n`,
  )
  const headings = new Set((await rememberedMapping(database.knex, 'donations')).map(([heading]) => heading))
  expect(headings.size).toBe(5000)
  expect([headings.has('Heading 10'), headings.has('Heading 11'), headings.has('Heading 5010')]).toEqual([
    false,
    true,
    true,
  ])
})
