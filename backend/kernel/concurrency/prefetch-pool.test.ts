import { expect, it, vi } from 'vitest'
import { pollTimeout } from '../../../test/support/run/timeouts.ts'
import { createPrefetchPool } from './prefetch-pool.ts'

/** Draws 1, 2, 3, …; `draws` records how many were drawn each time. */
function createCounter({ maxAge }: { maxAge?: number } = {}) {
  let last = 0
  let time = 0
  const draws: number[] = []
  const make = async (count: number) => {
    draws.push(count)
    return Array.from({ length: count }, () => ++last)
  }
  const take = createPrefetchPool(make, { now: () => time, ...(maxAge !== undefined && { maxAge }) })
  const takeMany = (count: number) => Promise.all(Array.from({ length: count }, take))
  return { take, takeMany, draws, pass: (ms: number) => (time += ms) }
}

it('an occasional single call draws one item', async () => {
  const { take, draws, pass } = createCounter()
  expect(await take()).toBe(1)
  pass(1000)
  expect(await take()).toBe(2)
  expect(draws).toEqual([1, 1])
})

it('under load it prefetches, refills before it runs out, and returns items in order', async () => {
  const { takeMany, draws } = createCounter()
  expect(await takeMany(2)).toEqual([1, 2])
  expect(await takeMany(2)).toEqual([3, 4])
  expect(await takeMany(6)).toEqual([5, 6, 7, 8, 9, 10])
  await vi.waitFor(() => expect(draws).toEqual([2, 8, 8]), pollTimeout)
  expect(await takeMany(4)).toEqual([11, 12, 13, 14])
})

it('prefetched items are dropped once they are too old', async () => {
  const { takeMany, take, pass } = createCounter()
  await takeMany(1)
  await takeMany(1)
  pass(1000)
  expect(await take()).toBe(6)
})

it('items without a maximum age stay until they are taken', async () => {
  const { takeMany, take, pass } = createCounter({ maxAge: Number.POSITIVE_INFINITY })
  await takeMany(1)
  await takeMany(1)
  pass(1_000_000)
  expect(await take()).toBe(3)
})
