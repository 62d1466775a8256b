import { expect, it } from 'vitest'
import { createEmptyDatabase } from '../../../test/support/database/database.ts'
import { textArray } from './text-array.ts'

it('a text array reaches PostgreSQL unchanged', async () => {
  const { pool } = await createEmptyDatabase()
  const texts = ['', 'NULL', '{"a":"b\\\\c, d"}', '“ß🕊”', ' ', '{}', 'x'.repeat(100_000)]
  for (const array of [texts, []]) {
    const { rows } = await pool.query('SELECT $1::text[] AS array', [textArray(array)])
    expect(rows).toEqual([{ array }])
  }
})
