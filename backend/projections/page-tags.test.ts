import { expect, it } from 'vitest'
import type { EventMetadata } from '../eventlog/metadata.ts'
import { pageTagsProjection } from './page-tags.ts'
import { increment, update } from './projection.ts'

const metadata: EventMetadata = {
  at: '2026-01-02T03:04:05.000Z',
  actor: { kind: 'system' },
  requestId: 'request',
  correlationId: 'correlation',
  command: 'Test',
  schemaVersion: 1,
}
const recorded = { id: 'event', stream: 'stream', revision: 0, position: '1', metadata }

it('increments the tag of all content by people when one of them is erased', () => {
  const handlers: Record<string, ((event: never) => unknown) | undefined> = pageTagsProjection.on
  const event = { ...recorded, type: 'SubjectErased', data: { subject: 'someone' } }
  expect(Reflect.apply(handlers.SubjectErased ?? (() => []), undefined, [event])).toEqual([
    increment('page_tags', { tag: 'erasures' }, { version: 1 }),
  ])
})

it.each([
  ['PrayerApproved', { prayerId: 7 }, 'prayers'],
  ['PrayerDeleted', { prayerId: 7 }, 'prayers'],
  ['EndorsementApproved', { endorsementId: 7 }, 'endorsements'],
  ['EndorsementDeleted', { endorsementId: 7 }, 'endorsements'],
])('increments the tags of the item and its list on %s, and records when', (type, data, tag) => {
  const handlers: Record<string, ((event: never) => unknown) | undefined> = pageTagsProjection.on
  const event = { ...recorded, type, data }
  expect(Reflect.apply(handlers[type] ?? (() => []), undefined, [event])).toEqual([
    increment('page_tags', { tag }, { version: 1 }),
    increment('page_tags', { tag: `${tag}:7` }, { version: 1 }),
    update('page_tags', { tag: `${tag}:7` }, { family: tag, item_id: 7, moved_at: metadata.at }),
  ])
})

it.each([
  'PrayerSubmitted',
  'PrayerRejected',
  'PrayerRestored',
  'EndorsementRejected',
  'EndorsementRestored',
  'ArticleCreated',
  'ArticleRestored',
  'CampaignEventRestored',
])('ignores %s: nothing public changes before an approval, a publication or an edit', (type) => {
  expect(Object.keys(pageTagsProjection.on)).not.toContain(type)
})

it.each(['ArticleEdited', 'ArticlePublished', 'ArticleUnpublished', 'ArticleDeleted'])(
  'increments the tags of the item and its list on %s, and records when',
  (type) => {
    const handlers: Record<string, ((event: never) => unknown) | undefined> = pageTagsProjection.on
    const event = { ...recorded, type, data: { articleId: 7 } }
    expect(Reflect.apply(handlers[type] ?? (() => []), undefined, [event])).toEqual([
      increment('page_tags', { tag: 'news' }, { version: 1 }),
      increment('page_tags', { tag: 'news:7' }, { version: 1 }),
      update('page_tags', { tag: 'news:7' }, { family: 'news', item_id: 7, moved_at: metadata.at }),
    ])
  },
)

it.each(['CampaignEventCreated', 'CampaignEventEdited', 'CampaignEventCancelled', 'CampaignEventDeleted'])(
  'increments the tags of the event and the calendar on %s, and records when',
  (type) => {
    const handlers: Record<string, ((event: never) => unknown) | undefined> = pageTagsProjection.on
    const event = { ...recorded, type, data: { campaignEventId: 7 } }
    expect(Reflect.apply(handlers[type] ?? (() => []), undefined, [event])).toEqual([
      increment('page_tags', { tag: 'campaign-events' }, { version: 1 }),
      increment('page_tags', { tag: 'campaign-events:7' }, { version: 1 }),
      update(
        'page_tags',
        { tag: 'campaign-events:7' },
        { family: 'campaign-events', item_id: 7, moved_at: metadata.at },
      ),
    ])
  },
)

it.each(['ThreadStarted', 'ReplyPosted', 'ReplyDeleted', 'ThreadRestored', 'ContentScreened', 'ContentApproved'])(
  'increments the tags of the thread and the forum on %s, and records when',
  (type) => {
    const handlers: Record<string, ((event: never) => unknown) | undefined> = pageTagsProjection.on
    const event = { ...recorded, type, data: { threadId: 7 } }
    expect(Reflect.apply(handlers[type] ?? (() => []), undefined, [event])).toEqual([
      increment('page_tags', { tag: 'forum-threads' }, { version: 1 }),
      increment('page_tags', { tag: 'forum-threads:7' }, { version: 1 }),
      update('page_tags', { tag: 'forum-threads:7' }, { family: 'forum-threads', item_id: 7, moved_at: metadata.at }),
    ])
  },
)
