import { campaign, campaignName } from '../../contract/campaign.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import { type CalendarEntry, type CalendarMethod, writeCalendar } from './formats/icalendar.ts'

/** A calendar event, as in the API and on the pages. */
export type CalendarEvent = {
  id: number
  /** Identifies it in calendar programs, at whatever address the site is. */
  uid: string
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
type Change = Pick<CalendarEvent, 'id' | 'uid' | 'sequence' | 'changedAt'>

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

/** Of events without an end: calendars show many of those as a moment, or as an hour. */
const assumedLength = 2 * 3600 * 1000

const localTime = (instant: number) => campaignClock.localTimeOf(new Date(instant)).slice(0, 19)

function hoursOf({ startsAt, endTime, endsAt }: CalendarEvent) {
  const start = Date.parse(startsAt)
  return {
    startsAt: localTime(start),
    endsAt: localTime(endTime === null ? start + assumedLength : Date.parse(endsAt)),
  }
}

const entryOf = (event: CalendarEvent, siteUrl: string): CalendarEntry => ({
  uid: event.uid,
  stamp: new Date(event.changedAt),
  sequence: event.sequence,
  organizer: { name: campaignName, email: campaign.email },
  when: event.startTime === null ? { day: event.eventDate } : hoursOf(event),
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
  how: { method?: CalendarMethod; isSubscription?: boolean } = {},
): string =>
  writeCalendar({
    name: `${campaignName}: events`,
    timeZone: campaign.timeZone,
    entries: events.map((event) => entryOf(event, siteUrl)),
    ...how,
  })

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
