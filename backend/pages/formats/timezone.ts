/** The clock changes of a time zone in iCalendar (RFC 5545, 3.6.5). */

/** A change of the clock: what it showed before, as if it were UTC, and its distances from UTC; ms. */
type ClockChange = { wall: number; from: number; to: number; name: string }

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

const local = (wall: number) => new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, '')

/** '-0400' */
function distance(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const [hours, rest] = [Math.trunc(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hours}${rest}`
}

function clockOf(timeZone: string) {
  const offsets = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const names = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
  const partOf = (format: Intl.DateTimeFormat, instant: number) =>
    format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return {
    /** ms */
    offsetAt(instant: number): number {
      const [, sign, hours = 0, minutes = 0] = /^GMT([+-])(\d+):(\d+)/.exec(partOf(offsets, instant)) ?? []
      return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
    },
    /** 'EDT' */
    nameAt: (instant: number) => partOf(names, instant),
  }
}

/** Every change in these years. */
function changesIn(timeZone: string, { from, to }: { from: number; to: number }): ClockChange[] {
  const { offsetAt, nameAt } = clockOf(timeZone)
  const changes: ClockChange[] = []
  const end = Date.UTC(to + 1, 0, 1)
  for (let before = Date.UTC(from, 0, 1); before < end; before += week) {
    const old = offsetAt(before)
    if (offsetAt(before + week) === old) continue
    let [low, high] = [before, before + week]
    while (high - low > 1000) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(middle) === old) low = middle
      else high = middle
    }
    // Clocks change at a whole minute.
    const at = Math.round(high / 60_000) * 60_000
    changes.push({ wall: at + old, from: old, to: offsetAt(at), name: nameAt(at) })
  }
  return changes
}

/** 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU': the same weekday every year, from the end of the month where it is in the last week. */
function ruleOf({ wall }: ClockChange): string {
  const date = new Date(wall)
  const nth = date.getUTCDate() > 24 ? -1 : Math.ceil(date.getUTCDate() / 7)
  return `FREQ=YEARLY;BYMONTH=${date.getUTCMonth() + 1};BYDAY=${nth}${weekdays[date.getUTCDay()]}`
}

const kindOf = (change: ClockChange) =>
  [ruleOf(change), local(change.wall).slice(9), change.from, change.to, change.name].join()

const observance = ({ wall, from, to, name }: ClockChange, rule: string | null) => {
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${local(wall)}`,
    `TZOFFSETFROM:${distance(from)}`,
    `TZOFFSETTO:${distance(to)}`,
    `TZNAME:${name}`,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    `END:${kind}`,
  ]
}

/**
 * The lines of a VTIMEZONE that is right from the first of these years to the last: a rule where the clocks change alike
 * in each of them, which calendar programs read best, and every single change elsewhere.
 */
function linesOf(timeZone: string, years: { from: number; to: number }): string[] {
  // The time that the clock shows on the first day depends on the last change before it.
  const range = { from: years.from - 1, to: years.to }
  const changes = changesIn(timeZone, range)
  const kinds = Map.groupBy(changes, kindOf)
  const isRegular = [...kinds.values()].every((alike) => alike.length === range.to - range.from + 1)
  const { offsetAt, nameAt } = clockOf(timeZone)
  const start = Date.UTC(range.from, 0, 1)
  const offset = offsetAt(start)
  const observances =
    changes.length > 0 && isRegular
      ? [...kinds.values()].flatMap(([first]) => (first ? observance(first, ruleOf(first)) : []))
      : [
          ...observance({ wall: start, from: offset, to: offset, name: nameAt(start) }, null),
          ...changes.flatMap((change) => observance(change, null)),
        ]
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances, 'END:VTIMEZONE']
}

const known = new Map<string, string[]>()

/** See `linesOf`; remembered, because each event has a file of its own. */
export function timeZoneLines(timeZone: string, years: { from: number; to: number }): string[] {
  const key = `${timeZone} ${years.from} ${years.to}`
  const lines = known.get(key) ?? linesOf(timeZone, years)
  known.set(key, lines)
  return lines
}

import { week } from '../../../records/durations.ts'
