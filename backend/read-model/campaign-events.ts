import { setImmediate } from 'node:timers/promises'
import type { Knex } from 'knex'
import { campaign } from '../../contract/campaign.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import {
  type AdminCampaignEvent,
  type CampaignEventListQuery,
  type PublicCampaignEvent,
  publicCampaignEvent as publicCampaignEventShape,
} from '../../contract/campaign-events.ts'
import { campaignEvent as calendarEvent } from '../../records/campaign-events.ts'
import { searchedIn, sortOf } from '../../records/list-sql.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import { columnsOf, recordColumns } from './columns.ts'
import type { Paging } from './paging.ts'
import { keepWholeList, sliceSize } from './whole-lists.ts'

const columns = {
  ...recordColumns('item', calendarEvent),
  ...columnsOf('item', 'id, uid, isCancelled, isDeleted, createdAt, sequence'),
  revision: 'item.sequence',
  changedAt: 'item.changed_at',
}
/** An event with the change data that calendar apps need. */
export type CampaignEventRow = AdminCampaignEvent & { uid: string; sequence: number; changedAt: string }
type Row = Omit<CampaignEventRow, 'status' | 'seatsLeft' | 'startsAt' | 'endsAt'> & { isCancelled: boolean }

const guests = (knex: Knex, status: string, name: string) =>
  knex.raw(
    'coalesce((SELECT row_count::int FROM read.rsvp_counts WHERE campaign_event_id = item.id AND status = ?), 0) AS ??',
    [status, name],
  )

/** Selects the columns of `item`, plus the number of guests and of people waiting. */
const withSeats = (knex: Knex, items: Knex.QueryBuilder): Promise<Row[]> =>
  items.select(columns, guests(knex, 'confirmed', 'seatsTaken'), guests(knex, 'waiting', 'waiting'))

/** The row with its status right now. */
function adminEvent({ isCancelled, ...row }: Row, now: Date): CampaignEventRow {
  const { startsAt, endsAt } = campaignClock.spanOf(row)
  const free = Math.max(0, (row.capacity ?? 0) - row.seatsTaken)
  return {
    ...row,
    status: campaignClock.statusOf({ ...row, isCancelled }, now),
    // Free seats go to the waiting list first.
    seatsLeft: row.capacity === null ? null : row.waiting > 0 ? 0 : free,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}

function publicEvent(row: Row, now: Date): PublicCampaignEvent {
  const { isActive, isDeleted, seatsTaken, waiting, revision, ...event } = adminEvent(row, now)
  return event
}

/** Null when there is none, or it was deleted. */
export async function campaignEventRow(knex: Knex, id: number): Promise<CampaignEventRow | null> {
  const row = await anyCampaignEventRow(knex, id)
  return row?.isDeleted ? null : row
}

/** Deleted or not; null when it never existed. */
export async function anyCampaignEventRow(knex: Knex, id: number): Promise<CampaignEventRow | null> {
  const [row] = await withSeats(knex, knex({ item: 'read.campaign_events' }).where({ id }))
  return row ? adminEvent(row, new Date()) : null
}

/** When an event ends, as in `spanOf`, for sorts and filters; `zone`: the parameter for the time zone. */
export const endsAtIn = (zone: '?' | '$1') =>
  `((item.event_date::date + CASE WHEN item.start_time < item.end_time THEN 0 ELSE 1 END)
  + coalesce(CASE WHEN item.start_time IS NOT NULL THEN item.end_time END, '00:00')::time) AT TIME ZONE ${zone}`
const endsAt = endsAtIn('?')

export const begins = `(item.event_date || ' ' || coalesce(item.start_time, ''))`

/** Upcoming events first, then past ones, latest first; without a page, all of them. */
function publicRows(knex: Knex, page: Pick<Paging, 'page' | 'limit'> | null, now: Date): Promise<Row[]> {
  const isOver = knex.raw(`${endsAt} <= ?`, [campaign.timeZone, now])
  const events = knex({ item: 'read.campaign_events' })
    .where({ is_active: true })
    .orderByRaw('(?)', [isOver])
    .orderByRaw(`CASE WHEN (?) THEN NULL ELSE ${begins} END`, [isOver])
    .orderByRaw(`${begins} DESC`)
    .orderBy('item.id')
  if (page) events.limit(page.limit).offset((page.page - 1) * page.limit)
  return withSeats(knex, events)
}

export async function publicCampaignEvents(
  knex: Knex,
  page: Pick<Paging, 'page' | 'limit'>,
): Promise<PublicCampaignEvent[]> {
  const now = new Date()
  const rows = await publicRows(knex, page, now)
  return rows.map((row) => publicEvent(row, now))
}

/** All active events; cached until one of them changes, a guest registers, or one begins or ends. */
export const everyPublicCampaignEvent = (knex: Knex) =>
  keepWholeList(knex, {
    tables: ['read.campaign_events', 'read.rsvps'],
    async read() {
      const now = new Date()
      const rows = await publicRows(knex, null, now)
      const slices: Buffer[] = []
      let validUntil = Number.POSITIVE_INFINITY
      for (let from = 0; from < rows.length; from += sliceSize) {
        const events = rows
          .slice(from, from + sliceSize)
          .map((row) => publicCampaignEventShape.parse(publicEvent(row, now)))
        for (const boundary of events.flatMap(({ startsAt, endsAt }) => [Date.parse(startsAt), Date.parse(endsAt)]))
          if (boundary > now.getTime()) validUntil = Math.min(validUntil, boundary)
        slices.push(Buffer.from(JSON.stringify(events).slice(1, -1)))
        await setImmediate()
      }
      return { rows: slices, validUntil }
    },
  })

export async function publicCampaignEvent(knex: Knex, id: number): Promise<PublicCampaignEvent | null> {
  const [row] = await withSeats(knex, knex({ item: 'read.campaign_events' }).where({ id, is_active: true }))
  return row ? publicEvent(row, new Date()) : null
}

export const campaignEventList: AdminListOf<CampaignEventListQuery> = {
  table: 'read.campaign_events',
  sorts: {
    createdAt: 'item.id',
    eventDate: begins,
    title: sortOf(calendarEvent, 'title'),
    location: sortOf(calendarEvent, 'location'),
    status: 'item.status',
  },
  filters: {
    status: (status) => ({ sql: 'item.status = ?', values: [status] }),
    category: (category) => ({
      sql: `${sortOf(calendarEvent, 'category')} = app.sort_key(?)`,
      values: [category],
    }),
    when: (when) => ({
      // Whose `now()` may be in the past (database/past-sql.ts); with the time, each total is counted anew.
      sql: `${endsAt} ${when === 'past' ? '<=' : '>'} least(?::timestamptz, now())`,
      values: [campaign.timeZone, new Date().toISOString()],
    }),
  },
  unfiltered: { status: { sql: 'NOT item.is_deleted' } },
  counts: { table: 'read.campaign_event_counts', filters: ['status', 'category'] },
  searched: searchedIn(calendarEvent),
}

export async function allCampaignEvents(knex: Knex, query: CampaignEventListQuery, now: Date) {
  const { items, total } = await adminListPage(knex, campaignEventList, query, (rows) => withSeats(knex, rows))
  return { items: items.map((row) => adminEvent(row, now)), total }
}
