import { expect, it } from 'vitest'
import { calendarOf, changedEvent, whenOf } from './campaign-calendar.ts'

const change = {
  id: 1,
  uid: '0190f0c0-0000-7000-8000-000000000001',
  sequence: 0,
  changedAt: '2026-09-01T12:00:00.000Z',
}
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

it('gives calendar programs local times, an end two hours later where none is known, and the same UID at any address', () => {
  const event = changedEvent({ ...words, eventDate: '2026-10-31', startTime: '18:30', endTime: null }, change)
  const files = ['https://one.example', 'https://two.example'].map((siteUrl) => calendarOf([event], siteUrl))
  for (const file of files) {
    expect(file).toContain('\r\nDTSTART;TZID=America/Indiana/Indianapolis:20261031T183000\r\n')
    expect(file).toContain('\r\nDTEND;TZID=America/Indiana/Indianapolis:20261031T203000\r\n')
    expect(file).toContain(`\r\nUID:${change.uid}\r\n`)
    expect(file).not.toContain('REFRESH-INTERVAL')
  }
})
