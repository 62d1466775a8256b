import { expect, it } from 'vitest'
import { plainEvent } from '../../../../test/support/log/recorded.ts'
import { createAllReader, type ReadPage } from './all-reader.ts'

/** A log of 20,000 events of ours, with as much data in each. */
function logOf(characters: number) {
  const all = Array.from({ length: 20_000 }, (_, index) => {
    const position = String(index + 1)
    return { ...plainEvent(index), data: 'x'.repeat(characters), stream: 'prayer-1', revision: index, position }
  })
  const sizes: number[] = []
  const readPage: ReadPage = async (_direction, from, maxCount) => {
    sizes.push(maxCount)
    const start = from === null ? 0 : Number(from) - 1
    const own = all.slice(start, start + maxCount)
    return { own, last: own.at(-1)?.position ?? null, count: own.length }
  }
  return { readPage, sizes }
}

async function readWhole(characters: number) {
  const { readPage, sizes } = logOf(characters)
  const { readAfter } = createAllReader(readPage)
  const positions: string[] = []
  for (;;) {
    const events = await readAfter(positions.at(-1) ?? null, 1000)
    if (events.length === 0) break
    positions.push(...events.map(({ position }) => position))
  }
  expect(positions).toEqual(Array.from({ length: 20_000 }, (_, index) => String(index + 1)))
  return sizes
}

it('reads a whole log in few large pages, since each begins with a pause', async () => {
  expect((await readWhole(100)).length).toBeLessThan(15)
})

it('keeps the pages small where events are large', async () => {
  expect(Math.max(...(await readWhole(10_000)))).toBe(1021)
})
