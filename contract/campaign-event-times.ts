import { day } from '../records/durations.ts'
import { campaign } from './campaign.ts'

export type CampaignEventStatus = 'upcoming' | 'ongoing' | 'completed' | 'cancelled'

/** `eventDate` like '2026-05-09', times like '18:30' in the campaign's time zone. */
export type Schedule = { eventDate: string; startTime: string | null; endTime: string | null }

export type CampaignClock = {
  /** '2026-05-09', the current date in the time zone. */
  dateAt(now: Date): string
  /** 0 to 23. */
  hourAt(now: Date): number
  /**
   * Start and end. Without a start time it is the whole day; without an end time it lasts until midnight; an end that
   * is not after the start is on the next day.
   */
  spanOf(schedule: Schedule): { startsAt: Date; endsAt: Date }
  /** When the clock shows '2026-11-01T01:30', the first of two such times; null: the clock change skips it. */
  momentOf(wallTime: string): Date | null
  /** '2026-10-02T18:30:00-04:00': what the clock shows at that instant, with its distance from UTC (RFC 3339). */
  localTimeOf(instant: Date): string
  /** The status right now; only 'cancelled' is ever stored. */
  statusOf(schedule: Schedule & { isCancelled: boolean }, now: Date): CampaignEventStatus
}

/** Exact: the local clock does show the time that was asked for. */
type Found = { instant: number; isExact: boolean }
const maxKnown = 50_000

const wallOf = (date: string, time: string) => Date.parse(`${date}T${time}:00Z`)

const twoDigits = (part: number) => String(Math.trunc(part)).padStart(2, '0')

/** Calendar rules in one time zone (IANA name). Pure: the current time is passed in. */
export function createCampaignClock(timeZone: string): CampaignClock {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

  /** The local time as if it were UTC; ms. */
  function wallAt(instant: number): number {
    const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const of = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  }

  /**
   * The instant at which the local clock shows `wall`. A time skipped by a clock change moves an hour later; of an
   * ambiguous time the first is used.
   */
  function computeInstant(wall: number): Found {
    // The offsets half a day before and after are those on both sides of a clock change.
    const offsets = [wall - day / 2, wall + day / 2].map((near) => wallAt(near) - near)
    const [before = 0, after = before] = offsets
    if (before === after) return { instant: wall - before, isExact: true }
    const candidates = offsets.map((offset) => wall - offset)
    const exact = candidates.filter((instant) => wallAt(instant) === wall)
    return { instant: exact.length > 0 ? Math.min(...exact) : Math.max(...candidates), isExact: exact.length > 0 }
  }

  /** Formatting a date takes 20 µs, and lists ask for the same dates again and again. */
  const known = new Map<number, Found>()

  function instantOf(wall: number): Found {
    const found = known.get(wall) ?? computeInstant(wall)
    if (known.size >= maxKnown) known.clear()
    known.set(wall, found)
    return found
  }

  function spanOf({ eventDate, startTime, endTime }: Schedule) {
    const end = startTime === null ? null : endTime
    const isNextDay = startTime === null || end === null || end <= startTime
    return {
      startsAt: new Date(instantOf(wallOf(eventDate, startTime ?? '00:00')).instant),
      endsAt: new Date(instantOf(wallOf(eventDate, end ?? '00:00') + (isNextDay ? day : 0)).instant),
    }
  }

  return {
    dateAt: (now) => new Date(wallAt(now.getTime())).toISOString().slice(0, 10),
    hourAt: (now) => new Date(wallAt(now.getTime())).getUTCHours(),
    spanOf,
    momentOf(wallTime) {
      const { instant, isExact } = instantOf(Date.parse(`${wallTime}:00Z`))
      return isExact ? new Date(instant) : null
    },
    localTimeOf(instant) {
      const wall = wallAt(instant.getTime())
      // Rounded, because the wall time has whole seconds only.
      const minutes = Math.round((wall - instant.getTime()) / 60_000)
      const distance = `${twoDigits(Math.abs(minutes) / 60)}:${twoDigits(Math.abs(minutes) % 60)}`
      return `${new Date(wall).toISOString().slice(0, 19)}${minutes < 0 ? '-' : '+'}${distance}`
    },
    statusOf(schedule, now) {
      if (schedule.isCancelled) return 'cancelled'
      const { startsAt, endsAt } = spanOf(schedule)
      if (now < startsAt) return 'upcoming'
      return now < endsAt ? 'ongoing' : 'completed'
    },
  }
}

export const campaignClock: CampaignClock = createCampaignClock(campaign.timeZone)

/** The moment at which a day such as 2026-11-03 ends for the campaign. ISO 8601, UTC. */
export const endOfDay = (day: string): string =>
  campaignClock.spanOf({ eventDate: day, startTime: null, endTime: null }).endsAt.toISOString()
