import type pg from 'pg'
import {
  type CampaignEventContent,
  type CampaignEventPicture,
  campaignEventPictures,
  campaignEventsById,
  campaignEventsInOrder,
} from '../read-model/campaign-event-pages.ts'
import type { Pictured } from './build/picture.ts'
import { calendarOf } from './campaign-calendar.ts'
import type { PageFamily, PageSet, ProjectedPage } from './rendering/projected-page.ts'
import { writePicture } from './written-picture.ts'

/** When one of these statuses changes next; null when none will. */
export function validUntil(events: readonly CampaignEventContent[], now: Date): string | null {
  const boundaries = events
    .filter(({ status }) => status === 'upcoming' || status === 'ongoing')
    .map(({ status, startsAt, endsAt }) => (status === 'upcoming' ? startsAt : endsAt))
    .filter((boundary) => new Date(boundary) > now)
  return boundaries.toSorted()[0] ?? null
}

const maxShown = 200

async function calendar(client: pg.ClientBase) {
  const now = new Date()
  const events = await campaignEventsInOrder(client, { now, limit: maxShown })
  return { events, validUntil: validUntil(events, now) }
}

const pages: readonly ProjectedPage[] = [
  {
    path: '/events',
    tags: ['campaign-events'],
    empty: { events: [] },
    content: calendar,
  },
  {
    path: '/events/calendar.ics',
    tags: ['campaign-events'],
    empty: { events: [] },
    content: calendar,
    write: ({ events }: { events: CampaignEventContent[] }, siteUrl) =>
      icalendar(calendarOf(events, siteUrl, { isSubscription: true })),
  },
]

const icalendar = (body: string) => ({ contentType: 'text/calendar; charset=utf-8', body })

async function items(client: pg.ClientBase, ids: readonly number[]) {
  const now = new Date()
  const events = await campaignEventsById(client, ids, now)
  return new Map(events.map((event) => [event.id, { event, validUntil: validUntil([event], now) }]))
}

const eventFamily: PageFamily = { tag: 'campaign-events', path: (id) => `/events/${id}`, isListed: true, items }

/** The same event as a calendar file. */
const calendarFamily: PageFamily = {
  tag: 'campaign-events',
  path: (id) => `/events/${id}/calendar.ics`,
  isListed: false,
  items,
  write: ({ event }: { event: CampaignEventContent }, siteUrl) => icalendar(calendarOf([event], siteUrl)),
}

const pictureDate = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

const pictureTime = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** The preview image of links to an event: when, what and where. */
const pictureFamily: PageFamily = {
  tag: 'campaign-events',
  path: (id) => `/og/events/${id}.png`,
  isListed: false,
  isSlow: true,
  async items(client, ids) {
    const rows = await campaignEventPictures(client, ids)
    const pictured = ({ title, eventDate, startTime, location }: Omit<CampaignEventPicture, 'id'>): Pictured => ({
      title,
      over: [
        pictureDate.format(new Date(eventDate)),
        ...(startTime === null ? [] : [pictureTime.format(new Date(`1970-01-01T${startTime}Z`))]),
      ].join(', '),
      ...(location !== null && { under: location }),
    })
    return new Map(rows.map(({ id, ...row }) => [id, pictured(row)]))
  },
  write: (pictured: Pictured) => writePicture(pictured),
}

export const campaignEventPages: PageSet = { pages, families: [eventFamily, calendarFamily, pictureFamily] }
