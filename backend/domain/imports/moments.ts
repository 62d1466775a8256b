/** `wall`: what a clock shows, like '2026-02-09T17:33:08'. `offset`: minutes east of UTC; null: the campaign's clock. */
export type WrittenMoment = { wall: string; offset: number | null }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Hours from UTC of the names that American platforms write. */
const zones = new Map(
  Object.entries({
    UTC: 0,
    GMT: 0,
    Z: 0,
    EST: -5,
    EDT: -4,
    CST: -6,
    CDT: -5,
    MST: -7,
    MDT: -6,
    PST: -8,
    PDT: -7,
    AKST: -9,
    AKDT: -8,
    HST: -10,
  }),
)

const month = '(?<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const shapes = {
  plain: /^(?<year>(?:19|20|21)\d\d)(?<first>\d\d)(?<second>\d\d)$/,
  yearFirst: /^(?<year>\d{4})([-/.])(?<first>\d{1,2})\2(?<second>\d{1,2})$/,
  numbers: /^(?<first>\d{1,2})([-/.])(?<second>\d{1,2})\2(?<year>\d{4}|\d{2})$/,
  monthName: new RegExp(`^${month}[\\s-](?<day>\\d{1,2})(?:st|nd|rd|th)?,?[\\s-](?<year>\\d{4}|\\d{2})$`, 'i'),
  dayAndName: new RegExp(`^(?<day>\\d{1,2})(?:st|nd|rd|th)?[\\s-]${month},?[\\s-](?<year>\\d{4}|\\d{2})$`, 'i'),
}

const clock = /^(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?\s*(?<half>[ap])?\.?(?:m\.?)?$/i

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

function timeOf(text: string): string | null {
  const parts = clock.exec(text)?.groups
  if (!parts) return null
  const { hour = '', minute = '', second = '00', half } = parts
  if (half && (Number(hour) < 1 || Number(hour) > 12)) return null
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return `${two(hours)}:${minute}:${second}`
}

/** Minutes east of UTC of '-0500', '+05:30', 'Z' or 'EST'; undefined: no zone. */
function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  if (sign && Number(hours) <= 14 && Number(minutes) <= 59)
    return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  const named = zones.get(zone.toUpperCase())
  return named === undefined ? undefined : named * 60
}

/** Days since 1899-12-30, with the time as a fraction: how spreadsheets count. */
function ofSerial(text: string): WrittenMoment | null {
  if (!/^\d{5}(\.\d+)?$/.test(text)) return null
  const seconds = Math.round(Number(text) * 86_400) - 25_569 * 86_400
  return { wall: new Date(seconds * 1000).toISOString().slice(0, 19), offset: null }
}

/**
 * A day or a time as platforms and spreadsheets write it: '2026-02-09 17:33:08 -0500', '2/9/26', 'Feb 9, 2026', '9-Feb-26',
 * '02/09/2026 5:33 PM EST', '46062'. A day alone is its start. Null for what is neither. `isDayFirst`: 9/2/2026 is in
 * February.
 */
export function writtenMoment(cell: string, { isDayFirst = false } = {}): WrittenMoment | null {
  const text = cell
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim()
    .replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? /i, '')
    .replace(/ at (?=\d)/i, ' ')
  const serial = ofSerial(text)
  if (serial) return serial
  const [, day = '', rest = ''] = /^(.*?)(?:,? |(?<=\d)T(?=\d))(\d{1,2}:\d\d.*)$/i.exec(text) ?? [null, text, '']
  const date = dateOf(day.trim(), isDayFirst)
  if (date === null) return null
  if (rest === '') return { wall: `${date}T00:00:00`, offset: null }
  const [, written = '', zone = ''] =
    /^(.*?)\s*(?:\(?(Z|UTC|GMT|(?:AK|[ECMP])[SD]T|HST|[+-]\d\d:?(?:\d\d)?)\)?)?$/i.exec(rest) ?? []
  const time = timeOf(written)
  const offset = zone === '' ? null : offsetOf(zone)
  return time === null || offset === undefined ? null : { wall: `${date}T${time}`, offset }
}
