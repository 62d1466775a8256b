import { expect, it } from 'vitest'
import { clockTime, eventTime, publicDate } from './dates.ts'

it('writes public dates in the time zone of the campaign', () => {
  expect(publicDate('2025-08-01T03:59:00.000Z')).toBe('Jul 31, 2025')
})

it('writes the time of an event, or that it is to be decided', () => {
  expect(clockTime('18:30')).toBe('6:30 PM')
  expect(eventTime({ startTime: null, endTime: null })).toBe('Time TBD')
})
