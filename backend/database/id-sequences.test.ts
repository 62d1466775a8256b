import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database.ts'
import { createIds } from './id-sequences.ts'

it('gives each caller a number of its own, over all processes', async () => {
  const { pool } = await createTestDatabase()
  const processes = [createIds(pool), createIds(pool)]
  const drawn = await Promise.all(processes.flatMap((ids) => Array.from({ length: 32 }, () => ids.next('prayer'))))
  expect(new Set(drawn).size).toBe(64)
  expect(Math.min(...drawn)).toBe(1)
})

it('counts each kind by itself, also when they are asked for together', async () => {
  const { pool } = await createTestDatabase()
  const ids = createIds(pool)
  const drawn = await Promise.all([
    ids.next('prayer'),
    ids.next('endorsement'),
    ids.next('email_signup'),
    ids.next('user'),
    ids.next('prayer'),
  ])
  expect(drawn).toEqual([1, 1, 1, 1, 2])
})

it('asks the database once for calls made together', async () => {
  const { pool } = await createTestDatabase()
  const ids = createIds(pool)
  await Promise.all(Array.from({ length: 32 }, () => ids.next('prayer')))
  // One connection of the pool is enough when there is one statement.
  expect(pool.totalCount).toBe(1)
})

it('rises from call to call', async () => {
  const { pool } = await createTestDatabase()
  const ids = createIds(pool)
  const first = await ids.next('user')
  expect(await ids.next('user')).toBeGreaterThan(first)
})
