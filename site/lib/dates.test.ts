import { expect, it } from 'vitest'
import { calendarDay, clockTime, publicDate, publicDateAndTime, weekdayAndDate } from './dates.ts'

it('writes public dates in the time zone of the campaign', () => {
  expect(publicDate('2025-08-01T03:59:00.000Z')).toBe('Jul 31, 2025')
  expect(publicDateAndTime('2025-08-01T03:59:00.000Z')).toBe('Jul 31, 2025 11:59 PM EDT')
  expect(publicDateAndTime('2025-12-24T05:05:00.000Z')).toBe('Dec 24, 2025 12:05 AM EST')
})

it('writes a calendar day the same in every time zone', () => {
  expect(calendarDay('2026-05-09')).toBe('May 9')
  expect(weekdayAndDate('2026-11-07')).toBe('Saturday, Nov 7, 2026')
})

it('writes a time as on a poster', () => {
  expect(clockTime('18:30')).toBe('6:30 PM')
})
