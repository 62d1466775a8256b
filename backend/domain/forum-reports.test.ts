import { describe, expect, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import type { ForumThreadCommand, ForumThreadEvent } from './forum-thread-events.ts'
import { forumThreads } from './forum-threads.ts'
import { defaultThresholds, type Screening } from './screening.ts'

const thread = { threadId: 1 }
const post = { ...thread, postId: 5 }
const [ofThread, ofPost] = [
  { ...thread, contentId: 1, contentType: 'thread' },
  { ...thread, contentId: 5, contentType: 'post' },
] as const
const fine: Screening = {
  classification: {
    source: 'outside',
    violationType: 'none',
    probability: 0.03,
    spans: [],
    moderator: 'test-1',
    reason: 'Fine.',
  },
  thresholds: defaultThresholds,
}
const followed = (events: readonly ForumThreadEvent[], command: ForumThreadCommand): ForumThreadEvent[] => [
  ...events,
  ...forumThreads.decide(command, events.reduce(forumThreads.evolve, forumThreads.initialState)),
]
const start: ForumThreadCommand = {
  type: 'StartThread',
  data: {
    ...thread,
    categoryId: 4,
    authorId: 2,
    subject: 'ben',
    title: 'Roads',
    content: 'They flood.',
    screening: fine,
  },
}
const respond: ForumThreadCommand = {
  type: 'PostReply',
  data: { ...post, authorId: 3, subject: 'cora', content: 'Ours too.', screening: fine },
}
const discussed = [start, respond].reduce<ForumThreadEvent[]>(followed, [])

const readers = ['dan', 'eve', 'fay', 'gus', 'hal', 'ida']
const why = { reason: 'doxxing', note: 'It names my street.' } as const
const report = (subject: string, contentId = 5): ForumThreadCommand => ({
  type: 'ReportContent',
  data: { ...thread, contentId, reporterId: 10 + readers.indexOf(subject), subject, ...why },
})
const reported = (subject: string, of: typeof ofPost | typeof ofThread = ofPost): ForumThreadEvent => ({
  type: 'ContentReported',
  data: { ...of, subject, ...why },
})
const hidden: ForumThreadEvent = { type: 'ContentHidden', data: { ...ofPost, subject: 'cora' } }
const decide = (type: 'ApproveContent' | 'RejectContent'): ForumThreadCommand => ({
  type,
  data: { ...thread, contentId: 5, adminNotes: '' },
})
const edit: ForumThreadCommand = {
  type: 'EditReply',
  data: { ...post, authorId: 3, content: 'Ours as well.', screening: fine },
}
const remove: ForumThreadCommand = { type: 'DeleteReply', data: post }

const twice = [...discussed, reported('dan'), reported('eve')]
const thrice = [...twice, reported('fay'), hidden]
const kept = followed(twice, decide('ApproveContent'))

describe('a report', () => {
  it('is recorded under the reader, and hides nothing', () =>
    given(forumThreads, discussed)
      .when(report('dan'))
      .then([reported('dan')]))
  it('by a third reader hides the post', () =>
    given(forumThreads, twice)
      .when(report('fay'))
      .then([reported('fay'), hidden]))
  it('of a thread hides the whole thread', () => {
    const threadHidden: ForumThreadEvent = { type: 'ContentHidden', data: { ...ofThread, subject: 'ben' } }
    const events = [...discussed, reported('dan', ofThread), reported('eve', ofThread)]
    given(forumThreads, events)
      .when(report('fay', 1))
      .then([reported('fay', ofThread), threadHidden])
    const reply: ForumThreadCommand = { ...respond, data: { ...respond.data, postId: 6 } }
    given(forumThreads, [...events, reported('fay', ofThread), threadHidden])
      .when(reply)
      .then('not_found')
  })
  it('is made once per reader, even once the post is hidden', () => {
    given(forumThreads, twice).when(report('dan')).thenNothing()
    given(forumThreads, thrice).when(report('fay')).thenNothing()
  })
  it('tells a fourth reader that a moderator will decide', () =>
    given(forumThreads, thrice).when(report('gus')).then('conflict'))
  it('is refused for one’s own post', () =>
    given(forumThreads, discussed)
      .when({ type: 'ReportContent', data: { ...thread, contentId: 5, reporterId: 3, subject: 'cora', ...why } })
      .then('forbidden'))
  it('does not find what readers do not see', () => {
    given(forumThreads, discussed).when(report('dan', 9)).then('not_found')
    given(forumThreads, followed(discussed, remove)).when(report('dan')).then('not_found')
    given(forumThreads, followed(discussed, { type: 'DeleteThread', data: thread }))
      .when(report('dan'))
      .then('not_found')
    given(forumThreads, [...discussed, { type: 'ContentFlagged', data: { ...ofPost, subject: 'cora' } }])
      .when(report('dan'))
      .then('not_found')
  })
})

describe('the decision about a reported post', () => {
  it.each([
    ['ApproveContent', 'ContentApproved'],
    ['RejectContent', 'ContentRejected'],
  ] as const)('is made once, hidden or still visible: %s', (type, outcome) => {
    const decided: ForumThreadEvent = {
      type: outcome,
      data: { ...ofPost, subject: 'cora', decidedBy: 'admin', adminNotes: '' },
    }
    for (const events of [twice, thrice]) given(forumThreads, events).when(decide(type)).then([decided])
    given(forumThreads, [...thrice, decided])
      .when(decide(type))
      .thenNothing()
  })
  it('to keep it stands: new reports reach the queue and do not hide it, and the same readers cannot repeat theirs', () => {
    given(forumThreads, kept).when(report('dan')).thenNothing()
    const again = [...kept, reported('fay'), reported('gus')]
    given(forumThreads, again)
      .when(report('hal'))
      .then([reported('hal')])
    given(forumThreads, [...again, reported('hal')])
      .when(report('ida'))
      .then('conflict')
    expect(followed(again, decide('RejectContent'))).toHaveLength(again.length + 1)
  })
  it('to keep it is about this text: once it is edited, three readers hide it again', () => {
    const [dan, eve] = [reported('dan'), reported('eve')]
    given(forumThreads, [...followed(kept, edit), dan, eve])
      .when(report('fay'))
      .then([reported('fay'), hidden])
  })
  it('can be appealed by the author', () =>
    given(forumThreads, followed(thrice, decide('RejectContent')))
      .when({ type: 'FileAppeal', data: { ...thread, contentId: 5, authorId: 3, appeal: 'It is a public street.' } })
      .then([{ type: 'AppealFiled', data: { ...ofPost, subject: 'cora', appeal: 'It is a public street.' } }]))
})

it('an edit does not shake off open reports', () =>
  given(forumThreads, followed(twice, edit))
    .when(report('fay'))
    .then([reported('fay'), hidden]))

it('a deletion answers the reports: they no longer count after a restoration', () =>
  given(forumThreads, followed(followed(twice, remove), { type: 'RestoreReply', data: post }))
    .when(report('fay'))
    .then([reported('fay')]))
