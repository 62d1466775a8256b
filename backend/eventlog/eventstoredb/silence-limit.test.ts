import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LogUnavailable } from '../event-log.ts'
import { createSilenceLimit, type Listening } from './silence-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const start = () => createSilenceLimit({ limit: 1000, most: 5000 })
const silent = () => new Promise<never>(() => {})
/** What became of it so far. */
function watched(call: Promise<unknown>) {
  const seen: unknown[] = []
  call.then(
    (answer) => seen.push(answer),
    (error) => seen.push(error),
  )
  return seen
}

it('gives up on a server that says nothing, and lets retries know', async () => {
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

it('waits for a busy server, which answers other calls meanwhile', async () => {
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

it('waits while a long read goes on', async () => {
  let heard = () => {}
  const reading = start()((listening) => {
    heard = listening.heard
    return silent()
  })
  const seen = watched(reading)
  for (let round = 0; round < 5; round++) {
    await vi.advanceTimersByTimeAsync(800)
    heard()
  }
  expect(seen).toEqual([])
  await vi.advanceTimersByTimeAsync(1200)
  expect(seen).toHaveLength(1)
})

it('does not wait for ever for an answer that was lost', async () => {
  const within = start()
  const seen = watched(within(silent))
  for (let round = 0; round < 7; round++) {
    await vi.advanceTimersByTimeAsync(800)
    await within(async () => 'another')
  }
  expect(seen).toHaveLength(1)
})
