import { expect, it } from 'vitest'
import { changedEvent, whenOf } from './campaign-calendar.ts'

const change = { id: 1, sequence: 0, changedAt: '2026-09-01T12:00:00.000Z' }
const words = { title: 'Rally', description: null, location: null }

const when = (eventDate: string, startTime: string | null, endTime: string | null = null) =>
  whenOf(changedEvent({ ...words, eventDate, startTime, endTime }, change))

it('says in mails when an event is, with the time zone once', () => {
  expect(when('2026-05-09', '18:30', '20:00')).toBe('Saturday, May 9, 2026, 6:30 PM to 8:00 PM EDT')
  expect(when('2026-05-09', '18:30')).toBe('Saturday, May 9, 2026, 6:30 PM EDT')
  expect(when('2026-05-09', null)).toBe('Saturday, May 9, 2026, time to be decided')
})

it('gives the date of an end on the next day, and both zones if the clocks change in between', () => {
  expect(when('2026-05-09', '20:30', '01:00')).toBe('Saturday, May 9, 2026, 8:30 PM to Sunday, May 10, 1:00 AM EDT')
  expect(when('2026-10-31', '22:00', '02:30')).toBe(
    'Saturday, October 31, 2026, 10:00 PM EDT to Sunday, November 1, 2:30 AM EST',
  )
})
