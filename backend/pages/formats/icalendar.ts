/** The part of iCalendar (RFC 5545) that single events need: instants in UTC, or whole days. */

export type CalendarEntry = {
  /** Never changes, so that a calendar updates the existing entry. */
  uid: string
  /** Time of the last change. */
  stamp: Date
  /** Increases with every change (RFC 5545, 3.8.7.4). */
  sequence: number
  organizer: { name: string; email: string }
  /** Instants (the end is optional), or a whole day like '2026-05-09', during which people stay free. */
  when: { startsAt: Date; endsAt: Date | null } | { day: string }
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

function linesOf(entry: CalendarEntry): string[] {
  const { when } = entry
  const times =
    'day' in when
      ? [
          `DTSTART;VALUE=DATE:${dayOf(new Date(when.day))}`,
          `DTEND;VALUE=DATE:${dayOf(new Date(Date.parse(when.day) + 24 * 3600 * 1000))}`,
          // Section 3.8.2.7: the default is OPAQUE, which shows people as busy.
          'TRANSP:TRANSPARENT',
        ]
      : [`DTSTART:${utc(when.startsAt)}`, ...(when.endsAt === null ? [] : [`DTEND:${utc(when.endsAt)}`])]
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

/** What a program should do with the entry (RFC 5546): add it, replacing an older sequence; or remove it. */
export type CalendarMethod = 'PUBLISH' | 'CANCEL'

/** A whole calendar; `name` is the display name of a subscription. */
export function writeCalendar(
  name: string,
  entries: readonly CalendarEntry[],
  method: CalendarMethod = 'PUBLISH',
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Campaign site//Events//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...entries.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
