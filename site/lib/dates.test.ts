import { expect, it } from 'vitest'
import { clockTime, dateAndTime, eventTime, publicDate, shortDate } from './dates.ts'

const timestamp = new Date(2025, 7, 1, 9, 5).toISOString()

it('writes dates as the spec does (§9), in the reader’s time zone', () => {
  expect(shortDate(timestamp)).toBe('Aug 1, 2025')
  expect(dateAndTime(timestamp)).toBe('Aug 1, 2025 9:05 AM')
  expect(dateAndTime(new Date(2025, 11, 24, 0, 30).toISOString())).toBe('Dec 24, 2025 12:30 AM')
})

it('writes public dates in the time zone of the campaign', () => {
  expect(publicDate('2025-08-01T03:59:00.000Z')).toBe('Jul 31, 2025')
})

it('writes the time of an event, or that it is to be decided', () => {
  expect(clockTime('18:30')).toBe('6:30 PM')
  expect(eventTime({ startTime: null, endTime: null })).toBe('Time TBD')
})
