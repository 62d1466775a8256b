import type { Fact } from '../../kernel/eventlog/decider.ts'
import { recordedOnce } from '../recorded-once.ts'
import type { EmailCampaignKind } from './email-campaign-events.ts'

type Test = { testId: string; kind: EmailCampaignKind }

export type EmailCampaignTestCommand = Fact<'SendCampaignTest', Test>
/** An admin mailed an email campaign to themselves. */
export type EmailCampaignTestEvent = Fact<'CampaignTestSent', Test>

export const emailCampaignTestStream = (testId: string) => `campaign-test-${testId}`

export const emailCampaignTests = recordedOnce<EmailCampaignTestCommand, EmailCampaignTestEvent>(({ data }) => ({
  type: 'CampaignTestSent',
  data,
}))
