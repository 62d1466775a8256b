import type pg from 'pg'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import type { PublicCampaignEvent } from '../../contract/campaign-events.ts'
import { drawPicture } from './build/picture.ts'
import { calendarOf } from './campaign-calendar.ts'
import type { PageFamily, ProjectedPage } from './rendering/projected-page.ts'

/** What the pages show: everything public except the seats, which change with every registration. */
export type CampaignEventContent = Omit<PublicCampaignEvent, 'seatsLeft'> & { sequence: number; changedAt: string }

type Row = Omit<CampaignEventContent, 'status' | 'startsAt' | 'endsAt'> & { isCancelled: boolean }

const columns = `id, title, description, location, event_date AS "eventDate", start_time AS "startTime",
  end_time AS "endTime", category, capacity, image_url AS "imageUrl", is_cancelled AS "isCancelled",
  created_at AS "createdAt", sequence, changed_at AS "changedAt"`

/** The status right now; `validUntil` tells the refresher when to look again. */
function contentOf({ isCancelled, ...row }: Row, now: Date): CampaignEventContent {
  const { startsAt, endsAt } = campaignClock.spanOf(row)
  return {
    ...row,
    status: campaignClock.statusOf({ ...row, isCancelled }, now),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}

/** When one of these statuses changes next; null when none will. */
function validUntil(events: readonly CampaignEventContent[], now: Date): string | null {
  const boundaries = events
    .filter(({ status }) => status === 'upcoming' || status === 'ongoing')
    .map(({ status, startsAt, endsAt }) => (status === 'upcoming' ? startsAt : endsAt))
    .filter((boundary) => new Date(boundary) > now)
  return boundaries.toSorted()[0] ?? null
}

const maxShown = 200

/** In the order of the API: upcoming events first, then past ones, latest first. */
async function calendar(client: pg.ClientBase) {
  const { rows } = await client.query<Row>(
    `SELECT ${columns} FROM read.campaign_events WHERE is_active
      ORDER BY event_date DESC, start_time DESC NULLS LAST, id DESC LIMIT ${maxShown}`,
  )
  const now = new Date()
  const events = rows.map((row) => contentOf(row, now))
  const isOver = ({ endsAt }: CampaignEventContent) => new Date(endsAt) <= now
  const inOrder = [...events.filter((event) => !isOver(event)).reverse(), ...events.filter(isOver)]
  return { events: inOrder, validUntil: validUntil(events, now) }
}

export const campaignEventPages: readonly ProjectedPage[] = [
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
    write: ({ events }: { events: CampaignEventContent[] }, siteUrl) => icalendar(events, siteUrl),
  },
]

const icalendar = (events: CampaignEventContent[], siteUrl: string) => ({
  contentType: 'text/calendar; charset=utf-8',
  body: calendarOf(events, siteUrl),
})

async function items(client: pg.ClientBase, ids: readonly number[]) {
  const { rows } = await client.query<Row>(
    `SELECT ${columns} FROM read.campaign_events WHERE is_active AND id = ANY ($1)`,
    [ids],
  )
  const now = new Date()
  const events = rows.map((row) => contentOf(row, now))
  return new Map(events.map((event) => [event.id, { event, validUntil: validUntil([event], now) }]))
}

const eventFamily: PageFamily = { tag: 'campaign-events', path: (id) => `/events/${id}`, isListed: true, items }

/** The same event as a calendar file. */
const calendarFamily: PageFamily = {
  tag: 'campaign-events',
  path: (id) => `/events/${id}/calendar.ics`,
  isListed: false,
  items,
  write: ({ event }: { event: CampaignEventContent }, siteUrl) => icalendar([event], siteUrl),
}

type Pictured = { title: string; over: string }

const pictureDate = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The preview image of links to an event. */
const pictureFamily: PageFamily = {
  tag: 'campaign-events',
  path: (id) => `/og/events/${id}.png`,
  isListed: false,
  isSlow: true,
  async items(client, ids) {
    const { rows } = await client.query<{ id: number; title: string; eventDate: string }>(
      'SELECT id, title, event_date AS "eventDate" FROM read.campaign_events WHERE is_active AND id = ANY ($1)',
      [ids],
    )
    const pictured = ({ title, eventDate }: { title: string; eventDate: string }): Pictured => ({
      title,
      over: pictureDate.format(new Date(eventDate)),
    })
    return new Map(rows.map(({ id, ...row }) => [id, pictured(row)]))
  },
  write: async (pictured: Pictured) => ({ contentType: 'image/png', body: await drawPicture(pictured) }),
}

export const campaignEventFamilies: readonly PageFamily[] = [eventFamily, calendarFamily, pictureFamily]
