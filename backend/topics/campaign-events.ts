import type { CampaignEventEvent } from '../domain/campaign-events.ts'
import { describes, type Topic } from './topic.ts'

const item = { topic: 'campaign-events', idField: 'campaignEventId' } as const
const pages = { family: 'campaign-events', idField: 'campaignEventId' } as const

export const campaignEvents = {
  ...describes<CampaignEventEvent>(),
  events: {
    CampaignEventCreated: { item, outcome: { status: 'Scheduled' }, pages },
    CampaignEventEdited: { item, pages },
    CampaignEventCancelled: { item, outcome: { status: 'Cancelled' }, pages },
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
