import { describe, expect, it } from 'vitest'
import { at, changesBy, eventId, recorded, ruth } from '../../test/support/log/projected.ts'
import type { Verdict } from '../domain/forum/screening.ts'
import { insert, update, updateWhere } from '../kernel/projector/projection.ts'
import { forumThreadsProjection } from './forum-threads.ts'
import { placeOf } from './publications.ts'

const changes = (event: Parameters<typeof recorded>[0]) => changesBy(forumThreadsProjection, recorded(event))
const words = { subject: ruth, content: 'They wash out.' }
const written = {
  author_id: 2,
  ...words,
  status: 'pending',
  is_deleted: false,
  created_at: at,
  is_published: false,
  published_at: at,
  edited_at: null,
  revision: 0,
  has_closed_history: false,
}
const edition = { event_id: eventId, subject: ruth, at, is_hidden: false }

describe('a post', () => {
  it('is a row that is hidden until it is screened, with its first edition', () => {
    const opening = { threadId: 1, categoryId: 4, authorId: 2, ...words, title: 'Roads' }
    expect(changes({ type: 'ThreadStarted', data: opening })).toEqual([
      insert('forum_threads', {
        id: 1,
        category_id: 4,
        ...written,
        place: placeOf(1, at),
        title: 'Roads',
        is_pinned: false,
        is_locked: false,
      }),
      insert('forum_edits', { ...edition, content_id: 1, title: 'Roads', content: words.content }),
    ])
    expect(changes({ type: 'ReplyPosted', data: { threadId: 1, postId: 5, authorId: 2, ...words } })).toEqual([
      insert('forum_posts', { id: 5, thread_id: 1, ...written, place: placeOf(5, at) }),
      insert('forum_edits', { ...edition, content_id: 5, title: null, content: words.content }),
    ])
  })

  it('keeps every edition, and is pending again after an edit', () => {
    const set = { content: words.content, status: 'pending', edited_at: at, revision: 0 }
    expect(changes({ type: 'ThreadEdited', data: { threadId: 1, ...words, title: 'Rain' } })).toEqual([
      update('forum_threads', { id: 1 }, { title: 'Rain', ...set }),
      insert('forum_edits', { ...edition, content_id: 1, title: 'Rain', content: words.content }),
    ])
    expect(changes({ type: 'ReplyEdited', data: { threadId: 1, postId: 5, ...words } })).toEqual([
      update('forum_posts', { id: 5 }, set),
      insert('forum_edits', { ...edition, content_id: 5, title: null, content: words.content }),
    ])
  })
})

it.each([
  ['ThreadPinned', { is_pinned: true }],
  ['ThreadUnpinned', { is_pinned: false }],
  ['ThreadLocked', { is_locked: true }],
  ['ThreadUnlocked', { is_locked: false }],
  ['ThreadDeleted', { is_deleted: true }],
  ['ThreadRestored', { is_deleted: false }],
] as const)('%s marks the thread', (type, set) => {
  expect(changes({ type, data: { threadId: 1 } })).toEqual([update('forum_threads', { id: 1 }, set)])
})

it.each([
  ['ReplyDeleted', true],
  ['ReplyRestored', false],
] as const)('%s marks the reply', (type, isDeleted) => {
  expect(changes({ type, data: { threadId: 1, postId: 5 } })).toEqual([
    update('forum_posts', { id: 5 }, { is_deleted: isDeleted }),
  ])
})

describe('a decision', () => {
  const verdict: Verdict = {
    violationType: 'spam',
    confidence: 50,
    reason: 'It sells something.',
    suggestion: 'review',
    spans: [],
    moderator: 'test-1',
  }
  const thresholds = { review: 30, reject: 70 }
  it.each([
    ['approved', { status: 'approved', is_published: true }],
    ['held', { status: 'pending' }],
    ['refused', { status: 'rejected' }],
  ] as const)('with outcome %s by the moderator sets the status of the post', (outcome, set) => {
    const content = { threadId: 1, contentId: 5, contentType: 'post', subject: ruth } as const
    expect(changes({ type: 'ContentScreened', data: { ...content, ...verdict, thresholds, outcome } })).toEqual([
      update('forum_posts', { id: 5 }, set),
    ])
  })
  it('by people sets the status, and an approval publishes what was never public', () => {
    const content = { threadId: 1, contentId: 1, contentType: 'thread', subject: ruth } as const
    const data = { ...content, decidedBy: 'admin', adminNotes: '' } as const
    expect(changes({ type: 'ContentApproved', data })).toEqual([
      updateWhere(
        'forum_threads',
        { id: 1, is_published: false },
        { is_published: true, published_at: at, place: placeOf(1, at) },
      ),
      update('forum_threads', { id: 1 }, { status: 'approved' }),
    ])
    expect(changes({ type: 'ContentRejected', data })).toEqual([
      update('forum_threads', { id: 1 }, { status: 'rejected' }),
    ])
  })
})

it('an erasure removes text and author from the rows', () => {
  const gone = { title: '[erased]', content: '[erased]', author_id: null }
  expect(changes({ type: 'SubjectErased', data: { subject: ruth } })).toEqual([
    updateWhere('forum_threads', { subject: ruth }, gone),
    updateWhere('forum_posts', { subject: ruth }, { content: '[erased]', author_id: null }),
    updateWhere('forum_edits', { subject: ruth }, { content: '[erased]', title: null }),
  ])
})
