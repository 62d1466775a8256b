import type { Decider, Fact } from './decider.ts'
import type { CampaignKind } from './email-campaign-events.ts'

type Test = { testId: string; kind: CampaignKind }

export type CampaignTestCommand = Fact<'SendCampaignTest', Test>
/** An admin mailed a campaign to themselves. */
export type CampaignTestEvent = Fact<'CampaignTestSent', Test>

export const campaignTestStream = (testId: string) => `campaign-test-${testId}`

export const campaignTests: Decider<{ isSent: boolean }, CampaignTestCommand, CampaignTestEvent> = {
  initialState: { isSent: false },
  decide: ({ data }, { isSent }) => (isSent ? [] : [{ type: 'CampaignTestSent', data }]),
  evolve: () => ({ isSent: true }),
}
