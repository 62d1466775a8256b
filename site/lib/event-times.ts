import { campaign } from '../../contract/campaign.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { calendarDay, clockTime } from './dates.ts'

/** `startsAt` and `endsAt` are instants like '2026-10-02T22:30:00.000Z'; the rest is local time. */
type EventTimes = {
  eventDate: string
  startTime: string | null
  endTime: string | null
  startsAt: string
  endsAt: string
}

const zone = new Intl.DateTimeFormat('en-US', { timeZone: campaign.timeZone, timeZoneName: 'short' })

/** 'EDT' or 'EST': what the campaign's time zone is called at that instant. */
const zoneAt = (instant: string) =>
  zone.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? campaign.timeZone

/**
 * '6:30 PM – 8:00 PM EDT', or 'Time TBD' without a start time (§5). Both times name the zone if the clocks change
 * between them; an end on the next day has its date: '8:30 PM – Feb 11, 1:00 AM EST'.
 */
export function eventTime({ startTime, endTime, startsAt, endsAt }: Omit<EventTimes, 'eventDate'>): string {
  if (startTime === null) return 'Time TBD'
  const start = `${clockTime(startTime)} ${zoneAt(startsAt)}`
  if (endTime === null) return start
  const [startDay, endDay] = [startsAt, endsAt].map((instant) => campaignClock.dateAt(new Date(instant)))
  const date = endDay === undefined || endDay === startDay ? '' : `${calendarDay(endDay)}, `
  const end = `${date}${clockTime(endTime)} ${zoneAt(endsAt)}`
  return zoneAt(startsAt) === zoneAt(endsAt) ? `${clockTime(startTime)} – ${end}` : `${start} – ${end}`
}

/** For machines: '2026-10-02T18:30:00-04:00', or only the date of an event without a start time. */
export const machineStart = ({ eventDate, startTime, startsAt }: Omit<EventTimes, 'endTime' | 'endsAt'>): string =>
  startTime === null ? eventDate : campaignClock.localTimeOf(new Date(startsAt))

/** Like `machineStart`; null without an end time. */
export const machineEnd = ({ endTime, endsAt }: Pick<EventTimes, 'endTime' | 'endsAt'>): string | null =>
  endTime === null ? null : campaignClock.localTimeOf(new Date(endsAt))
