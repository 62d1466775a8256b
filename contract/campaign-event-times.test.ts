import { describe, expect, it } from 'vitest'
import { createCampaignClock, type Schedule } from './campaign-event-times.ts'

const clock = createCampaignClock('America/Indiana/Indianapolis')

const evening: Schedule = { eventDate: '2026-05-09', startTime: '18:30', endTime: '20:00' }
const span = (schedule: Schedule) => {
  const { startsAt, endsAt } = clock.spanOf(schedule)
  return [startsAt.toISOString(), endsAt.toISOString()]
}
const statusAt = (now: string, schedule: Schedule = evening, isCancelled = false) =>
  clock.statusOf({ ...schedule, isCancelled }, new Date(now))

describe('the span of an event', () => {
  it('uses the campaign’s time zone, in summer and in winter', () => {
    expect(span(evening)).toEqual(['2026-05-09T22:30:00.000Z', '2026-05-10T00:00:00.000Z'])
    expect(span({ ...evening, eventDate: '2026-12-09' })).toEqual([
      '2026-12-09T23:30:00.000Z',
      '2026-12-10T01:00:00.000Z',
    ])
  })

  it('is the whole day without times', () => {
    expect(span({ eventDate: '2026-05-09', startTime: null, endTime: null })).toEqual([
      '2026-05-09T04:00:00.000Z',
      '2026-05-10T04:00:00.000Z',
    ])
  })

  it('lasts until midnight without an end', () => {
    expect(span({ ...evening, endTime: null })).toEqual(['2026-05-09T22:30:00.000Z', '2026-05-10T04:00:00.000Z'])
  })

  it.each(['00:00', '01:15', '18:30'])('extends into the next day when it ends at %s', (endTime) => {
    const [, endsAt] = span({ ...evening, endTime })
    const [hour = '', minute = ''] = endTime.split(':')
    expect(endsAt).toBe(new Date(Date.UTC(2026, 4, 10, Number(hour) + 4, Number(minute))).toISOString())
  })

  it('starts at midnight if specified, also at the end of a year', () => {
    expect(span({ eventDate: '2026-12-31', startTime: '00:00', endTime: '23:59' })).toEqual([
      '2026-12-31T05:00:00.000Z',
      '2027-01-01T04:59:00.000Z',
    ])
  })

  it('has 23 hours on the day the clocks go forward and 25 on the day they go back', () => {
    const hours = (eventDate: string) => {
      const { startsAt, endsAt } = clock.spanOf({ eventDate, startTime: null, endTime: null })
      return (endsAt.getTime() - startsAt.getTime()) / 3_600_000
    }
    expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-03-09')]).toEqual([23, 25, 24])
  })

  it('moves a skipped time an hour later, and uses the first of an ambiguous time', () => {
    expect(span({ eventDate: '2026-03-08', startTime: '02:30', endTime: '03:45' })).toEqual([
      '2026-03-08T07:30:00.000Z',
      '2026-03-08T07:45:00.000Z',
    ])
    expect(span({ eventDate: '2026-11-01', startTime: '01:30', endTime: '03:00' })).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T08:00:00.000Z',
    ])
  })
})

describe('the status of an event', () => {
  it.each([
    ['2026-05-09T22:29:59.999Z', 'upcoming'],
    ['2026-05-09T22:30:00.000Z', 'ongoing'],
    ['2026-05-09T23:59:59.999Z', 'ongoing'],
    ['2026-05-10T00:00:00.000Z', 'completed'],
  ])('at %s is %s', (now, status) => expect(statusAt(now)).toBe(status))

  it('is cancelled whatever the time', () => {
    for (const now of ['2026-01-01T00:00:00Z', '2026-05-09T23:00:00Z', '2027-01-01T00:00:00Z'])
      expect(statusAt(now, evening, true)).toBe('cancelled')
  })

  it('of an event past midnight is ongoing until its end', () => {
    const late = { ...evening, endTime: '01:00' }
    expect(statusAt('2026-05-10T04:59:00Z', late)).toBe('ongoing')
    expect(statusAt('2026-05-10T05:00:00Z', late)).toBe('completed')
  })
})

it.each([
  ['America/Indiana/Indianapolis', '2026-10-02T22:30:00.000Z', '2026-10-02T18:30:00-04:00'],
  ['America/Indiana/Indianapolis', '2027-02-11T01:30:00.750Z', '2027-02-10T20:30:00-05:00'],
  // The two times that the clock shows on the night it is set back.
  ['America/Indiana/Indianapolis', '2026-11-01T05:30:00.000Z', '2026-11-01T01:30:00-04:00'],
  ['America/Indiana/Indianapolis', '2026-11-01T06:30:00.000Z', '2026-11-01T01:30:00-05:00'],
  ['America/St_Johns', '2026-12-31T23:00:00.000Z', '2026-12-31T19:30:00-03:30'],
  ['Pacific/Guam', '2026-12-31T23:00:00.000Z', '2027-01-01T09:00:00+10:00'],
  ['UTC', '2026-12-31T23:00:00.000Z', '2026-12-31T23:00:00+00:00'],
])('gives the local time with its offset: %s, %s', (timeZone, instant, local) => {
  expect(createCampaignClock(timeZone).localTimeOf(new Date(instant))).toBe(local)
  expect(Math.abs(Date.parse(local) - Date.parse(instant))).toBeLessThan(1000)
})

it('gives the date in the campaign’s time zone', () => {
  expect(clock.dateAt(new Date('2026-05-10T03:59:00Z'))).toBe('2026-05-09')
  expect(clock.dateAt(new Date('2026-05-10T04:00:00Z'))).toBe('2026-05-10')
})
