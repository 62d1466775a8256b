import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { DomainError } from '../../kernel/eventlog/decider.ts'
import { createBatchRunner } from './row-batches.ts'

const compare = (a: string, b: string) => Number(a) - Number(b)
const nothing = async () => {}

function run({
  letOthersFirst = nothing,
  isAlone = false,
  isOneTransaction = true,
  reached = async (_position: string) => true,
}) {
  const begun: number[] = []
  const prepared: number[] = []
  const gate = Promise.withResolvers<void>()
  const log = { compare, ...(isOneTransaction && { readStreams: async () => [] }) }
  const pace = { letOthersFirst, isAlone: () => isAlone }
  const runner = createBatchRunner({ log, reached, pace }, () => false)
  const tasks = Array.from({ length: 300 }, (_, row) => ({
    async prepare() {
      prepared.push(row)
    },
    async write() {
      begun.push(row)
      await gate.promise
      if (row === 7) throw new DomainError('conflict', 'Someone else has written this row.')
      return String(row)
    },
  }))
  return { begun, prepared, write: gate.resolve, over: runner.run(tasks), done: runner.done }
}

it('begins a batch only while no command of another person is in progress', async () => {
  const others = Promise.withResolvers<void>()
  const { begun, write, over, done } = run({ letOthersFirst: () => others.promise })
  await nextTurn()
  expect(begun).toEqual([])
  others.resolve()
  write()
  await over
  expect(done).toEqual({ written: 299, skipped: 1 })
})

it('beside commands, begins a batch once the read model shows the one before, and prepares its rows until then', async () => {
  const shown = Promise.withResolvers<boolean>()
  const asked: string[] = []
  const { begun, prepared, write, over } = run({
    reached(position) {
      asked.push(position)
      return shown.promise
    },
  })
  write()
  await nextTurn()
  expect(asked).toEqual(['49'])
  expect(begun).toHaveLength(50)
  expect(prepared).toEqual(Array.from({ length: 50 }, (_, n) => n + 50))
  shown.resolve(true)
  await over
  expect(begun).toHaveLength(300)
})

it('alone, begins a batch before the read model shows the one before', async () => {
  const { begun, write } = run({ isAlone: true, reached: () => new Promise(() => {}) })
  write()
  await nextTurn()
  expect(begun).toHaveLength(300)
})

it.each([
  ['few rows of about one number, since others may come', false, true, 50],
  ['many rows while no other person gives commands', true, true, 250],
  ['fewer where each row is a transaction', true, false, 60],
])('a batch has %s', async (_, isAlone, isOneTransaction, size) => {
  const { begun, write, over } = run({ isAlone, isOneTransaction })
  await nextTurn()
  expect(begun).toHaveLength(size)
  write()
  await over
  expect(begun).toHaveLength(300)
})
