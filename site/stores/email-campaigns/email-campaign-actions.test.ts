import { expect, test } from 'vitest'
import type { EmailCampaign } from '../../../contract/email-campaigns.ts'
import { lacksApproval, stepsOf } from './email-campaign-actions.ts'

const emailCampaign: EmailCampaign = {
  id: 1,
  kind: 'composed',
  name: 'Town hall',
  subject: 'Thursday',
  preheader: '',
  body: 'Come.',
  segmentIds: ['donors'],
  purpose: null,
  replyTo: null,
  obeys: ['campaignNews'],
  status: 'draft',
  scheduledFor: null,
  sentAt: null,
  finishedAt: null,
  createdAt: '2026-03-04T17:00:00.000Z',
  createdBy: 'Ada Byron',
  createdById: 7,
  needsApproval: false,
  approvedBy: null,
  rewrittenBy: null,
  pausedBecause: null,
  exceededBy: null,
  failedBecause: null,
  progress: null,
  revision: 1,
}

const everything = () => true

test.each([
  ['draft', []],
  ['scheduled', ['unschedule', 'cancel']],
  ['sending', ['pause', 'cancel']],
  ['paused', ['resume', 'cancel']],
  ['sent', []],
  ['cancelled', []],
  ['failed', ['unschedule']],
] as const)('the possible actions for a campaign that is %s', (status, steps) => {
  expect(stepsOf({ ...emailCampaign, status }, 8, everything)).toEqual(steps)
})

test('who may only draft can stop a sending, and nothing else', () => {
  const steps = (['sending', 'paused', 'scheduled', 'failed'] as const).map((status) =>
    stepsOf({ ...emailCampaign, status }, 8, (right) => right === 'drafts'),
  )
  expect(steps).toEqual([['pause'], [], ['unschedule'], ['unschedule']])
  expect(stepsOf({ ...emailCampaign, needsApproval: true }, 8, (right) => right === 'drafts')).toEqual([])
})

test('a large email campaign asks for approval until it has it', () => {
  const large = { ...emailCampaign, needsApproval: true }
  expect(stepsOf(large, 8, everything)).toEqual(['approve'])
  expect(stepsOf({ ...large, approvedBy: 'Second Admin' }, 8, everything)).toEqual([])
})

test('its author needs another admin, who may have the same name', () => {
  const large = { ...emailCampaign, needsApproval: true }
  expect([stepsOf(large, 7, everything), lacksApproval(large, 7)]).toEqual([[], true])
  expect(lacksApproval(large, 8)).toBe(false)
  expect(lacksApproval({ ...large, approvedBy: 'Ada Byron' }, 7)).toBe(false)
})
