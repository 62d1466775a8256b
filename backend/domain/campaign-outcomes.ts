import type { Decider, Fact } from './decider.ts'
import type { RecipientOutcome } from './email-campaign-events.ts'

/** Outcomes per event at most. */
export const outcomesAtOnce = 500

type Handling = { campaignId: number; batch: number; outcomes: RecipientOutcome[] }

export type CampaignOutcomeCommand = Fact<'RecordOutcomes', Handling>
export type CampaignOutcomeEvent = Fact<'RecipientsHandled', Handling>

/** Each batch has its own stream, so that a million outcomes do not slow down decisions on the campaign’s stream. */
export const campaignOutcomesStream = (campaignId: number, batch: number) => `campaign-outcomes-${campaignId}-${batch}`

export const campaignOutcomes: Decider<{ isRecorded: boolean }, CampaignOutcomeCommand, CampaignOutcomeEvent> = {
  initialState: { isRecorded: false },
  decide({ data }, { isRecorded }) {
    return isRecorded || data.outcomes.length === 0 ? [] : [{ type: 'RecipientsHandled', data }]
  },
  evolve: () => ({ isRecorded: true }),
}
