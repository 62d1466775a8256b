import { it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import { type EmailCampaignOutcomeEvent, emailCampaignOutcomes } from './email-campaign-outcomes.ts'
import { emailCampaignTests } from './email-campaign-tests.ts'

const outcome = { status: 'sent', code: '250', attempts: 1, at: '2026-03-01T12:00:00.000Z' } as const
const data = { campaignId: 7, batch: 1, outcomes: [{ subject: '11111111-1111-4111-8111-111111111111', ...outcome }] }
const handled: EmailCampaignOutcomeEvent = { type: 'RecipientsHandled', data }

it('records a batch of outcomes once', () => {
  given(emailCampaignOutcomes, []).when({ type: 'RecordOutcomes', data }).then([handled])
  given(emailCampaignOutcomes, [handled]).when({ type: 'RecordOutcomes', data }).thenNothing()
})

it('records nothing without an outcome', () =>
  given(emailCampaignOutcomes, [])
    .when({ type: 'RecordOutcomes', data: { ...data, outcomes: [] } })
    .thenNothing())

it('records that an admin mailed an email campaign to themselves', () => {
  const test = { testId: 'a', kind: 'composed' } as const
  given(emailCampaignTests, [])
    .when({ type: 'SendCampaignTest', data: test })
    .then([{ type: 'CampaignTestSent', data: test }])
  given(emailCampaignTests, [{ type: 'CampaignTestSent', data: test }])
    .when({ type: 'SendCampaignTest', data: test })
    .thenNothing()
})
