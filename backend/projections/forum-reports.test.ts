import { expect, it } from 'vitest'
import { at, changesBy, eventId, recorded, ruth } from '../../test/support/log/projected.ts'
import { insert, updateWhere } from '../kernel/projector/projection.ts'
import { forumReportsProjection } from './forum-reports.ts'

const changes = (...event: Parameters<typeof recorded>) => changesBy(forumReportsProjection, recorded(...event))
const content = { threadId: 1, contentId: 5, contentType: 'post', subject: ruth } as const
const closed = (outcome: 'kept' | 'removed') => ({
  is_open: false,
  outcome,
  decision_id: eventId,
  decided_at: at,
})

it('stores a report with its reader, open', () => {
  const data = { ...content, reason: 'spam', note: 'It sells something.' } as const
  expect(changes({ type: 'ContentReported', data }, { actor: { kind: 'user', id: 7 } })).toEqual([
    insert('forum_reports', {
      event_id: eventId,
      content_id: 5,
      thread_id: 1,
      subject: ruth,
      reporter_id: 7,
      reason: 'spam',
      note: 'It sells something.',
      created_at: at,
      is_open: true,
      outcome: null,
      decision_id: null,
      decided_at: null,
    }),
  ])
})

it('closes the open reports of a post with a decision or its deletion, and all of a thread with its deletion', () => {
  const ofPost = { content_id: 5, is_open: true }
  const decided = { ...content, decidedBy: 'admin', adminNotes: '' } as const
  expect(changes({ type: 'ContentApproved', data: decided })).toEqual([
    updateWhere('forum_reports', ofPost, closed('kept')),
  ])
  expect(changes({ type: 'ContentRejected', data: decided })).toEqual([
    updateWhere('forum_reports', ofPost, closed('removed')),
  ])
  expect(changes({ type: 'ReplyDeleted', data: { threadId: 1, postId: 5 } })).toEqual([
    updateWhere('forum_reports', ofPost, closed('removed')),
  ])
  expect(changes({ type: 'ThreadDeleted', data: { threadId: 1 } })).toEqual([
    updateWhere('forum_reports', { thread_id: 1, is_open: true }, closed('removed')),
  ])
})

it('an erasure removes the reader and the notes, of the reader and about the author', () => {
  expect(changes({ type: 'SubjectErased', data: { subject: ruth } })).toEqual([
    updateWhere('forum_reports', { subject: ruth }, { note: '', reporter_id: null }),
  ])
  const data = { userId: 7, shared: [], items: [{ topic: 'forum', id: 5 }] }
  expect(changes({ type: 'UserErased', data })).toEqual([
    updateWhere('forum_reports', { reporter_id: 7 }, { note: '', reporter_id: null }),
    updateWhere('forum_reports', { content_id: 5 }, { note: '' }),
  ])
})
