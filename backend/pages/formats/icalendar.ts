/** The part of iCalendar (RFC 5545) that single events need: local times in one time zone, or whole days. */

import { day } from '../../../records/durations.ts'
import { timeZoneLines } from './timezone.ts'

export type CalendarEntry = {
  /** Never changes, so that a calendar updates the existing entry. */
  uid: string
  /** Time of the last change. */
  stamp: Date
  /** Increases with every change (RFC 5545, 3.8.7.4). */
  sequence: number
  organizer: { name: string; email: string }
  /** Local times like '2026-05-09T18:30:00', or a whole day like '2026-05-09', during which people stay free. */
  when: { startsAt: string; endsAt: string } | { day: string }
  summary: string
  description: string | null
  location: string | null
  url: string
  status: 'CONFIRMED' | 'CANCELLED'
}

/** Section 3.3.11: escapes characters that would end a line or a value. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters a value may not have
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')

/** Section 3.2: a quoted parameter cannot contain a quote. */
const quotable = (text: string): string => text.replace(/[\p{Cc}"]/gu, '')

const maxOctets = 75 // octets per line, without the line break (section 3.1)

/** Continues long lines after a space; multi-octet characters stay whole. */
function folded(line: string): string {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > maxOctets) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

const utc = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, '')
const dayOf = (date: Date) => date.toISOString().slice(0, 10).replaceAll('-', '')

const compact = (localTime: string) => localTime.replace(/[-:]/g, '')

function linesOf(entry: CalendarEntry, timeZone: string): string[] {
  const { when } = entry
  const times =
    'day' in when
      ? [
          `DTSTART;VALUE=DATE:${dayOf(new Date(when.day))}`,
          `DTEND;VALUE=DATE:${dayOf(new Date(Date.parse(when.day) + day))}`,
          // Section 3.8.2.7: the default is OPAQUE, which shows people as busy.
          'TRANSP:TRANSPARENT',
        ]
      : [`DTSTART;TZID=${timeZone}:${compact(when.startsAt)}`, `DTEND;TZID=${timeZone}:${compact(when.endsAt)}`]
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(entry.uid)}`,
    `DTSTAMP:${utc(entry.stamp)}`,
    `SEQUENCE:${entry.sequence}`,
    `ORGANIZER;CN="${quotable(entry.organizer.name)}":mailto:${entry.organizer.email}`,
    ...times,
    `SUMMARY:${escaped(entry.summary)}`,
    ...(entry.description === null ? [] : [`DESCRIPTION:${escaped(entry.description)}`]),
    ...(entry.location === null ? [] : [`LOCATION:${escaped(entry.location)}`]),
    `URL:${entry.url}`,
    `STATUS:${entry.status}`,
    'END:VEVENT',
  ]
}

/** Instruction to a program about the entry (RFC 5546): add it, replacing an older sequence; or remove it. */
export type CalendarMethod = 'PUBLISH' | 'CANCEL'

export type Calendar = {
  /** The display name of a subscription. */
  name: string
  /** IANA name. Calendar programs that know only UTC are an hour off near clock changes. */
  timeZone: string
  entries: readonly CalendarEntry[]
  method?: CalendarMethod
  /** Programs ask for it again every hour; the first of these lines is RFC 7986, 5.7, the second is for Outlook. */
  isSubscription?: boolean
}

/** The definition of the time zone, for the years of these entries; nothing where all are whole days. */
function zoneLines(timeZone: string, entries: readonly CalendarEntry[]): string[] {
  const years = entries.flatMap(({ when }) =>
    'day' in when ? [] : [when.startsAt, when.endsAt].map((time) => Number(time.slice(0, 4))),
  )
  return years.length === 0 ? [] : timeZoneLines(timeZone, { from: Math.min(...years), to: Math.max(...years) })
}

/** A whole calendar. */
export function writeCalendar({ name, timeZone, entries, method = 'PUBLISH', isSubscription }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Campaign site//Events//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    ...(isSubscription ? ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'] : []),
    ...zoneLines(timeZone, entries),
    ...entries.flatMap((entry) => linesOf(entry, timeZone)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
