import type { CampaignEventEvent } from '../domain/campaign-events.ts'
import type { Fact } from '../domain/decider.ts'
import type { EndorsementEvent } from '../domain/endorsements.ts'
import type { ForumThreadEvent } from '../domain/forum-thread-events.ts'
import type { ArticleEvent } from '../domain/news.ts'
import type { PrayerEvent } from '../domain/prayers.ts'
import type { SubjectEvent } from '../domain/subjects.ts'
import type { Recorded } from '../eventlog/metadata.ts'
import { increment, type Projection, type RowChange, update } from './projection.ts'
import type { UserErased } from './user-erasures.ts'

const changed = (tag: string) => [increment('page_tags', { tag }, { version: 1 })]

/**
 * One item of a family has changed, and with it the list: both 'news:7' and 'news' are incremented, so that the count
 * of a list is always the sum of its items. `moved_at` says where to look first (docs/decisions/0011-page-families.md).
 */
export const itemChanged = (family: string, id: number, at: string): RowChange[] => {
  const tag = `${family}:${id}`
  return [...changed(family), ...changed(tag), update('page_tags', { tag }, { family, item_id: id, moved_at: at })]
}

const threadMoved = ({ data, metadata }: Recorded<Fact<string, { threadId: number }>>) =>
  itemChanged('forum-threads', data.threadId, metadata.at)

/** Table `page_tags`: how often the public content under a tag has changed; projected pages watch it. */
export const pageTagsProjection: Projection<
  ArticleEvent | PrayerEvent | EndorsementEvent | CampaignEventEvent | ForumThreadEvent | SubjectEvent | UserErased
> = {
  name: 'page-tags',
  version: 4,
  tables: {
    page_tags: {
      columns: {
        tag: 'text NOT NULL',
        version: 'bigint NOT NULL',
        /** Tag of the list; set only on the tags of items. */
        family: 'text',
        item_id: 'integer',
        moved_at: 'timestamptz',
      },
      primaryKey: ['tag'],
      indexes: {
        page_tags_lists: '(tag) WHERE family IS NULL',
        page_tags_moved: '(family, moved_at DESC) WHERE family IS NOT NULL',
      },
    },
  },
  on: {
    PrayerApproved: ({ data, metadata }) => itemChanged('prayers', data.prayerId, metadata.at),
    PrayerDeleted: ({ data, metadata }) => itemChanged('prayers', data.prayerId, metadata.at),
    EndorsementApproved: ({ data, metadata }) => itemChanged('endorsements', data.endorsementId, metadata.at),
    EndorsementDeleted: ({ data, metadata }) => itemChanged('endorsements', data.endorsementId, metadata.at),
    CampaignEventCreated: ({ data, metadata }) => itemChanged('campaign-events', data.campaignEventId, metadata.at),
    CampaignEventEdited: ({ data, metadata }) => itemChanged('campaign-events', data.campaignEventId, metadata.at),
    CampaignEventCancelled: ({ data, metadata }) => itemChanged('campaign-events', data.campaignEventId, metadata.at),
    CampaignEventDeleted: ({ data, metadata }) => itemChanged('campaign-events', data.campaignEventId, metadata.at),
    ArticleEdited: ({ data, metadata }) => itemChanged('news', data.articleId, metadata.at),
    ArticlePublished: ({ data, metadata }) => itemChanged('news', data.articleId, metadata.at),
    ArticleUnpublished: ({ data, metadata }) => itemChanged('news', data.articleId, metadata.at),
    ArticleDeleted: ({ data, metadata }) => itemChanged('news', data.articleId, metadata.at),
    ThreadStarted: threadMoved,
    ThreadEdited: threadMoved,
    ThreadPinned: threadMoved,
    ThreadUnpinned: threadMoved,
    ThreadLocked: threadMoved,
    ThreadUnlocked: threadMoved,
    ThreadDeleted: threadMoved,
    ThreadRestored: threadMoved,
    ReplyPosted: threadMoved,
    ReplyEdited: threadMoved,
    ReplyDeleted: threadMoved,
    ReplyRestored: threadMoved,
    ContentScreened: threadMoved,
    ContentFlagged: threadMoved,
    ContentApproved: threadMoved,
    ContentRejected: threadMoved,
    // Which pages carry the person’s text is unknown here, so every page with user content watches this tag.
    SubjectErased: () => changed('erasures'),
    UserErased: () => changed('erasures'),
  },
}
