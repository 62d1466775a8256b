import { type Zone, zoneOf } from './time-zones.ts'

/** `wall`: what a clock shows, like '2026-02-09T17:33:08'. `zone`: of this clock; null: that of the campaign. */
export type WrittenMoment = { wall: string; zone: Zone | null }
/**
 * `problem`: why it is no moment; 'otherOrder': it is one if the month and the day change
 * places; 'ambiguous': of another day then, and other rows have that order.
 */
export type UnreadMoment = { problem: 'shape' | 'otherOrder' | 'ambiguous' | 'zone' | 'shortened' }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const month = '(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const shapes = {
  plain: /^(?<year>(?:19|20|21)\d\d)(?<first>\d\d)(?<second>\d\d)$/,
  yearFirst: /^(?<year>\d{4})([-/.])(?<first>\d{1,2})\2(?<second>\d{1,2})$/,
  numbers: /^(?<first>\d{1,2})([-/.])(?<second>\d{1,2})\2(?<year>\d{4}|\d{2})$/,
  monthName: new RegExp(`^${month}[\\s/-](?<day>\\d{1,2})(?:st|nd|rd|th)?,?[\\s/-](?<year>\\d{4}|\\d{2})$`, 'i'),
  dayAndName: new RegExp(
    `^(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)?[\\s/-]?${month},?[\\s/-]?(?<year>\\d{4}|\\d{2})$`,
    'i',
  ),
  yearAndName: new RegExp(`^(?<year>\\d{4})[\\s/-]${month}[\\s/-](?<day>\\d{1,2})$`, 'i'),
}

const two = (number: number) => String(number).padStart(2, '0')

/** '26' is 2026; from '70' on the last century is meant. */
const fullYear = (year: string) => (year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900))

function dateOf(text: string, isDayFirst: boolean): string | null {
  for (const [shape, pattern] of Object.entries(shapes)) {
    const parts = pattern.exec(text)?.groups
    if (!parts) continue
    const { year = '', first = '', second = '', name = '', day = '' } = parts
    const swapped = shape === 'numbers' && isDayFirst
    const monthNumber = name ? months.indexOf(name.toLowerCase()) + 1 : Number(swapped ? second : first)
    const dayNumber = name ? Number(day) : Number(swapped ? first : second)
    const date = `${fullYear(year)}-${two(monthNumber)}-${two(dayNumber)}`
    const known = new Date(`${date}T00:00:00Z`)
    return !Number.isNaN(known.getTime()) && known.toISOString().startsWith(date) ? date : null
  }
  return null
}

/** '17:33:08.25', '5:33 p.m.' or '5 PM' somewhere in a text. */
const clock =
  /(?<!\d)(?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?(?: ?(?<half>[ap])\.? ?m?\b\.?)?| ?(?<plainHalf>[ap])\.?m\b\.?)(?!\d|:\d)/i

type Clock = { time: string; before: string; after: string }

/** Null: there is no time in it; 'wrong': there is one that no clock shows. */
function clockIn(text: string): Clock | 'wrong' | null {
  const found = clock.exec(text)
  if (!found?.groups) return null
  const { hour = '', minute = '00', second = '00', half, plainHalf } = found.groups
  const letter = (half ?? plainHalf)?.toLowerCase()
  const given = Number(hour)
  // Some write 17:33 PM, or 00:33 AM.
  if ((given > 12 && letter === 'a') || (given === 0 && letter === 'p')) return 'wrong'
  const hours = letter === undefined || given > 12 ? given : (given % 12) + (letter === 'p' ? 12 : 0)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return 'wrong'
  const time = `${two(hours)}:${minute}:${second}`
  return { time, before: text.slice(0, found.index), after: text.slice(found.index + found[0].length) }
}

const wallOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19)

/** Days since 1899-12-30, with the time as a fraction: how spreadsheets count. Seconds or milliseconds since 1970. */
function ofNumber(text: string): WrittenMoment | null {
  if (/^\d{5}(\.\d+)?$/.test(text)) {
    const seconds = Math.round(Number(text) * 86_400) - 25_569 * 86_400
    return { wall: wallOf(seconds * 1000), zone: null }
  }
  if (/^1\d{9}(\.\d+)?$/.test(text)) return { wall: wallOf(Number(text) * 1000), zone: 0 }
  if (/^1\d{12}$/.test(text)) return { wall: wallOf(Number(text)), zone: 0 }
  return null
}

/** '20260209T173308Z' with its signs, and '2026-02-09+00:00' as the day that it is. */
const spaced = (text: string) =>
  text
    .replace(/^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)$/i, '$1')
    .replace(/^((?:19|20|21)\d\d)(\d\d)(\d\d)[T ]?(\d\d)(\d\d)(\d\d)(?=\D|$)/i, '$1-$2-$3 $4:$5:$6')
    .replace(/^((?:19|20|21)\d\d)(\d\d)(\d\d)[T ](\d\d):?(\d\d)(?=\D|$)/i, '$1-$2-$3 $4:$5')

