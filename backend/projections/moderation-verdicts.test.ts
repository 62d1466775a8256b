import { expect, it } from 'vitest'
import { at, changesBy, eventId, recorded, ruth } from '../../test/support/log/projected.ts'
import type { Verdict } from '../domain/forum/screening.ts'
import { insert, updateWhere } from '../kernel/projector/projection.ts'
import { moderationVerdictsProjection } from './moderation-verdicts.ts'

const changes = (event: Parameters<typeof recorded>[0]) => changesBy(moderationVerdictsProjection, recorded(event))
const content = { threadId: 1, contentId: 5, contentType: 'post', subject: ruth } as const
const current = { content_id: 5, is_current: true }

it('stores each verdict, and only the latest one of a post is judged', () => {
  const verdict: Verdict = {
    violationType: 'spam',
    confidence: 50,
    reason: 'It sells something.',
    suggestion: 'review',
    spans: [],
    moderator: 'test-1',
  }
  const data = { ...content, ...verdict, thresholds: { review: 30, reject: 70 }, outcome: 'held' } as const
  expect(changes({ type: 'ContentScreened', data })).toEqual([
    updateWhere('moderation_verdicts', current, { is_current: false }),
    insert('moderation_verdicts', {
      event_id: eventId,
      content_id: 5,
      violation_type: 'spam',
      outcome: 'held',
      screened_at: at,
      is_current: true,
      decision: null,
      decided_at: null,
      deleted_at: null,
    }),
  ])
  const decided = { ...content, adminNotes: '' }
  expect(changes({ type: 'ContentApproved', data: { ...decided, decidedBy: 'admin' } })).toEqual([
    updateWhere('moderation_verdicts', current, { decision: 'approve', decided_at: at }),
  ])
  expect(changes({ type: 'ContentRejected', data: { ...decided, decidedBy: 'admin' } })).toEqual([
    updateWhere('moderation_verdicts', current, { decision: 'reject', decided_at: at }),
  ])
  expect(changes({ type: 'ContentRejected', data: { ...decided, decidedBy: 'moderator' } })).toEqual([])
})

it('a deletion is a judgment until it is undone', () => {
  for (const [type, deletedAt] of [
    ['ReplyDeleted', at],
    ['ReplyRestored', null],
  ] as const)
    expect(changes({ type, data: { threadId: 1, postId: 5 } })).toEqual([
      updateWhere('moderation_verdicts', current, { deleted_at: deletedAt }),
    ])
  for (const [type, deletedAt] of [
    ['ThreadDeleted', at],
    ['ThreadRestored', null],
  ] as const)
    expect(changes({ type, data: { threadId: 5 } })).toEqual([
      updateWhere('moderation_verdicts', current, { deleted_at: deletedAt }),
    ])
})
