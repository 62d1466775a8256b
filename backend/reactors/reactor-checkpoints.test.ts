import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/support/database/database.ts'
import { createLease, type Lease, LeaseLost } from '../kernel/database/lease.ts'
import { createMemoryLog } from '../kernel/eventlog/memory.ts'
import { createReactorCheckpoints } from './reactor-checkpoints.ts'

const names = Array.from({ length: 12 }, (_, nth) => `reactor ${nth}`)

async function opened() {
  const { pool } = await createTestDatabase()
  const lease = createLease({ pool, name: 'reactors' })
  await lease.acquire()
  let statements = 0
  const counting: Lease = {
    ...lease,
    unit(work) {
      statements++
      return lease.unit(work)
    },
    transaction: (work) => lease.transaction(work),
  }
  const checkpoints = createReactorCheckpoints({ log: createMemoryLog(), pool, lease: counting })
  for (const name of names) await checkpoints.open({ name, from: 'start' })
  return {
    pool,
    checkpoints,
    statements: () => statements,
    moveAll: () => Promise.all(names.map((name, nth) => checkpoints.move({ name }, String(nth + 1)))),
  }
}

it('saves the positions of one moment together', async () => {
  const { checkpoints, statements, moveAll } = await opened()
  await moveAll()
  expect(statements()).toBe(1)
  const saved = await checkpoints.read(names)
  expect(saved.map(({ position }) => position)).toEqual(names.map((_, nth) => String(nth + 1)))
})

it('saves none of them once another process holds the lease', async () => {
  const { pool, checkpoints, moveAll } = await opened()
  await pool.query('UPDATE app.leases SET epoch = epoch + 1')
  await expect(moveAll()).rejects.toBeInstanceOf(LeaseLost)
  const saved = await checkpoints.read(names)
  expect(saved.map(({ position }) => position)).toEqual(names.map(() => null))
})
