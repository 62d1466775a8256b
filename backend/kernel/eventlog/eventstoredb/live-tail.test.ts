import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RecordedEvent } from '../event-log.ts'
import { comparePositions } from './format.ts'
import { createLiveTail } from './live-tail.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const at = (place: number) => `${place}/${place}`
const event = (place: number): RecordedEvent => ({
  id: `event-${place}`,
  type: 'Noted',
  data: '{}',
  metadata: '{}',
  stream: `note-${place}`,
  revision: 0,
  position: at(place),
})

/** A tail of a log that ends at position 0, and the events that the server delivers to it. */
async function follow() {
  const delivered = new TransformStream<RecordedEvent[], RecordedEvent[]>(undefined, { highWaterMark: 100 })
  const writer = delivered.writable.getWriter()
  const tail = createLiveTail({
    head: async () => at(0),
    isEndAfter: async () => true,
    subscribe: () => delivered.readable.values(),
    compare: comparePositions,
    onMoved: () => {},
  })
  tail.start()
  await vi.advanceTimersByTimeAsync(0)
  return {
    tail,
    async deliver(place: number) {
      await writer.write([event(place)])
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

const placesIn = (events: readonly RecordedEvent[] | null) => events?.map(({ position }) => position)

it('returns together what is appended at the same time', async () => {
  const { tail, deliver } = await follow()
  const other = Promise.withResolvers<void>()
  tail.coalesceWith(other.promise)
  await deliver(1)
  const reading = tail.read(at(0), 10)
  await deliver(2)
  other.resolve()
  expect(placesIn(await reading)).toEqual([at(1), at(2)])
})

it('does not keep readers waiting for a slow append', async () => {
  const { tail, deliver } = await follow()
  tail.coalesceWith(new Promise(() => {}))
  await deliver(1)
  const reading = tail.read(at(0), 10)
  await vi.advanceTimersByTimeAsync(10)
  expect(placesIn(await reading)).toEqual([at(1)])
})

it('waits for what was appended as long as other events arrive before it', async () => {
  const { tail, deliver } = await follow()
  const arriving = tail.arrived('note-9', { revision: 0, position: at(9) }, 1)
  for (let place = 1; place <= 9; place++) {
    await vi.advanceTimersByTimeAsync(20)
    await deliver(place)
  }
  expect(placesIn(await arriving)).toEqual([at(9)])
})

it.each([
  ['nothing arrives', 1, 100],
  ['too much arrives before it', 20, 20],
])('asks the server when %s', async (_, deliveries, pause) => {
  const { tail, deliver } = await follow()
  const arriving = tail.arrived('note-99', { revision: 0, position: at(99) }, 1)
  for (let place = 1; place <= deliveries; place++) {
    await vi.advanceTimersByTimeAsync(pause)
    await deliver(place)
  }
  expect(await arriving).toBeNull()
})
