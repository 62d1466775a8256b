import { describe, expect, it } from 'vitest'
import { type Calendar, type CalendarEntry, writeCalendar } from './icalendar.ts'

const rally: CalendarEntry = {
  uid: 'event-7@campaign.example',
  stamp: new Date('2026-03-01T12:00:00.000Z'),
  sequence: 3,
  organizer: { name: 'Campaign "A"', email: 'hello@campaign.example' },
  when: { startsAt: '2026-05-09T18:30:00', endsAt: '2026-05-09T20:00:00' },
  summary: 'Rally on the square',
  description: null,
  location: 'Lafayette',
  url: 'https://campaign.example/events/7',
  status: 'CONFIRMED',
}
const written = (entries: CalendarEntry[], how: Partial<Calendar> = {}) =>
  writeCalendar({ name: 'Campaign', timeZone: 'America/Phoenix', entries, ...how })
const unfolded = (text: string) => text.replaceAll('\r\n ', '')

it('is a calendar of events with CRLF line breaks', () => {
  expect(written([rally]).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Campaign site//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Campaign',
    'X-WR-TIMEZONE:America/Phoenix',
    'BEGIN:VTIMEZONE',
    'TZID:America/Phoenix',
    'BEGIN:STANDARD',
    'DTSTART:20250101T000000',
    'TZOFFSETFROM:-0700',
    'TZOFFSETTO:-0700',
    'TZNAME:MST',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:event-7@campaign.example',
    'DTSTAMP:20260301T120000Z',
    'SEQUENCE:3',
    'ORGANIZER;CN="Campaign A":mailto:hello@campaign.example',
    'DTSTART;TZID=America/Phoenix:20260509T183000',
    'DTEND;TZID=America/Phoenix:20260509T200000',
    'SUMMARY:Rally on the square',
    'LOCATION:Lafayette',
    'URL:https://campaign.example/events/7',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

it('writes a whole day as a date that ends the next day and keeps people free', () => {
  const text = written([{ ...rally, when: { day: '2026-02-28' }, status: 'CANCELLED' }])
  expect(text).toContain('\r\nDTSTART;VALUE=DATE:20260228\r\nDTEND;VALUE=DATE:20260301\r\n')
  expect(text).not.toContain('VTIMEZONE')
  // People stay free on that day.
  expect(text).toContain('\r\nTRANSP:TRANSPARENT\r\n')
  expect(text).toContain('\r\nSTATUS:CANCELLED\r\n')
})

it('removes an event', () => {
  expect(written([{ ...rally, status: 'CANCELLED' }], { method: 'CANCEL' })).toMatch(
    /\r\nMETHOD:CANCEL\r\n[\s\S]*\r\nSTATUS:CANCELLED\r\n/,
  )
})

it('of a subscription is asked for again every hour', () => {
  expect(written([rally], { isSubscription: true })).toContain(
    '\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n',
  )
})

describe('text', () => {
  it('cannot end its line or its value', () => {
    const entry = { ...rally, summary: 'One, two; three \\ four', description: 'First\r\nEND:VEVENT\rthird\u0007' }
    const text = written([entry], { name: 'A;B' })
    expect(text).toContain('SUMMARY:One\\, two\\; three \\\\ four\r\n')
    expect(text).toContain('DESCRIPTION:First\\nEND:VEVENT\\nthird\r\n')
    expect(text).toContain('X-WR-CALNAME:A\\;B\r\n')
    expect(text.match(/^END:VEVENT/gm)).toHaveLength(1)
  })

  it.each(['a', 'é', '🌽', 'ش'])('is folded at 75 octets without splitting a character: %s', (character) => {
    const summary = character.repeat(200)
    const text = written([{ ...rally, summary }])
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
    }
    expect(unfolded(text)).toContain(`\r\nSUMMARY:${summary}\r\n`)
  })
})

it('is an empty calendar without events', () => {
  expect(written([])).toMatch(/^BEGIN:VCALENDAR\r\n(.+\r\n)+END:VCALENDAR\r\n$/)
})
