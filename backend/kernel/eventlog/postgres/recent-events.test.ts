import { expect, it } from 'vitest'
import { createRecentEvents } from './recent-events.ts'

const event = (position: number) => ({
  id: `id-${position}`,
  stream: 'prayer-1',
  revision: position,
  position: String(position),
  type: 'PrayerSubmitted',
  data: '{}',
  metadata: '{}',
})
const positions = (events: readonly { position: string }[]) => events.map(({ position }) => position)

it('recent events follow a position without a gap, up to the limit', () => {
  const recent = createRecentEvents()
  recent.keep([event(5), event(6), event(8)])
  expect(positions(recent.after('4', 10))).toEqual(['5', '6'])
  expect(positions(recent.after('4', 1))).toEqual(['5'])
  expect(recent.after('6', 10)).toEqual([])
  expect(positions(recent.after('7', 10))).toEqual(['8'])
  expect(recent.after(null, 10)).toEqual([])
})

it('recent events include the first one of an empty log', () => {
  const recent = createRecentEvents()
  recent.keep([event(1)])
  expect(positions(recent.after(null, 10))).toEqual(['1'])
})

it('recent events are limited: the oldest are dropped first, and all of them when in doubt', () => {
  const recent = createRecentEvents({ size: 2 })
  recent.keep([event(1), event(2), event(3)])
  expect(recent.after(null, 10)).toEqual([])
  expect(positions(recent.after('1', 10))).toEqual(['2', '3'])
  recent.keep([event(1)])
  expect(positions(recent.after('1', 10))).toEqual(['2', '3'])
  recent.clear()
  expect(recent.after('1', 10)).toEqual([])
})
