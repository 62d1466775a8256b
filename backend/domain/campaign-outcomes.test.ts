import { it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type CampaignOutcomeEvent, campaignOutcomes } from './campaign-outcomes.ts'
import { campaignTests } from './campaign-tests.ts'

const outcome = { status: 'sent', code: '250', attempts: 1, at: '2026-03-01T12:00:00.000Z' } as const
const data = { campaignId: 7, batch: 1, outcomes: [{ subject: '11111111-1111-4111-8111-111111111111', ...outcome }] }
const handled: CampaignOutcomeEvent = { type: 'RecipientsHandled', data }

it('records a batch of outcomes once', () => {
  given(campaignOutcomes, []).when({ type: 'RecordOutcomes', data }).then([handled])
  given(campaignOutcomes, [handled]).when({ type: 'RecordOutcomes', data }).thenNothing()
})

it('records nothing without an outcome', () =>
  given(campaignOutcomes, [])
    .when({ type: 'RecordOutcomes', data: { ...data, outcomes: [] } })
    .thenNothing())

it('records that an admin mailed a campaign to themselves', () => {
  const test = { testId: 'a', kind: 'composed' } as const
  given(campaignTests, [])
    .when({ type: 'SendCampaignTest', data: test })
    .then([{ type: 'CampaignTestSent', data: test }])
  given(campaignTests, [{ type: 'CampaignTestSent', data: test }])
    .when({ type: 'SendCampaignTest', data: test })
    .thenNothing()
})
