import { expect, it } from 'vitest'
import type { EventMetadata } from '../kernel/eventlog/metadata.ts'
import { increment, update } from '../kernel/projector/projection.ts'
import { pageTagsProjection } from './page-tags.ts'

const metadata: EventMetadata = {
  at: '2026-01-02T03:04:05.000Z',
  actor: { kind: 'system' },
  requestId: 'request',
  correlationId: 'correlation',
  command: 'Test',
  schemaVersion: 1,
}
const changesOf = (event: object) => Reflect.apply(pageTagsProjection.onEvery ?? (() => []), undefined, [event])

const recorded = { id: 'event', stream: 'stream', revision: 0, position: '1', metadata }

it('increments the tag of all content by people when one of them is erased', () => {
  const event = { ...recorded, type: 'SubjectErased', data: { subject: 'someone' } }
  expect(changesOf(event)).toEqual([increment('page_tags', { tag: 'erasures' }, { version: 1 })])
})

it.each([
  ['PrayerApproved', { prayerId: 7 }, 'prayers'],
  ['PrayerDeleted', { prayerId: 7 }, 'prayers'],
  ['EndorsementApproved', { endorsementId: 7 }, 'endorsements'],
  ['EndorsementDeleted', { endorsementId: 7 }, 'endorsements'],
])('increments the tags of the item and its list on %s, and records when', (type, data, tag) => {
  const event = { ...recorded, type, data }
  expect(changesOf(event)).toEqual([
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
  expect(
    changesOf({ ...recorded, type, data: { prayerId: 7, endorsementId: 7, articleId: 7, campaignEventId: 7 } }),
  ).toEqual([])
})

it.each(['ArticleEdited', 'ArticlePublished', 'ArticleUnpublished', 'ArticleDeleted'])(
  'increments the tags of the item and its list on %s, and records when',
  (type) => {
    const event = { ...recorded, type, data: { articleId: 7 } }
    expect(changesOf(event)).toEqual([
      increment('page_tags', { tag: 'news' }, { version: 1 }),
      increment('page_tags', { tag: 'news:7' }, { version: 1 }),
      update('page_tags', { tag: 'news:7' }, { family: 'news', item_id: 7, moved_at: metadata.at }),
    ])
  },
)

it.each(['CampaignEventCreated', 'CampaignEventEdited', 'CampaignEventCancelled', 'CampaignEventDeleted'])(
  'increments the tags of the event and the calendar on %s, and records when',
  (type) => {
    const event = { ...recorded, type, data: { campaignEventId: 7 } }
    expect(changesOf(event)).toEqual([
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
    const event = { ...recorded, type, data: { threadId: 7 } }
    expect(changesOf(event)).toEqual([
      increment('page_tags', { tag: 'forum-threads' }, { version: 1 }),
      increment('page_tags', { tag: 'forum-threads:7' }, { version: 1 }),
      update('page_tags', { tag: 'forum-threads:7' }, { family: 'forum-threads', item_id: 7, moved_at: metadata.at }),
    ])
  },
)
