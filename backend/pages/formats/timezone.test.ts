import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCampaignClock } from '../../../contract/campaign-event-times.ts'
import { timeZoneLines } from './timezone.ts'

type Observance = { start: number; to: number; rule: string | undefined }

const wallOf = (local = '') => Date.parse(local.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, '$1-$2-$3T$4:$5:$6Z'))

function observancesIn(lines: string[]): Observance[] {
  const blocks = lines.join('\n').match(/BEGIN:(STANDARD|DAYLIGHT)[\s\S]*?END:\1/g) ?? []
  return blocks.map((block) => {
    const [, sign, hours, minutes] = /^TZOFFSETTO:([+-])(\d\d)(\d\d)$/m.exec(block) ?? []
    return {
      start: wallOf(/^DTSTART:(.+)$/m.exec(block)?.[1]),
      to: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
      rule: /^RRULE:(.+)$/m.exec(block)?.[1],
    }
  })
}

/** The onsets up to a year, as a calendar program finds them. */
function onsets({ start, rule }: Observance, lastYear: number): number[] {
  const [, month, nth, weekday] = /^FREQ=YEARLY;BYMONTH=(\d+);BYDAY=(-?\d)(\w\w)$/.exec(rule ?? '') ?? []
  if (month === undefined) return [start]
  const found: number[] = []
  for (let year = new Date(start).getUTCFullYear(); year <= lastYear; year++) {
    const days = Array.from({ length: 31 }, (_, index) => new Date(Date.UTC(year, Number(month) - 1, index + 1)))
      .filter((date) => date.getUTCMonth() === Number(month) - 1)
      .filter((date) => ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][date.getUTCDay()] === weekday)
    const date = days.at(Number(nth) > 0 ? Number(nth) - 1 : Number(nth))
    if (date) found.push(date.getTime() + (start % 86_400_000))
  }
  return found
}

/** Minutes from UTC of a local time, by the latest onset before it. */
function offsetOf(wall: number, observances: Observance[]): number | undefined {
  const year = new Date(wall).getUTCFullYear()
  return observances
    .flatMap((observance) => onsets(observance, year).map((onset) => ({ onset, to: observance.to })))
    .filter(({ onset }) => onset <= wall)
    .toSorted((a, b) => a.onset - b.onset)
    .at(-1)?.to
}

it.each([
  'America/Indiana/Indianapolis',
  'America/Los_Angeles',
  'America/Phoenix',
  'America/St_Johns',
  'Europe/Berlin',
  'Africa/Casablanca',
  'Asia/Jerusalem',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
])('says what the clocks of %s show, in every year of the events', (timeZone) => {
  const clock = createCampaignClock(timeZone)
  const observances = observancesIn(timeZoneLines(timeZone, { from: 2005, to: 2031 }))
  const instant = fc.integer({ min: Date.UTC(2005, 0, 2), max: Date.UTC(2031, 11, 30) })
  fc.assert(
    fc.property(instant, (at) => {
      const local = clock.localTimeOf(new Date(at))
      const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(local) ?? []
      const expected = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
      const wall = Date.parse(`${local.slice(0, 19)}Z`)
      // Of a local time that comes twice, a program may use either.
      if (clock.momentOf(local.slice(0, 16)) === null) return
      const near = [-3_600_000, 0].map((shift) => offsetOf(wall + shift, observances))
      expect(near).toContain(expected)
    }),
    { numRuns: 300 },
  )
})

it('is a rule where the clocks change alike every year', () => {
  expect(
    timeZoneLines('America/New_York', { from: 2026, to: 2028 }).filter((line) => line.startsWith('RRULE')),
  ).toEqual(['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'])
})
