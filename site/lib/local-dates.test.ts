import { expect, it } from 'vitest'
import { dateAndTime, dayAndTime, shortDate } from './local-dates.ts'

const timestamp = new Date(2025, 7, 1, 9, 5).toISOString()

it('writes dates as the spec does (§9), in the reader’s time zone', () => {
  expect(shortDate(timestamp)).toBe('Aug 1, 2025')
  expect(dateAndTime(timestamp)).toBe('Aug 1, 2025 9:05 AM')
  expect(dateAndTime(new Date(2025, 11, 24, 0, 30).toISOString())).toBe('Dec 24, 2025 12:30 AM')
  expect(dayAndTime(new Date(2025, 7, 1, 21, 5).toISOString())).toBe('Aug 1, 21:05')
})
