import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../test/support/database/database.ts'
import { createWriteCheck } from './write-check.ts'

const full = () => Object.assign(new Error('could not extend file'), { code: '53100' })
const isFull = expect.stringContaining('The disk of PostgreSQL is full')

it('a disk with a little room counts as mended after two writes in a row, and not between', async () => {
  const { pool } = await createTestDatabase()
  const outcomes = ['refused', 'written', 'refused', 'written', 'written']
  const seen: (string | null)[] = []
  const check = createWriteCheck(pool, {
    every: 1,
    probe: async () => {
      seen.push(check.problem())
      if (outcomes.shift() === 'refused') throw full()
    },
  })
  onTestFinished(check.close)
  check.note(new Error('The connection was lost.'))
  expect(check.problem()).toBeNull()
  check.note(full())
  check.note(full())
  await expect.poll(check.problem).toBeNull()
  expect(seen).toEqual([isFull, isFull, isFull, isFull, isFull])
  expect(outcomes).toEqual([])
})

it('finds out by writing, and leaves nothing behind', async () => {
  const { pool } = await createTestDatabase()
  const check = createWriteCheck(pool, { every: 1 })
  onTestFinished(check.close)
  check.note(full())
  expect(check.problem()).toEqual(isFull)
  await expect.poll(check.problem).toBeNull()
  expect((await pool.query('SELECT FROM app.write_probes')).rowCount).toBe(0)
})
