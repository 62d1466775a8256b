import type { EmailCampaignEvent } from '../domain/mail/email-campaign-events.ts'
import type { EmailCampaignOutcomeEvent } from '../domain/mail/email-campaign-outcomes.ts'
import type { EmailCampaignSlotEvent } from '../domain/mail/email-campaign-slots.ts'
import type { EmailCampaignTestEvent } from '../domain/mail/email-campaign-tests.ts'
import { because, describes, generated, type Topic } from './topic.ts'

type Event = EmailCampaignEvent | EmailCampaignOutcomeEvent | EmailCampaignSlotEvent | EmailCampaignTestEvent

const item = { topic: 'email-campaigns', idField: 'campaignId' } as const
const draft = {
  ...because('Words of the campaign, written to all recipients alike.', 'name', 'subject', 'preheader', 'body'),
  ...because('Names of our segments and purposes.', 'segmentIds', 'purpose'),
  ...because('An address of the campaign, the same for all recipients.', 'replyTo'),
}
const codes = 'Status codes of mail servers and words of ours, never a text of a mail server (smtp-outcomes.ts).'
const slot = generated('slot', 'contentHash')

export const emailCampaigns = {
  ...describes<Event>(),
  events: {
    CampaignDrafted: { item, impersonal: draft, outcome: { status: 'Draft' } },
    CampaignEdited: { item, impersonal: draft },
    CampaignScheduled: { item, outcome: { status: 'Scheduled' } },
    CampaignUnscheduled: { item, outcome: { status: 'Draft' } },
    CampaignApproved: { item },
    CampaignSent: {
      item,
      impersonal: {
        ...draft,
        ...generated('position', 'recipientsHash'),
        ...because('Our rules and purposes, in our words.', 'rules', 'obeys', 'leftOut'),
      },
      outcome: { status: 'Sending' },
    },
    CampaignSentAgain: {
      item,
      impersonal: { codes },
      outcome: { status: 'Sending' },
      audit: { isTelling: true },
    },
    CampaignFailed: { item, impersonal: because('A sentence of ours.', 'reason'), outcome: { status: 'Failed' } },
    CampaignPaused: { item, outcome: { status: 'Paused' } },
    CampaignResumed: { item, outcome: { status: 'Sending' } },
    CampaignCancelled: { item, outcome: { status: 'Cancelled' } },
    CampaignFinished: { item, outcome: { status: 'Sent' } },
    CampaignLimitExceeded: { item },
    CampaignDeleted: { item, outcome: { status: 'Deleted', deleted: true } },
    RecipientsHandled: { item: null, impersonal: { outcomes: codes } },
    CampaignSlotTaken: { item: null, impersonal: slot, audit: { isConsequence: true } },
    CampaignSlotReleased: { item: null, impersonal: generated('slot'), audit: { isConsequence: true } },
    CampaignTestSent: { item: null, impersonal: generated('testId') },
  },
  streams: ['campaign'],
  sequences: { email_campaign: ['campaignId'] },
} as const satisfies Topic<Event>
