import { campaign } from './campaign.ts'

export type CampaignEventStatus = 'upcoming' | 'ongoing' | 'completed' | 'cancelled'

/** `eventDate` as '2026-05-09', times as '18:30' on the clock in the campaign's time zone. */
export type Schedule = { eventDate: string; startTime: string | null; endTime: string | null }

export type CampaignClock = {
  /** '2026-05-09', as calendars in the zone show it at this moment. */
  dateAt(now: Date): string
  /**
   * From when to when. Without a start time it is the whole day; without an end time it lasts until midnight; an end
   * that is not after the start belongs to the next day.
   */
  spanOf(schedule: Schedule): { startsAt: Date; endsAt: Date }
  /** What an event is at this moment; only 'cancelled' is ever stored. */
  statusOf(schedule: Schedule & { isCancelled: boolean }, now: Date): CampaignEventStatus
}

const day = 24 * 3600 * 1000

const wallOf = (date: string, time: string) => Date.parse(`${date}T${time}:00Z`)

/** The rules of the calendar in one time zone (IANA name). Pure: what time it is comes in. */
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

  /** What the clock on the wall shows, as if it were UTC; ms. */
  function wallAt(instant: number): number {
    const parts = new Map(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const of = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  }

  /**
   * The instant at which the clock on the wall shows `wall`. A time that an hour change skips becomes the one an hour
   * later; of a time that comes twice it is the first.
   */
  function instantOf(wall: number): number {
    // The offsets half a day before and after are those on both sides of an hour change.
    const offsets = [wall - day / 2, wall + day / 2].map((near) => wallAt(near) - near)
    const candidates = offsets.map((offset) => wall - offset)
    const exact = candidates.filter((instant) => wallAt(instant) === wall)
    return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)
  }

  function spanOf({ eventDate, startTime, endTime }: Schedule) {
    const end = startTime === null ? null : endTime
    const isNextDay = startTime === null || end === null || end <= startTime
    return {
      startsAt: new Date(instantOf(wallOf(eventDate, startTime ?? '00:00'))),
      endsAt: new Date(instantOf(wallOf(eventDate, end ?? '00:00') + (isNextDay ? day : 0))),
    }
  }

  return {
    dateAt: (now) => new Date(wallAt(now.getTime())).toISOString().slice(0, 10),
    spanOf,
    statusOf(schedule, now) {
      if (schedule.isCancelled) return 'cancelled'
      const { startsAt, endsAt } = spanOf(schedule)
      if (now < startsAt) return 'upcoming'
      return now < endsAt ? 'ongoing' : 'completed'
    },
  }
}

export const campaignClock: CampaignClock = createCampaignClock(campaign.timeZone)
