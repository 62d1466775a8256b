import { expect, it } from 'vitest'
import type { Position, RecordedEvent } from '../eventlog/event-log.ts'
import { createBoundedReader } from './bounded-reader.ts'

/** A log of events with this much JSON each; `reads` are the positions from which it was read. */
function logOf(sizes: readonly number[]) {
  const reads: (Position | null)[] = []
  const events = sizes.map(
    (size, index): RecordedEvent => ({
      id: `id-${index}`,
      type: 'BlockWritten',
      data: 'x'.repeat(size),
      metadata: '{}',
      stream: 'blocks',
      revision: index,
      position: String(index + 1),
    }),
  )
  const reader = createBoundedReader(async (after, limit) => {
    reads.push(after)
    return events.slice(Number(after ?? 0), Number(after ?? 0) + limit)
  })
  return { reader, reads }
}

async function sizesOfAll(reader: ReturnType<typeof createBoundedReader>) {
  const sizes: number[] = []
  for (let after: Position | null = null; ; ) {
    const batch = await reader(after)
    const last = batch.at(-1)
    if (!last) return sizes
    sizes.push(batch.length)
    after = last.position
  }
}

it('reads small events a thousand at a time', async () => {
  const { reader, reads } = logOf(Array.from({ length: 2500 }, () => 500))
  expect(await sizesOfAll(reader)).toEqual([1000, 1000, 500])
  expect(reads).toEqual([null, '1000', '2000', '2500'])
})

it('divides large events into batches of a megabyte, and reads none of them twice', async () => {
  const { reader, reads } = logOf(Array.from({ length: 50 }, () => 90_000))
  expect(await sizesOfAll(reader)).toEqual([11, 11, 11, 11, 6])
  expect(reads).toEqual([null, '50'])
})

it('gives one event that is larger than a batch', async () => {
  const { reader } = logOf([10, 3_000_000, 10])
  expect(await sizesOfAll(reader)).toEqual([1, 1, 1])
})

it('reads again from a position that it did not reach', async () => {
  const { reader, reads } = logOf(Array.from({ length: 50 }, () => 90_000))
  await reader(null)
  expect((await reader('3')).map(({ position }) => position)).toEqual([
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
    '11',
    '12',
    '13',
    '14',
  ])
  expect(reads).toEqual([null, '3'])
})
