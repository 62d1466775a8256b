import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/database.ts'
import { withClient } from '../database/transaction.ts'
import { countsBy, type Table } from './projection.ts'
import { createTables } from './schema.ts'

const tables: { [name: string]: Table } = {
  stones: { columns: { id: 'integer', color: 'text' }, primaryKey: ['id'], countedIn: 'stone_counts' },
  stone_counts: countsBy({ color: 'text NOT NULL' }),
}

async function stones() {
  const { pool } = await createTestDatabase()
  await withClient(pool, (client) => createTables(client, 'quarry', tables))
  return {
    put: (id: number, color: string) =>
      pool.query(
        'INSERT INTO quarry.stones VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET id = excluded.id, color = excluded.color',
        [id, color],
      ),
    remove: (id: number) => pool.query('DELETE FROM quarry.stones WHERE id = $1', [id]),
    counts: async () => {
      const { rows } = await pool.query('SELECT color, row_count AS stones FROM quarry.stone_counts ORDER BY color')
      return rows
    },
    changes: async () => {
      const { rows } = await pool.query('SELECT coalesce(sum(changes), 0)::integer AS changes FROM app.row_changes')
      return rows[0].changes
    },
  }
}

it('counts the rows of each kind', async () => {
  const { put, remove, counts } = await stones()
  await put(1, 'gray')
  await put(2, 'gray')
  await put(3, 'red')
  expect(await counts()).toEqual([
    { color: 'gray', stones: 2 },
    { color: 'red', stones: 1 },
  ])
  await put(2, 'red')
  await remove(1)
  expect(await counts()).toEqual([{ color: 'red', stones: 2 }])
})

it('counts an upsert as one change, and a statement that changed no row as none', async () => {
  const { put, remove, changes } = await stones()
  await put(1, 'gray')
  expect(await changes()).toBe(1)
  await put(1, 'red')
  expect(await changes()).toBe(2)
  await remove(2)
  expect(await changes()).toBe(2)
})
