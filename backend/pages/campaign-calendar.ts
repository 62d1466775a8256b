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
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone, timeZoneName: 'short' })

/** 'Saturday, May 9, 2026, 6:30 PM EDT to 8:00 PM EDT', in the campaign's time zone. */
export function whenOf({ startTime, endTime, startsAt, endsAt }: CalendarEvent): string {
  const day = date.format(new Date(startsAt))
  if (startTime === null) return `${day}, time to be decided`
  const until = endTime === null ? '' : ` to ${time.format(new Date(endsAt))}`
  return `${day}, ${time.format(new Date(startsAt))}${until}`
}
