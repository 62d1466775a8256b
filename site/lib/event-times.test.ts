import { expect, it } from 'vitest'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { eventTime, machineEnd, machineStart } from './event-times.ts'

function event(eventDate: string, startTime: string | null, endTime: string | null = null) {
  const { startsAt, endsAt } = campaignClock.spanOf({ eventDate, startTime, endTime })
  return { eventDate, startTime, endTime, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}

it('shows the hours of an event with the name of their time zone', () => {
  expect(eventTime(event('2026-10-02', '18:30', '20:00'))).toBe('6:30 PM – 8:00 PM EDT')
  expect(eventTime(event('2026-12-02', '18:30', '20:00'))).toBe('6:30 PM – 8:00 PM EST')
  expect(eventTime(event('2026-10-02', '18:30'))).toBe('6:30 PM EDT')
  expect(eventTime(event('2026-10-02', null))).toBe('Time TBD')
})

it('names the time zone of both times when the clocks change between them', () => {
  expect(eventTime(event('2026-10-31', '22:00', '02:30'))).toBe('10:00 PM EDT – Nov 1, 2:30 AM EST')
})

it('shows the date of an end on the next day', () => {
  expect(eventTime(event('2027-02-10', '20:30', '01:00'))).toBe('8:30 PM – Feb 11, 1:00 AM EST')
  expect(eventTime(event('2026-12-31', '20:30', '00:00'))).toBe('8:30 PM – Jan 1, 12:00 AM EST')
})

it('gives machines the local time with its offset, or only the date', () => {
  const evening = event('2026-10-02', '18:30', '20:00')
  expect([machineStart(evening), machineEnd(evening)]).toEqual([
    '2026-10-02T18:30:00-04:00',
    '2026-10-02T20:00:00-04:00',
  ])
  const late = event('2027-02-10', '20:30', '01:00')
  expect([machineStart(late), machineEnd(late)]).toEqual(['2027-02-10T20:30:00-05:00', '2027-02-11T01:00:00-05:00'])
  const day = event('2027-02-11', null)
  expect([machineStart(day), machineEnd(day)]).toEqual(['2027-02-11', null])
})
