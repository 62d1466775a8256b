import { campaignEvent, guestNote } from '../../records/campaign-events.ts'
import { impersonalIn } from '../../records/erasures.ts'
import type { CampaignEventEvent } from '../domain/campaign-events.ts'
import { describes, type Topic } from './topic.ts'

const item = { topic: 'campaign-events', idField: 'campaignEventId' } as const
const pages = { family: 'campaign-events', idField: 'campaignEventId' } as const
const impersonal = impersonalIn(campaignEvent)
const note = impersonalIn(guestNote)

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
