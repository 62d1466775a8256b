import { campaign, campaignName } from '../../contract/campaign.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { type CalendarEntry, type CalendarMethod, writeCalendar } from './formats/icalendar.ts'

/** A calendar event, as in the API and on the pages. */
export type CalendarEvent = {
  id: number
  title: string
  description: string | null
  location: string | null
  eventDate: string
  startTime: string | null
  endTime: string | null
  status: 'upcoming' | 'ongoing' | 'completed' | 'cancelled'
  startsAt: string
  endsAt: string
  /** Increases with every change; with the time of the last one. */
  sequence: number
  changedAt: string
}

type Details = Pick<CalendarEvent, 'title' | 'description' | 'location' | 'eventDate' | 'startTime' | 'endTime'>
type Change = Pick<CalendarEvent, 'id' | 'sequence' | 'changedAt'>

/** An active event right after a change: the read model may already be ahead of it. */
export function changedEvent({ title, description, location, ...times }: Details, change: Change): CalendarEvent {
  const { eventDate, startTime, endTime } = times
  const { startsAt, endsAt } = campaignClock.spanOf(times)
  return {
    ...change,
    ...{ title, description, location, eventDate, startTime, endTime, status: 'upcoming' },
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}

const entryOf = (event: CalendarEvent, siteUrl: string): CalendarEntry => ({
  uid: `event-${event.id}@${new URL(siteUrl).hostname}`,
  stamp: new Date(event.changedAt),
  sequence: event.sequence,
  organizer: { name: campaignName, email: campaign.email },
  when:
    event.startTime === null
      ? { day: event.eventDate }
      : { startsAt: new Date(event.startsAt), endsAt: event.endTime === null ? null : new Date(event.endsAt) },
  summary: event.title,
  description: event.description,
  location: event.location,
  url: new URL(`/events/${event.id}`, siteUrl).href,
  status: event.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
})

/** A file that calendar programs can open or subscribe to. */
export const calendarOf = (
  events: readonly CalendarEvent[],
  siteUrl: string,
  method: CalendarMethod = 'PUBLISH',
): string =>
  writeCalendar(
    `${campaignName}: events`,
    events.map((event) => entryOf(event, siteUrl)),
    method,
  )

const { timeZone } = campaign
const date = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone,
})
const weekdayAndDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone })
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
const clockAndZone = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone,
  timeZoneName: 'short',
})

/** 'EDT' or 'EST'. */
const zoneAt = (instant: Date) => clockAndZone.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value

/**
 * 'Saturday, May 9, 2026, 6:30 PM to 8:00 PM EDT', in the campaign's time zone. Both times name the zone if the clocks
 * change between them; an end on the next day has its date: '8:30 PM to Sunday, May 10, 1:00 AM EDT'.
 */
export function whenOf({ startTime, endTime, startsAt, endsAt }: CalendarEvent): string {
  const [start, end] = [new Date(startsAt), new Date(endsAt)]
  const day = date.format(start)
  if (startTime === null) return `${day}, time to be decided`
  if (endTime === null) return `${day}, ${clockAndZone.format(start)}`
  const from = zoneAt(start) === zoneAt(end) ? clock.format(start) : clockAndZone.format(start)
  const endDay = campaignClock.dateAt(start) === campaignClock.dateAt(end) ? '' : `${weekdayAndDay.format(end)}, `
  return `${day}, ${from} to ${endDay}${clockAndZone.format(end)}`
}
