import { expect, it } from 'vitest'
import { at, changesBy, recorded, ruth } from '../../test/support/log/projected.ts'
import type { Verdict } from '../domain/forum/screening.ts'
import { insert, remove, update, updateWhere } from '../kernel/projector/projection.ts'
import { moderationProjection } from './moderation.ts'

const changes = (event: Parameters<typeof recorded>[0]) => changesBy(moderationProjection, recorded(event))
const content = { threadId: 1, contentId: 5, contentType: 'post', subject: ruth } as const
const key = { id: 5 }

it('stores the verdict on the latest text, with no decision yet', () => {
  const verdict: Verdict = {
    violationType: 'spam',
    confidence: 50,
    reason: 'It sells something.',
    suggestion: 'review',
    spans: [{ start: 0, end: 3 }],
    moderator: 'test-1',
  }
  const thresholds = { review: 30, reject: 70 }
  expect(changes({ type: 'ContentScreened', data: { ...content, ...verdict, thresholds, outcome: 'held' } })).toEqual([
    insert('moderation_items', {
      id: 5,
      content_type: 'post',
      thread_id: 1,
      subject: ruth,
      violation_type: 'spam',
      confidence: 50,
      reason: 'It sells something.',
      ai_suggestion: 'review',
      spans: { passages: [{ start: 0, end: 3 }] },
      moderator: 'test-1',
      outcome: 'held',
      is_open: false,
      appeal: null,
      admin_action: null,
      admin_notes: '',
      created_at: at,
      reviewed_at: null,
    }),
  ])
})

it('opens a flagged or hidden item', () => {
  for (const type of ['ContentFlagged', 'ContentHidden'] as const)
    expect(changes({ type, data: content })).toEqual([update('moderation_items', key, { is_open: true })])
  expect(changes({ type: 'AppealFiled', data: { ...content, appeal: 'It quotes.' } })).toEqual([
    update('moderation_items', key, { is_open: true, appeal: 'It quotes.' }),
  ])
})

it.each([
  ['ContentApproved', 'approve'],
  ['ContentRejected', 'reject'],
] as const)('closes an item that an admin decided: %s', (type, action) => {
  expect(changes({ type, data: { ...content, decidedBy: 'admin', adminNotes: 'Civil.' } })).toEqual([
    update('moderation_items', key, { is_open: false, admin_action: action, admin_notes: 'Civil.', reviewed_at: at }),
  ])
})

it('does not record an automatic rejection as an admin action', () => {
  expect(changes({ type: 'ContentRejected', data: { ...content, decidedBy: 'moderator', adminNotes: '' } })).toEqual([])
})

it('an erasure closes the item and deletes reason, appeal and notes', () => {
  expect(changes({ type: 'SubjectErased', data: { subject: ruth } })).toEqual([
    updateWhere('moderation_items', { subject: ruth }, { reason: '', admin_notes: '', appeal: null, is_open: false }),
  ])
})

it('stores the current policy', () => {
  const data = { thresholds: { review: 40, reject: 80 }, model: 'm2' }
  expect(changes({ type: 'ModerationPolicyChanged', data })).toEqual([
    insert('moderation_policy', { name: 'forum', review: 40, reject: 80, model: 'm2', changed_at: at }),
  ])
})

it('lists added models until they are removed', () => {
  const data = { model: 'm2', digest: 'd2', bytes: 7 }
  expect(changes({ type: 'ModerationModelAdded', data })).toEqual([
    insert('moderation_models', { version: 'm2', digest: 'd2', bytes: 7, added_at: at }),
  ])
  expect(changes({ type: 'ModerationModelRemoved', data: { model: 'm2', digest: 'd2' } })).toEqual([
    remove('moderation_models', { version: 'm2' }),
  ])
})
