import { describe, expect, it } from 'vitest'
import { metadata, plainEvent } from '../../../test/support/log/recorded.ts'
import type { EventLog } from './event-log.ts'
import { lagsBehind, secondsBehind } from './lag.ts'
import { createMemoryLog } from './memory.ts'

const now = Date.parse(metadata.at) + 5000

/** A log of 20 events, which counts what is read of it. */
async function counted() {
  const log = createMemoryLog()
  for (let n = 1; n <= 20; n++) await log.append(`prayer-${n}`, 'no-stream', [plainEvent(n)])
  let reads = 0
  const readNew: EventLog['readNew'] = (...asked) => {
    reads++
    return log.readNew(...asked)
  }
  return { log, readNew, reads: () => reads }
}

describe.each([
  ['whose positions reveal distances', true, 2],
  ['whose positions do not', false, 1],
])('in a log %s', (_kind, hasDistance, expected) => {
  it('readers at the end cost no read, and those behind it share as few as possible', async () => {
    const { log, readNew, reads } = await counted()
    const lagsOf = (positions: (string | null)[]) =>
      lagsBehind({ ...log, readNew, distance: hasDistance ? log.distance : undefined }, log.head, positions, now)
    expect(await lagsOf(['20', '20'])).toEqual([
      { events: 0, seconds: 0 },
      { events: 0, seconds: 0 },
    ])
    expect(reads()).toBe(0)
    expect(await lagsOf(['20', null, '17', '17'])).toEqual([
      { events: 0, seconds: 0 },
      { events: 20, seconds: 5 },
      { events: 3, seconds: 5 },
      { events: 3, seconds: 5 },
    ])
    expect(reads()).toBe(expected)
  })
})

it('the age comes from the first event that says when it was written', async () => {
  const log = createMemoryLog()
  await log.append('prayer-1', 'no-stream', [{ ...plainEvent(1), metadata: '' }, plainEvent(2)])
  const { distance, ...uncounted } = log
  expect(await lagsBehind(uncounted, log.head, [null], now)).toEqual([{ events: 2, seconds: 5 }])
  expect(distance).toBeDefined()
})

it('no lag is known while the log cannot be read', async () => {
  const log = createMemoryLog()
  const away = async () => {
    throw new Error('The log is away.')
  }
  expect(await lagsBehind(log, away, ['1'], now)).toEqual([{ events: null, seconds: null }])
  expect(await secondsBehind({ readNew: away }, null, now)).toBeNull()
})
