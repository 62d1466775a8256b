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
  const written: number[] = []
  const pace = {
    letOthersFirst,
    isAlone: () => isAlone,
    rowsAtOnce: () => 40,
    wrote: (rows: number) => void written.push(rows),
  }
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
  return { begun, prepared, written, write: gate.resolve, over: runner.run(tasks), done: runner.done }
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
  const { begun, prepared, written, write, over } = run({
    reached(position) {
      asked.push(position)
      return shown.promise
    },
  })
  write()
  await nextTurn()
  expect(asked).toEqual(['37'])
  expect(begun).toHaveLength(38)
  expect(prepared).toEqual(Array.from({ length: 38 }, (_, n) => n + 38))
  expect(written).toEqual([])
  shown.resolve(true)
  await over
  expect(begun).toHaveLength(300)
  expect(written).toEqual([38, 38, 38, 38, 37, 37, 37, 37])
})

it('alone, begins a batch before the read model shows the one before', async () => {
  const { begun, write } = run({ isAlone: true, reached: () => new Promise(() => {}) })
  write()
  await nextTurn()
  expect(begun).toHaveLength(300)
})

it.each([
  ['few rows of about one number, since others may come', false, true, 38],
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
