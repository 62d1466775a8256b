import type { Knex } from 'knex'
import { campaign } from '../../contract/campaign.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import type { AdminCampaignEvent, CampaignEventListQuery, PublicCampaignEvent } from '../../contract/campaign-events.ts'
import { type AdminListOf, adminListPage } from './admin-lists.ts'
import type { Paging } from './paging.ts'

const columns = {
  id: 'item.id',
  title: 'item.title',
  description: 'item.description',
  location: 'item.location',
  eventDate: 'item.event_date',
  startTime: 'item.start_time',
  endTime: 'item.end_time',
  category: 'item.category',
  capacity: 'item.capacity',
  imageUrl: 'item.image_url',
  isActive: 'item.is_active',
  isCancelled: 'item.is_cancelled',
  isDeleted: 'item.is_deleted',
  createdAt: 'item.created_at',
  sequence: 'item.sequence',
  revision: 'item.sequence',
  changedAt: 'item.changed_at',
}
/** An event with the change data that calendar apps need. */
export type CampaignEventRow = AdminCampaignEvent & { sequence: number; changedAt: string }
type Row = Omit<CampaignEventRow, 'status' | 'seatsLeft' | 'startsAt' | 'endsAt'> & { isCancelled: boolean }

const guests = (knex: Knex, status: string, name: string) =>
  knex.raw('(SELECT count(*)::int FROM read.rsvps WHERE campaign_event_id = item.id AND status = ?) AS ??', [
    status,
    name,
  ])

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

/** Deleted or not; null when there never was one. */
export async function anyCampaignEventRow(knex: Knex, id: number): Promise<CampaignEventRow | null> {
  const [row] = await withSeats(knex, knex({ item: 'read.campaign_events' }).where({ id }))
  return row ? adminEvent(row, new Date()) : null
}

/** When an event ends, as in `spanOf`, for sorts and filters. */
const endsAt = `((item.event_date::date + CASE WHEN item.start_time < item.end_time THEN 0 ELSE 1 END)
  + coalesce(CASE WHEN item.start_time IS NOT NULL THEN item.end_time END, '00:00')::time) AT TIME ZONE ?`

const begins = `(item.event_date || ' ' || coalesce(item.start_time, ''))`

/** Upcoming events first, then past ones, latest first. */
export async function publicCampaignEvents(
  knex: Knex,
  { page, limit }: Pick<Paging, 'page' | 'limit'>,
): Promise<PublicCampaignEvent[]> {
  const now = new Date()
  const isOver = knex.raw(`${endsAt} <= ?`, [campaign.timeZone, now])
  const events = knex({ item: 'read.campaign_events' })
    .where({ is_active: true })
    .orderByRaw('(?)', [isOver])
    .orderByRaw(`CASE WHEN (?) THEN NULL ELSE ${begins} END`, [isOver])
    .orderByRaw(`${begins} DESC`)
    .orderBy('item.id')
    .limit(limit)
    .offset((page - 1) * limit)
  const rows = await withSeats(knex, events)
  return rows.map((row) => publicEvent(row, now))
}

export async function publicCampaignEvent(knex: Knex, id: number): Promise<PublicCampaignEvent | null> {
  const [row] = await withSeats(knex, knex({ item: 'read.campaign_events' }).where({ id, is_active: true }))
  return row ? publicEvent(row, new Date()) : null
}

export const campaignEventList: AdminListOf<CampaignEventListQuery> = {
  table: 'read.campaign_events',
  sorts: {
    createdAt: 'item.id',
    eventDate: begins,
    title: 'lower(item.title)',
    location: `lower(coalesce(item.location, ''))`,
    status: 'item.status',
  },
  filters: {
    status: (status) => ({ sql: 'item.status = ?', values: [status] }),
    category: (category) => ({ sql: 'lower(item.category) = lower(?)', values: [category] }),
    when: (when) => ({
      sql: `${endsAt} ${when === 'past' ? '<=' : '>'} ?::timestamptz`,
      values: [campaign.timeZone, new Date().toISOString()],
    }),
  },
  unfiltered: { status: { sql: 'NOT item.is_deleted' } },
  counts: { table: 'read.campaign_event_counts', filters: ['status', 'category'] },
  searched: `lower(item.title || ' ' || coalesce(item.description, '') || ' ' || coalesce(item.location, '') || ' ' || item.category)`,
}

export async function allCampaignEvents(knex: Knex, query: CampaignEventListQuery) {
  const { items, total } = await adminListPage(knex, campaignEventList, query, (rows) => withSeats(knex, rows))
  const now = new Date()
  return { items: items.map((row) => adminEvent(row, now)), total }
}
