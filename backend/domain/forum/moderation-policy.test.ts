import { describe, expect, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import {
  type ModerationPolicyCommand,
  type ModerationPolicyEvent,
  maxModels,
  moderationPolicy,
  trial,
} from './moderation-policy.ts'
import { defaultThresholds } from './screening.ts'

const { review, reject } = defaultThresholds
const change = (review: number, reject: number, model?: string | null): ModerationPolicyCommand => ({
  type: 'ChangeModerationPolicy',
  data: { thresholds: { review, reject }, model },
})
const changed = (review: number, reject: number, model: string | null = null): ModerationPolicyEvent => ({
  type: 'ModerationPolicyChanged',
  data: { thresholds: { review, reject }, model },
})
const file = (model: string, digest = `digest of ${model}`) => ({ model, digest, bytes: 7 })
const add = (model: string, digest?: string): ModerationPolicyCommand => ({
  type: 'AddModerationModel',
  data: file(model, digest),
})
const added = (model: string): ModerationPolicyEvent => ({ type: 'ModerationModelAdded', data: file(model) })
const remove = (model: string): ModerationPolicyCommand => ({ type: 'RemoveModerationModel', data: { model } })
const removed = (model: string): ModerationPolicyEvent => ({
  type: 'ModerationModelRemoved',
  data: { model, digest: `digest of ${model}` },
})

describe('changing the policy', () => {
  it('is recorded', () =>
    given(moderationPolicy, [])
      .when(change(40, 80))
      .then([changed(40, 80)]))
  it('to the same values does nothing', () => {
    given(moderationPolicy, []).when(change(review, reject)).thenNothing()
    given(moderationPolicy, [])
      .when(change(review, reject, null))
      .thenNothing()
    given(moderationPolicy, [added('m2'), changed(40, 80, 'm2')])
      .when(change(40, 80, 'm2'))
      .thenNothing()
  })
  it('is refused when the threshold for rejecting is below the one for review', () =>
    given(moderationPolicy, []).when(change(60, 50)).then('unprocessable'))
  it('can select an added model, and the bundled one again', () => {
    given(moderationPolicy, [added('m2')])
      .when(change(review, reject, 'm2'))
      .then([changed(review, reject, 'm2')])
    given(moderationPolicy, [added('m2'), changed(40, 80, 'm2')])
      .when(change(40, 80, null))
      .then([changed(40, 80, null)])
  })
  it('of the thresholds alone keeps the model', () =>
    given(moderationPolicy, [added('m2'), changed(40, 80, 'm2')])
      .when(change(50, 80))
      .then([changed(50, 80, 'm2')]))
  it('to a model that is unknown or was removed is refused', () => {
    given(moderationPolicy, [])
      .when(change(40, 80, 'm2'))
      .then('not_found')
    given(moderationPolicy, [added('m2'), removed('m2')])
      .when(change(40, 80, 'm2'))
      .then('not_found')
  })
})

describe('adding a model', () => {
  it('is recorded, and does not select the model yet', () =>
    given(moderationPolicy, [])
      .when(add('m2'))
      .then([added('m2')]))
  it('twice does nothing', () =>
    given(moderationPolicy, [added('m2')])
      .when(add('m2'))
      .thenNothing())
  it('again after its removal is recorded again', () =>
    given(moderationPolicy, [added('m2'), removed('m2')])
      .when(add('m2'))
      .then([added('m2')]))
  it('is refused when another file has or had its version', () => {
    given(moderationPolicy, [added('m2')])
      .when(add('m2', 'other'))
      .then('conflict')
    given(moderationPolicy, [added('m2'), removed('m2')])
      .when(add('m2', 'other'))
      .then('conflict')
  })
  it('is refused when there are ten', () => {
    const ten = Array.from({ length: maxModels }, (_, at) => added(`m${at}`))
    given(moderationPolicy, ten).when(add('one-more')).then('conflict')
    given(moderationPolicy, [...ten, removed('m3')])
      .when(add('one-more'))
      .then([added('one-more')])
  })
})

describe('removing a model', () => {
  it('is recorded', () =>
    given(moderationPolicy, [added('m2')])
      .when(remove('m2'))
      .then([removed('m2')]))
  it('twice does nothing', () =>
    given(moderationPolicy, [added('m2'), removed('m2')])
      .when(remove('m2'))
      .thenNothing())
  it('that was never added is refused', () => given(moderationPolicy, []).when(remove('m2')).then('not_found'))
  it('that is selected is refused', () =>
    given(moderationPolicy, [added('m2'), changed(30, 70, 'm2')])
      .when(remove('m2'))
      .then('conflict'))
})

describe('a trial', () => {
  const past = [
    { count: 5, confidence: 10, outcome: 'approved', decision: null },
    { count: 2, confidence: 45, outcome: 'held', decision: 'approve' },
    { count: 1, confidence: 65, outcome: 'held', decision: 'reject' },
    { count: 3, confidence: 90, outcome: 'refused', decision: null },
  ] as const

  it('compares the policy with past outcomes and with decisions by people', () => {
    expect(trial({ review: 50, reject: 95 }, { past, decided: past, texts: [] })).toEqual({
      texts: 11,
      before: { approved: 5, held: 3, refused: 3 },
      after: { approved: 7, held: 4, refused: 0 },
      peopleApproved: { approved: 2, held: 0, refused: 0 },
      peopleRejected: { approved: 0, held: 1, refused: 0 },
      differences: [],
    })
    expect(trial(defaultThresholds, { past: [], decided: [], texts: [] }).texts).toBe(0)
  })

  it('lists texts that the policy would decide against a person’s decision; texts that it would hold do not count', () => {
    const text = (id: number, confidence: number, decision: 'approve' | 'reject') =>
      ({ id, text: `Text ${id}`, confidence, decision }) as const
    const texts = [text(6, 80, 'approve'), text(5, 60, 'approve'), text(4, 10, 'reject'), text(3, 50, 'reject')]
    expect(trial(defaultThresholds, { past: [], decided: [], texts }).differences).toEqual([
      { id: 6, text: 'Text 6', confidence: 80, decision: 'approve', outcome: 'refused' },
      { id: 4, text: 'Text 4', confidence: 10, decision: 'reject', outcome: 'approved' },
    ])
  })

  it('lists at most twenty of them, by their first 300 characters', () => {
    const texts = Array.from(
      { length: 30 },
      (_, id) => ({ id, text: '🌽'.repeat(400), confidence: 99, decision: 'approve' }) as const,
    )
    const { differences } = trial(defaultThresholds, { past: [], decided: [], texts })
    expect(differences).toHaveLength(20)
    expect(differences[0]?.text).toBe('🌽'.repeat(300))
  })
})
