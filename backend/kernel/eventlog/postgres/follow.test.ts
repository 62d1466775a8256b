import { expect, it } from 'vitest'
import type { RecordedEvent } from '../event-log.ts'
import { createFollow } from './follow.ts'
import { createRecentEvents } from './recent-events.ts'

const event = (position: number): RecordedEvent => ({
  id: `id-${position}`,
  stream: 'prayer-1',
  revision: position,
  position: String(position),
  type: 'PrayerSubmitted',
  data: '{}',
  metadata: '{}',
})

function start({ isListening = true } = {}) {
  const log: RecordedEvent[] = []
  const clock = { now: 0 }
  let questions = 0
  const follow = createFollow({
    recent: createRecentEvents(),
    isListening: () => isListening,
    now: () => clock.now,
    async readAll(after, limit) {
      questions++
      return log.filter(({ position }) => Number(position) > Number(after)).slice(0, limit)
    },
  })
  const positions = async (after: string | null, limit = 100) =>
    (await follow.readNew(after, limit)).map(({ position }) => position)
  return { log, clock, follow, positions, questions: () => questions }
}

it('a dozen readers at the end cost one query in two seconds', async () => {
  const { clock, positions, questions } = start()
  for (clock.now = 0; clock.now < 6000; clock.now += 250)
    await Promise.all(Array.from({ length: 12 }, async () => expect(await positions(null)).toEqual([])))
  expect(questions()).toBe(3)
})

it('readers ask ten times a second while no notification can arrive', async () => {
  const { clock, positions, questions } = start({ isListening: false })
  for (clock.now = 0; clock.now < 1000; clock.now += 50) await positions(null)
  expect(questions()).toBe(10)
})

it('reads another process’s events once per notification', async () => {
  const { log, follow, positions, questions } = start()
  await positions(null)
  log.push(event(1), event(2))
  follow.moved()
  expect(await positions(null)).toEqual(['1', '2'])
  expect(await positions(null)).toEqual(['1', '2'])
  expect(await positions('1')).toEqual(['2'])
  expect(questions()).toBe(2)
})

it('discards an end-of-log answer older than the last append', async () => {
  const { log, follow, positions } = start()
  const asked = positions(null)
  follow.moved()
  expect(await asked).toEqual([])
  log.push(event(1))
  expect(await positions(null)).toEqual(['1'])
})

it('a slow reader does not evict the newest events', async () => {
  const { log, positions, questions } = start()
  log.push(...Array.from({ length: 10 }, (_, index) => event(index + 1)))
  await positions('8')
  await positions('0', 5)
  const before = questions()
  expect(await positions('8')).toEqual(['9', '10'])
  expect(questions()).toBe(before)
  await positions('0', 5)
  expect(questions()).toBe(before + 1)
})
