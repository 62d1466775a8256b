import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { DomainError } from '../../domain/decider.ts'
import { createBatchRunner } from './row-batches.ts'

const compare = (a: string, b: string) => Number(a) - Number(b)
const nothing = async () => {}

function run({ wait = nothing, idleFor = 0, isOneTransaction = true }) {
  const begun: number[] = []
  const gate = Promise.withResolvers<void>()
  const log = { compare, ...(isOneTransaction && { readStreams: async () => [] }) }
  const runner = createBatchRunner(
    { log, reached: async () => true, others: { wait, idleFor: () => idleFor } },
    () => false,
  )
  const tasks = Array.from({ length: 300 }, (_, row) => async () => {
    begun.push(row)
    await gate.promise
    if (row === 7) throw new DomainError('conflict', 'Someone else has written this row.')
    return String(row)
  })
  return { begun, write: gate.resolve, over: runner.run(tasks), done: runner.done }
}

it('begins a batch only while no command of another person is in progress', async () => {
  const others = Promise.withResolvers<void>()
  const { begun, write, over, done } = run({ wait: () => others.promise })
  await nextTurn()
  expect(begun).toEqual([])
  others.resolve()
  write()
  await over
  expect(done).toEqual({ written: 299, skipped: 1 })
})

it.each([
  ['few rows, since others may come', 0, true, 30],
  ['many rows while no other person gives commands', 60_000, true, 250],
  ['fewer where each row is a transaction', 60_000, false, 60],
])('a batch has %s', async (_, idleFor, isOneTransaction, size) => {
  const { begun, write, over } = run({ idleFor, isOneTransaction })
  await nextTurn()
  expect(begun).toHaveLength(size)
  write()
  await over
  expect(begun).toHaveLength(300)
})
