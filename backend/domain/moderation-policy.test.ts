import { describe, expect, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import {
  type ModerationPolicyCommand,
  type ModerationPolicyEvent,
  moderationPolicy,
  trial,
} from './moderation-policy.ts'
import { defaultThresholds } from './screening.ts'

const change = (review: number, reject: number): ModerationPolicyCommand => ({
  type: 'ChangeModerationPolicy',
  data: { thresholds: { review, reject } },
})
const changed = (review: number, reject: number): ModerationPolicyEvent => ({
  type: 'ModerationPolicyChanged',
  data: { thresholds: { review, reject } },
})

describe('changing the policy', () => {
  it('is a fact', () =>
    given(moderationPolicy, [])
      .when(change(40, 80))
      .then([changed(40, 80)]))
  it('to what it is does nothing', () => {
    given(moderationPolicy, []).when(change(defaultThresholds.review, defaultThresholds.reject)).thenNothing()
    given(moderationPolicy, [changed(40, 80)])
      .when(change(40, 80))
      .thenNothing()
  })
  it('is refused when refusing would begin below reviewing', () =>
    given(moderationPolicy, []).when(change(60, 50)).then('unprocessable'))
})

it('a trial tells what would have been done with the past, and with what people decided', () => {
  const past = [
    { count: 5, confidence: 10, outcome: 'approved', decision: null },
    { count: 2, confidence: 45, outcome: 'held', decision: 'approve' },
    { count: 1, confidence: 65, outcome: 'held', decision: 'reject' },
    { count: 3, confidence: 90, outcome: 'refused', decision: null },
  ] as const
  expect(trial(past, { review: 50, reject: 95 })).toEqual({
    texts: 11,
    before: { approved: 5, held: 3, refused: 3 },
    after: { approved: 7, held: 4, refused: 0 },
    peopleApproved: { approved: 2, held: 0, refused: 0 },
    peopleRejected: { approved: 0, held: 1, refused: 0 },
  })
  expect(trial([], defaultThresholds).texts).toBe(0)
})
