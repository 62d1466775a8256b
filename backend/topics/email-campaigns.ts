import type { CampaignOutcomeEvent } from '../domain/campaign-outcomes.ts'
import type { CampaignSlotEvent } from '../domain/campaign-slots.ts'
import type { CampaignTestEvent } from '../domain/campaign-tests.ts'
import type { EmailCampaignEvent } from '../domain/email-campaign-events.ts'
import { describes, type Topic } from './topic.ts'

type Event = EmailCampaignEvent | CampaignOutcomeEvent | CampaignSlotEvent | CampaignTestEvent

const item = { topic: 'email-campaigns', idField: 'campaignId' } as const

export const emailCampaigns = {
  ...describes<Event>(),
  events: {
    CampaignDrafted: { item, outcome: { status: 'Draft' } },
    CampaignEdited: { item },
    CampaignScheduled: { item, outcome: { status: 'Scheduled' } },
    CampaignUnscheduled: { item, outcome: { status: 'Draft' } },
    CampaignApproved: { item },
    CampaignSent: { item, outcome: { status: 'Sending' } },
    CampaignFailed: { item, outcome: { status: 'Failed' } },
    CampaignPaused: { item, outcome: { status: 'Paused' } },
    CampaignResumed: { item, outcome: { status: 'Sending' } },
    CampaignCancelled: { item, outcome: { status: 'Cancelled' } },
    CampaignFinished: { item, outcome: { status: 'Sent' } },
    CampaignDeleted: { item, outcome: { status: 'Deleted', deleted: true } },
    RecipientsHandled: { item: null },
    CampaignSlotTaken: { item: null, audit: { isConsequence: true } },
    CampaignSlotReleased: { item: null, audit: { isConsequence: true } },
    CampaignTestSent: { item: null },
  },
  streams: ['campaign'],
  sequences: ['email_campaign'],
} as const satisfies Topic<Event>
