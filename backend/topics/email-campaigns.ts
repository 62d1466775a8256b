import type { EmailCampaignEvent } from '../domain/email-campaign-events.ts'
import type { EmailCampaignOutcomeEvent } from '../domain/email-campaign-outcomes.ts'
import type { EmailCampaignSlotEvent } from '../domain/email-campaign-slots.ts'
import type { EmailCampaignTestEvent } from '../domain/email-campaign-tests.ts'
import { describes, type Topic } from './topic.ts'

type Event = EmailCampaignEvent | EmailCampaignOutcomeEvent | EmailCampaignSlotEvent | EmailCampaignTestEvent

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
    CampaignSentAgain: { item, outcome: { status: 'Sending' }, audit: { isTelling: true } },
    CampaignFailed: { item, outcome: { status: 'Failed' } },
    CampaignPaused: { item, outcome: { status: 'Paused' } },
    CampaignResumed: { item, outcome: { status: 'Sending' } },
    CampaignCancelled: { item, outcome: { status: 'Cancelled' } },
    CampaignFinished: { item, outcome: { status: 'Sent' } },
    CampaignLimitExceeded: { item },
    CampaignDeleted: { item, outcome: { status: 'Deleted', deleted: true } },
    RecipientsHandled: { item: null },
    CampaignSlotTaken: { item: null, audit: { isConsequence: true } },
    CampaignSlotReleased: { item: null, audit: { isConsequence: true } },
    CampaignTestSent: { item: null },
  },
  streams: ['campaign'],
  sequences: { email_campaign: ['campaignId'] },
} as const satisfies Topic<Event>
