import type { Decider, Fact } from './decider.ts'
import type { EmailCampaignKind } from './email-campaign-events.ts'

type Test = { testId: string; kind: EmailCampaignKind }

export type EmailCampaignTestCommand = Fact<'SendCampaignTest', Test>
/** An admin mailed an email campaign to themselves. */
export type EmailCampaignTestEvent = Fact<'CampaignTestSent', Test>

export const emailCampaignTestStream = (testId: string) => `campaign-test-${testId}`

export const emailCampaignTests: Decider<{ isSent: boolean }, EmailCampaignTestCommand, EmailCampaignTestEvent> = {
  initialState: { isSent: false },
  decide: ({ data }, { isSent }) => (isSent ? [] : [{ type: 'CampaignTestSent', data }]),
  evolve: () => ({ isSent: true }),
}
