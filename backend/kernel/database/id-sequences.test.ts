import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/database.ts'
import { createIds } from './id-sequences.ts'

/** Of the tables that the migrations made. */
const sequences = ['prayer', 'endorsement', 'email_signup', 'user']

it('gives every caller a unique number across processes', async () => {
  const { pool } = await createTestDatabase()
  const processes = [createIds(pool, sequences), createIds(pool, sequences)]
  const drawn = await Promise.all(processes.flatMap((ids) => Array.from({ length: 32 }, () => ids.next('prayer'))))
  expect(new Set(drawn).size).toBe(64)
  expect(Math.min(...drawn)).toBe(1)
})

it('counts each sequence separately, also for simultaneous calls', async () => {
  const { pool } = await createTestDatabase()
  const ids = createIds(pool, sequences)
  const drawn = await Promise.all([
    ids.next('prayer'),
    ids.next('endorsement'),
    ids.next('email_signup'),
    ids.next('user'),
    ids.next('prayer'),
  ])
  expect(drawn).toEqual([1, 1, 1, 1, 2])
})

it('queries the database once for simultaneous calls', async () => {
  const { pool } = await createTestDatabase()
  const ids = createIds(pool, sequences)
  await Promise.all(Array.from({ length: 32 }, () => ids.next('prayer')))
  // A single statement needs only one connection of the pool.
  expect(pool.totalCount).toBe(1)
})

it('increases with every call', async () => {
  const { pool } = await createTestDatabase()
  const ids = createIds(pool, sequences)
  const first = await ids.next('user')
  expect(await ids.next('user')).toBeGreaterThan(first)
})
