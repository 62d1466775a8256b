import { expect, it } from 'vitest'
import { at, changesBy, recorded } from '../../test/support/log/projected.ts'
import { insert, update } from '../kernel/projector/projection.ts'
import { campaignEventsProjection } from './campaign-events.ts'

const rally = {
  campaignEventId: 7,
  title: 'Rally on the square',
  description: null,
  location: 'Lafayette',
  eventDate: '2026-05-09',
  startTime: '18:30',
  endTime: null,
  category: 'rally',
  capacity: 40,
  imageUrl: null,
  isActive: true,
}
const columns = {
  title: 'Rally on the square',
  description: null,
  location: 'Lafayette',
  event_date: '2026-05-09',
  start_time: '18:30',
  end_time: null,
  category: 'rally',
  capacity: 40,
  image_url: null,
  is_active: true,
}
const eventId = recorded({ type: 'CampaignEventDeleted', data: rally }).id
const changes = (event: Parameters<typeof recorded>[0]) => changesBy(campaignEventsProjection, recorded(event))
/** Calendar programs use these to tell versions apart; `recorded` gives every event the same revision and time. */
const change = { sequence: recorded({ type: 'CampaignEventDeleted', data: rally }).revision, changed_at: at }

it('a created event is a row', () => {
  expect(changes({ type: 'CampaignEventCreated', data: rally })).toEqual([
    insert('campaign_events', {
      id: 7,
      uid: eventId,
      ...columns,
      ...change,
      is_cancelled: false,
      is_deleted: false,
      created_at: at,
    }),
  ])
})

it('an edit replaces the details and nothing else', () => {
  expect(
    changes({ type: 'CampaignEventEdited', data: { ...rally, capacity: null, isActive: false, noteToGuests: null } }),
  ).toEqual([update('campaign_events', { id: 7 }, { ...columns, ...change, capacity: null, is_active: false })])
})

it('a cancellation and a deletion mark the row, and a restored event is inactive', () => {
  expect(changes({ type: 'CampaignEventCancelled', data: { campaignEventId: 7, noteToGuests: null } })).toEqual([
    update('campaign_events', { id: 7 }, { is_cancelled: true, ...change }),
  ])
  expect(changes({ type: 'CampaignEventDeleted', data: { campaignEventId: 7 } })).toEqual([
    update('campaign_events', { id: 7 }, { is_active: false, is_deleted: true, ...change }),
  ])
  expect(changes({ type: 'CampaignEventRestored', data: { campaignEventId: 7 } })).toEqual([
    update('campaign_events', { id: 7 }, { is_deleted: false, ...change }),
  ])
})
