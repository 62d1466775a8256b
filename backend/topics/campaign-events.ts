import type { CampaignEventEvent } from '../domain/campaign-events.ts'
import { because, describes, type Topic } from './topic.ts'

const item = { topic: 'campaign-events', idField: 'campaignEventId' } as const
const pages = { family: 'campaign-events', idField: 'campaignEventId' } as const
const note = because('Words of the campaign, to all guests alike.', 'noteToGuests')
// Erasing a person leaves what the campaign published: staff edits or deletes it.
const impersonal = because(
  'Words of the campaign, for the public.',
  ...(['title', 'description', 'location', 'category', 'imageUrl'] as const),
)

export const campaignEvents = {
  ...describes<CampaignEventEvent>(),
  events: {
    CampaignEventCreated: { item, impersonal, outcome: { status: 'Scheduled' }, pages },
    CampaignEventEdited: { item, impersonal: { ...impersonal, ...note }, pages },
    CampaignEventCancelled: { item, impersonal: note, outcome: { status: 'Cancelled' }, pages },
    CampaignEventDeleted: { item, outcome: { status: 'Deleted', deleted: true }, pages },
    CampaignEventRestored: {
      item,
      outcome: { status: 'Inactive', isActive: false, deleted: false },
      sets: { isActive: false },
    },
  },
  streams: ['campaign'],
  sequences: { campaign_event: ['campaignEventId'] },
} as const satisfies Topic<CampaignEventEvent>
