import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LogUnavailable } from '../event-log.ts'
import { createInactivityTimeout, type Listening } from './inactivity-timeout.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const start = () => createInactivityTimeout({ limit: 1000, max: 5000 })
const silent = () => new Promise<never>(() => {})
/** The state of the call so far. */
function watched(call: Promise<unknown>) {
  const seen: unknown[] = []
  call.then(
    (answer) => seen.push(answer),
    (error) => seen.push(error),
  )
  return seen
}

it('gives up on a silent server, and tells retries to continue', async () => {
  const calls: Listening[] = []
  const seen = watched(
    start()((listening) => {
      calls.push(listening)
      return silent()
    }),
  )
  await vi.advanceTimersByTimeAsync(900)
  expect(seen).toEqual([])
  expect(calls).toMatchObject([{ isOver: false }])
  await vi.advanceTimersByTimeAsync(200)
  expect(seen).toEqual([new LogUnavailable('EventStoreDB did not answer within 1 s. Please try again.')])
  expect(calls).toMatchObject([{ isOver: true }])
})

it('waits for a busy server that answers other calls', async () => {
  const within = start()
  const answer = Promise.withResolvers<string>()
  const seen = watched(within(() => answer.promise))
  for (let round = 0; round < 5; round++) {
    await vi.advanceTimersByTimeAsync(800)
    await within(async () => 'another')
  }
  expect(seen).toEqual([])
  answer.resolve('late')
  await vi.advanceTimersByTimeAsync(0)
  expect(seen).toEqual(['late'])
})

it('waits while a long read is still arriving', async () => {
  let touch = () => {}
  const reading = start()((listening) => {
    touch = listening.touch
    return silent()
  })
  const seen = watched(reading)
  for (let round = 0; round < 5; round++) {
    await vi.advanceTimersByTimeAsync(800)
    touch()
  }
  expect(seen).toEqual([])
  await vi.advanceTimersByTimeAsync(1200)
  expect(seen).toHaveLength(1)
})

it('does not wait forever for a lost answer', async () => {
  const within = start()
  const seen = watched(within(silent))
  for (let round = 0; round < 7; round++) {
    await vi.advanceTimersByTimeAsync(800)
    await within(async () => 'another')
  }
  expect(seen).toHaveLength(1)
})
