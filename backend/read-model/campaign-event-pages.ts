import type pg from 'pg'
import { campaign } from '../../contract/campaign.ts'
import { campaignClock } from '../../contract/campaign-event-times.ts'
import type { PublicCampaignEvent } from '../../contract/campaign-events.ts'
import { begins, endsAtIn } from './campaign-events.ts'

/** Content of the pages: everything public except the seats, which change with every registration. */
export type CampaignEventContent = Omit<PublicCampaignEvent, 'seatsLeft'> & {
  uid: string
  sequence: number
  changedAt: string
}

type Row = Omit<CampaignEventContent, 'status' | 'startsAt' | 'endsAt'> & { isCancelled: boolean }

const columns = `id, uid, title, description, location, event_date AS "eventDate", start_time AS "startTime",
  end_time AS "endTime", category, capacity, image_url AS "imageUrl", is_cancelled AS "isCancelled",
  created_at AS "createdAt", sequence, changed_at AS "changedAt"`

/** With its status at `now`. */
function contentOf({ isCancelled, ...row }: Row, now: Date): CampaignEventContent {
  const { startsAt, endsAt } = campaignClock.spanOf(row)
  return {
    ...row,
    status: campaignClock.statusOf({ ...row, isCancelled }, now),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}

const isOver = `${endsAtIn('$1')} <= $2`

/** In the order of the API: upcoming ones first, soonest first, then past ones, latest first. */
export async function campaignEventsInOrder(
  client: pg.ClientBase,
  { now, limit }: { now: Date; limit: number },
): Promise<CampaignEventContent[]> {
  const { rows } = await client.query<Row>(
    `SELECT ${columns} FROM read.campaign_events AS item WHERE is_active
      ORDER BY ${isOver}, CASE WHEN ${isOver} THEN NULL ELSE ${begins} END, ${begins} DESC, id LIMIT ${limit}`,
    [campaign.timeZone, now],
  )
  return rows.map((row) => contentOf(row, now))
}

/** The next event that takes place, or the one that does now; null when none is planned. */
export async function nextCampaignEvent(client: pg.ClientBase, now: Date): Promise<CampaignEventContent | null> {
  const { rows } = await client.query<Row>(
    `SELECT ${columns} FROM read.campaign_events AS item WHERE is_active AND NOT is_cancelled AND NOT ${isOver}
      ORDER BY ${begins}, id LIMIT 1`,
    [campaign.timeZone, now],
  )
  return rows[0] ? contentOf(rows[0], now) : null
}

/** The public ones among these events. */
export async function campaignEventsById(
  client: pg.ClientBase,
  ids: readonly number[],
  now: Date,
): Promise<CampaignEventContent[]> {
  const { rows } = await client.query<Row>(
    `SELECT ${columns} FROM read.campaign_events WHERE is_active AND id = ANY ($1)`,
    [ids],
  )
  return rows.map((row) => contentOf(row, now))
}

export type CampaignEventPicture = {
  id: number
  title: string
  eventDate: string
  startTime: string | null
  location: string | null
}

/** For the preview picture of a shared link. */
export async function campaignEventPictures(
  client: pg.ClientBase,
  ids: readonly number[],
): Promise<CampaignEventPicture[]> {
  const { rows } = await client.query<CampaignEventPicture>(
    `SELECT id, title, event_date AS "eventDate", start_time AS "startTime", location FROM read.campaign_events
      WHERE is_active AND id = ANY ($1)`,
    [ids],
  )
  return rows
}
