import { describe, expect, it } from 'vitest'
import { type CalendarEntry, writeCalendar } from './icalendar.ts'

const rally: CalendarEntry = {
  uid: 'event-7@campaign.example',
  stamp: new Date('2026-03-01T12:00:00.000Z'),
  sequence: 3,
  organizer: { name: 'Campaign "A"', email: 'hello@campaign.example' },
  when: { startsAt: new Date('2026-05-09T22:30:00Z'), endsAt: new Date('2026-05-10T00:00:00Z') },
  summary: 'Rally on the square',
  description: null,
  location: 'Lafayette',
  url: 'https://campaign.example/events/7',
  status: 'CONFIRMED',
}
const unfolded = (text: string) => text.replaceAll('\r\n ', '')

it('is a calendar of events with CRLF line breaks', () => {
  expect(writeCalendar('Campaign', [rally]).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Campaign site//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Campaign',
    'BEGIN:VEVENT',
    'UID:event-7@campaign.example',
    'DTSTAMP:20260301T120000Z',
    'SEQUENCE:3',
    'ORGANIZER;CN="Campaign A":mailto:hello@campaign.example',
    'DTSTART:20260509T223000Z',
    'DTEND:20260510T000000Z',
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
  const text = writeCalendar('Campaign', [{ ...rally, when: { day: '2026-02-28' }, status: 'CANCELLED' }])
  expect(text).toContain('\r\nDTSTART;VALUE=DATE:20260228\r\nDTEND;VALUE=DATE:20260301\r\n')
  // People stay free on that day.
  expect(text).toContain('\r\nTRANSP:TRANSPARENT\r\n')
  expect(text).toContain('\r\nSTATUS:CANCELLED\r\n')
})

it('removes an event', () => {
  expect(writeCalendar('Campaign', [{ ...rally, status: 'CANCELLED' }], 'CANCEL')).toMatch(
    /\r\nMETHOD:CANCEL\r\n[\s\S]*\r\nSTATUS:CANCELLED\r\n/,
  )
})

it('leaves an open end open', () => {
  const startsAt = new Date('2026-05-09T22:30:00Z')
  const text = writeCalendar('Campaign', [{ ...rally, when: { startsAt, endsAt: null } }])
  expect(text).not.toContain('TRANSP')
  expect(text).toContain('\r\nDTSTART:20260509T223000Z\r\nSUMMARY:')
})

describe('text', () => {
  it('cannot end its line or its value', () => {
    const text = writeCalendar('A;B', [
      { ...rally, summary: 'One, two; three \\ four', description: 'First\r\nEND:VEVENT\rthird\u0007' },
    ])
    expect(text).toContain('SUMMARY:One\\, two\\; three \\\\ four\r\n')
    expect(text).toContain('DESCRIPTION:First\\nEND:VEVENT\\nthird\r\n')
    expect(text).toContain('X-WR-CALNAME:A\\;B\r\n')
    expect(text.match(/^END:VEVENT/gm)).toHaveLength(1)
  })

  it.each(['a', 'é', '🌽', 'ش'])('is folded at 75 octets without splitting a character: %s', (character) => {
    const summary = character.repeat(200)
    const text = writeCalendar('Campaign', [{ ...rally, summary }])
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line.isWellFormed()).toBe(true)
    }
    expect(unfolded(text)).toContain(`\r\nSUMMARY:${summary}\r\n`)
  })
})

it('is an empty calendar without events', () => {
  expect(writeCalendar('Campaign', [])).toMatch(/^BEGIN:VCALENDAR\r\n(.+\r\n)+END:VCALENDAR\r\n$/)
})
