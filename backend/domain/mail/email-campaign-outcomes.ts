import type { Decider, Fact } from '../../kernel/eventlog/decider.ts'
import type { RecipientOutcome } from './email-campaign-events.ts'

/** Outcomes per event at most. */
export const outcomesAtOnce = 500

/** `round`: 1 for the first time that an email campaign was sent again, and so on; absent before that. */
type Handling = { campaignId: number; batch: number; round?: number; outcomes: RecipientOutcome[] }

export type EmailCampaignOutcomeCommand = Fact<'RecordOutcomes', Handling>
export type EmailCampaignOutcomeEvent = Fact<'RecipientsHandled', Handling>

/**
 * Each batch has its own stream, so that a million outcomes do not slow down decisions on the email campaign’s stream.
 */
export const emailCampaignOutcomesStream = (campaignId: number, batch: number) =>
  `campaign-outcomes-${campaignId}-${batch}`

export const emailCampaignOutcomes: Decider<
  { isRecorded: boolean },
  EmailCampaignOutcomeCommand,
  EmailCampaignOutcomeEvent
> = {
  initialState: { isRecorded: false },
  decide({ data }, { isRecorded }) {
    return isRecorded || data.outcomes.length === 0 ? [] : [{ type: 'RecipientsHandled', data }]
  },
  evolve: () => ({ isRecorded: true }),
}