const cleaned = (cell: string) =>
  cell
    .normalize('NFKC')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    // Documents write dashes of other lengths.
    .replace(/^(\d{4})[\u2010-\u2015\u2212](\d{1,2})[\u2010-\u2015\u2212](\d{1,2})/, '$1-$2-$3')
    .replace(/[ ,]+\(?(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?\)?$/i, '')
    .replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /i, '')

const edges = /^[\s,;]+|[\s,;]+$/g

/** The date and the zone of a text whose time is known: '2026-02-09T ', ' EST'; 'Feb 9', ' EST 2026'; '', ' Feb 9, 2026 PST'. */
function placesOf({ before, after }: Clock): { day: string; rest: string } {
  const day = before.replace(/(?<=\d)T$/i, '').replace(/[\s,](?:at|@)\s*$|[\s,;-]+$/i, '')
  const year = /(?:^|\s)(\d{4})$/.exec(after)
  if (day !== '' && year) return { day: `${day} ${year[1]}`, rest: after.slice(0, year.index) }
  if (day !== '') return { day, rest: after }
  const [, first = '', rest = ''] = /^(?:\s*on\b)?\s*(.*?\d{2,4})(?!\d)((?:\s+[^\d\s].*)?)$/i.exec(after) ?? []
  return { day: first.replace(edges, ''), rest }
}

/** '2026-02-09 UTC' is a day, wherever it began. */
function withoutZone(text: string): string {
  const [, day, zone = ''] = /^(\d.*\d)\s?([A-Z(+].*)$/i.exec(text) ?? []
  return day === undefined || zoneOf(zone) === undefined ? text : day
}

export type MomentOptions = {
  isDayFirst?: boolean
  /** Other rows of the file have the day and the month in the other order. */
  isMixed?: boolean
  /** The cells of the same row with the time and the zone; '': none. They count where the cell has none itself. */
  time?: string
  zone?: string
}

/** The clock of a cell with nothing but a time, also as a spreadsheet counts it: a part of a day. */
function otherTime(cell: string): Clock | 'wrong' | null {
  if (/^0?\.\d+$/.test(cell))
    return { time: wallOf(Math.round(Number(cell) * 86_400) * 1000).slice(11), before: '', after: '' }
  return clockIn(cleaned(cell))
}

/**
 * A day or a time as platforms and spreadsheets write it: '2026-02-09 17:33:08 -0500', '2/9/26', 'Feb 9, 2026 at 5:33 PM ET',
 * '9-Feb-26', '02/09/2026 5:33 PM (EST)', '46062', '1770658388'. A day alone is its start. `isDayFirst`: 9/2/2026 is in
 * February.
 */
export function writtenMoment(
  cell: string,
  { isDayFirst = false, isMixed = false, time = '', zone = '' }: MomentOptions = {},
): WrittenMoment | UnreadMoment {
  const text = spaced(cleaned(cell))
  if (/^\d(?:[.,]\d+)?e\+?\d+$/i.test(text)) return { problem: 'shortened' }
  const number = ofNumber(text)
  if (number && (number.zone !== null || time.trim() === '')) return number
  let found = number ? null : clockIn(text)
  if (found === 'wrong') return { problem: 'shape' }
  const { day, rest } = found ? placesOf(found) : { day: number?.wall.slice(0, 10) ?? withoutZone(text), rest: '' }
  const date = dateOf(day, isDayFirst)
  const other = date === null || isMixed ? dateOf(day, !isDayFirst) : date
  if (date === null) return { problem: other === null ? 'shape' : 'otherOrder' }
  if (isMixed && other !== null && other !== date) return { problem: 'ambiguous' }
  let named = rest
  if (time.trim() !== '' && (found === null || found.time === '00:00:00')) {
    found = otherTime(time)
    if (found === 'wrong' || found === null) return { problem: 'shape' }
    if (named.trim() === '') named = found.after
  }
  if (found === null) return { wall: `${date}T00:00:00`, zone: null }
  const wall = `${date}T${found.time}`
  const written = named.trim() === '' ? zone.trim() : named
  if (written === '') return { wall, zone: null }
  const known = zoneOf(written)
  return known === undefined ? { problem: 'zone' } : { wall, zone: known }
}

/** True when a cell can only be read with the day and the month in the other order. */
export function hasOtherOrder(cell: string, isDayFirst: boolean): boolean {
  const written = writtenMoment(cell, { isDayFirst })
  return 'problem' in written && written.problem === 'otherOrder'
}
