import { describe, expect, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import type { ForumThreadCommand, ForumThreadEvent } from './forum-thread-events.ts'
import { forumThreads, maxReplies } from './forum-threads.ts'
import { defaultThresholds, type Outcome, type Screening, type Verdict, verdictOn } from './screening.ts'

const thresholds = defaultThresholds
const said = { reason: 'It attacks people instead of what they say.', spans: [], moderator: 'test-1' }
const screeningAt = (confidence: number): Screening => ({
  classification: { source: 'outside', violationType: 'harassment', probability: confidence / 100, ...said },
  thresholds,
})
const [fine, heated, vile] = [screeningAt(3), screeningAt(52), screeningAt(91)]
const verdictOf = ({ classification }: Screening): Verdict & { outcome: Outcome } => {
  const confidence = classification.probability * 100
  if (confidence < 30) return { ...said, violationType: 'none', confidence, suggestion: 'approve', outcome: 'approved' }
  const type = { ...said, violationType: 'harassment', confidence } as const
  return confidence < 70
    ? { ...type, suggestion: 'review', outcome: 'held' }
    : { ...type, suggestion: 'reject', outcome: 'refused' }
}

const thread = { threadId: 1 }
const opening = { ...thread, categoryId: 4, authorId: 2, subject: 'ben', title: 'Roads', content: 'They wash out.' }
const started: ForumThreadEvent = { type: 'ThreadStarted', data: opening }
const own = { ...thread, contentId: 1, contentType: 'thread', subject: 'ben' } as const
const post = { ...thread, postId: 5 }
const reply = { ...post, authorId: 3, subject: 'cora', content: 'Ours too.' }
const posted: ForumThreadEvent = { type: 'ReplyPosted', data: reply }
const ofPost = { ...thread, contentId: 5, contentType: 'post', subject: 'cora' } as const
type Content = typeof own | typeof ofPost

const screened = (content: Content, screening: Screening): ForumThreadEvent => ({
  type: 'ContentScreened',
  data: { ...content, ...verdictOf(screening), thresholds },
})
const flagged = (content: Content): ForumThreadEvent => ({ type: 'ContentFlagged', data: content })
const refused = (content: Content): ForumThreadEvent => ({
  type: 'ContentRejected',
  data: { ...content, decidedBy: 'moderator', adminNotes: '' },
})
const decided = (type: 'ContentApproved' | 'ContentRejected', content: Content): ForumThreadEvent => ({
  type,
  data: { ...content, decidedBy: 'admin', adminNotes: 'Civil enough.' },
})
const appealFiled = (content: Content): ForumThreadEvent => ({
  type: 'AppealFiled',
  data: { ...content, appeal: 'It quotes a statute.' },
})
const edited = (content: string): ForumThreadEvent => ({
  type: 'ThreadEdited',
  data: { ...thread, subject: 'ben', title: 'Roads', content },
})

const open = [started, screened(own, fine)]
const discussed = [...open, posted, screened(ofPost, fine)]
const held = [...open, posted, screened(ofPost, heated), flagged(ofPost)]
const refusedReply = [...open, posted, screened(ofPost, vile), refused(ofPost)]
const locked: ForumThreadEvent = { type: 'ThreadLocked', data: thread }
const deleted: ForumThreadEvent = { type: 'ThreadDeleted', data: thread }

const start = (screening: Screening): ForumThreadCommand => ({ type: 'StartThread', data: { ...opening, screening } })
const respond = (screening = fine): ForumThreadCommand => ({ type: 'PostReply', data: { ...reply, screening } })
const editThread = (content: string, screening = fine, authorId = 2): ForumThreadCommand => ({
  type: 'EditThread',
  data: { ...thread, authorId, title: 'Roads', content, screening },
})
const editReply = (content: string, screening = fine, authorId = 3): ForumThreadCommand => ({
  type: 'EditReply',
  data: { ...post, authorId, content, screening },
})
const decide = (type: 'ApproveContent' | 'RejectContent', contentId = 5): ForumThreadCommand => ({
  type,
  data: { ...thread, contentId, adminNotes: 'Civil enough.' },
})
const appeal = (authorId = 3): ForumThreadCommand => ({
  type: 'FileAppeal',
  data: { ...thread, contentId: 5, authorId, appeal: 'It quotes a statute.' },
})

describe('starting a thread', () => {
  it('publishes a post that passes screening', () =>
    given(forumThreads, [])
      .when(start(fine))
      .then([started, screened(own, fine)]))
  it('holds a doubtful post for review', () =>
    given(forumThreads, [])
      .when(start(heated))
      .then([started, screened(own, heated), flagged(own)]))
  it('rejects a clear violation, and keeps it for an appeal', () =>
    given(forumThreads, [])
      .when(start(vile))
      .then([started, screened(own, vile), refused(own)]))
  it('is rejected when the id is already taken', () => given(forumThreads, open).when(start(fine)).then('conflict'))
})

describe('replying', () => {
  it('adds to an open thread', () =>
    given(forumThreads, open)
      .when(respond())
      .then([posted, screened(ofPost, fine)]))
  it('is held or rejected like a thread', () => {
    given(forumThreads, open)
      .when(respond(heated))
      .then([posted, screened(ofPost, heated), flagged(ofPost)])
    given(forumThreads, open)
      .when(respond(vile))
      .then([posted, screened(ofPost, vile), refused(ofPost)])
  })
  it('is rejected when the thread is locked, deleted, not public or unknown', () => {
    given(forumThreads, [...open, locked])
      .when(respond())
      .then('conflict')
    given(forumThreads, [...open, deleted])
      .when(respond())
      .then('not_found')
    given(forumThreads, [started, screened(own, heated), flagged(own)])
      .when(respond())
      .then('not_found')
    given(forumThreads, []).when(respond()).then('not_found')
  })
  it('is rejected when the id is taken or the thread is full', () => {
    given(forumThreads, discussed).when(respond()).then('conflict')
    const many = Array.from(
      { length: maxReplies },
      (_, n): ForumThreadEvent => ({
        type: 'ReplyPosted',
        data: { ...reply, postId: 10 + n },
      }),
    )
    given(forumThreads, [...open, ...many])
      .when(respond())
      .then('conflict')
  })
})

describe('editing', () => {
  it('changes the text and screens it again', () => {
    given(forumThreads, open)
      .when(editThread('They flood.'))
      .then([edited('They flood.'), screened(own, fine)])
    given(forumThreads, discussed)
      .when(editReply('Ours flood.', heated))
      .then([
        { type: 'ReplyEdited', data: { ...post, subject: 'cora', content: 'Ours flood.' } },
        screened(ofPost, heated),
        flagged(ofPost),
      ])
  })
  it('does nothing when nothing changes', () => {
    given(forumThreads, open).when(editThread('They wash out.')).thenNothing()
    given(forumThreads, discussed).when(editReply('Ours too.')).thenNothing()
  })
  it('is only for the author', () => {
    given(forumThreads, open)
      .when(editThread('Mine.', fine, 3))
      .then('forbidden')
    given(forumThreads, discussed)
      .when(editReply('Mine.', fine, 2))
      .then('forbidden')
  })
  it('rejects a text that would not be published, and keeps the old one', () =>
    given(forumThreads, open).when(editThread('Vile.', vile)).then('unprocessable'))
  it('is rejected while the post is held, after it was rejected, and in a locked thread', () => {
    given(forumThreads, held).when(editReply('Calm.')).then('conflict')
    given(forumThreads, refusedReply).when(editReply('Calm.')).then('conflict')
    given(forumThreads, [...discussed, locked])
      .when(editReply('Late.'))
      .then('conflict')
    given(forumThreads, [...open, locked])
      .when(editThread('Late.'))
      .then('conflict')
  })
  it('does not find deleted or unknown posts', () => {
    given(forumThreads, [...discussed, { type: 'ReplyDeleted', data: post }])
      .when(editReply('Gone.'))
      .then('not_found')
    given(forumThreads, [...discussed, deleted])
      .when(editReply('Gone.'))
      .then('not_found')
    given(forumThreads, []).when(editThread('Nothing.')).then('not_found')
  })
})

describe.each([
  ['PinThread', 'ThreadPinned', 'UnpinThread', 'ThreadUnpinned'],
  ['LockThread', 'ThreadLocked', 'UnlockThread', 'ThreadUnlocked'],
] as const)('%s', (on, isOn, off, isOff) => {
  it('takes effect once, and can be undone once', () => {
    given(forumThreads, open)
      .when({ type: on, data: thread })
      .then([{ type: isOn, data: thread }])
    given(forumThreads, [...open, { type: isOn, data: thread }])
      .when({ type: on, data: thread })
      .thenNothing()
    given(forumThreads, [...open, { type: isOn, data: thread }])
      .when({ type: off, data: thread })
      .then([{ type: isOff, data: thread }])
    given(forumThreads, [...open, { type: isOn, data: thread }, { type: isOff, data: thread }])
      .when({ type: off, data: thread })
      .thenNothing()
  })
  it('does not find a deleted or unknown thread', () => {
    for (const type of [on, off]) {
      given(forumThreads, [...open, deleted])
        .when({ type, data: thread })
        .then('not_found')
      given(forumThreads, []).when({ type, data: thread }).then('not_found')
    }
  })
})

const deletions: [what: string, ...ForumThreadCommand[]][] = [
  ['a thread', { type: 'DeleteThread', data: thread }, { type: 'RestoreThread', data: thread }],
  ['a reply', { type: 'DeleteReply', data: post }, { type: 'RestoreReply', data: post }],
]
const events: ForumThreadEvent[][] = [
  [deleted, { type: 'ThreadRestored', data: thread }],
  [
    { type: 'ReplyDeleted', data: post },
    { type: 'ReplyRestored', data: post },
  ],
]
describe.each(deletions.map(([what, ...commands], index) => ({ what, commands, events: events[index] ?? [] })))(
  'deleting $what',
  ({ commands: [remove = respond(), restore = respond()], events: [removed = posted, restored = posted] }) => {
    it('takes effect once, and can be undone once', () => {
      given(forumThreads, discussed).when(remove).then([removed])
      given(forumThreads, [...discussed, removed])
        .when(remove)
        .thenNothing()
      given(forumThreads, [...discussed, removed])
        .when(restore)
        .then([restored])
      given(forumThreads, [...discussed, removed, restored])
        .when(restore)
        .thenNothing()
    })
    it('does not find an unknown id', () => {
      for (const command of [remove, restore]) given(forumThreads, []).when(command).then('not_found')
    })
  },
)

describe('an admin', () => {
  it.each([
    ['ApproveContent', 'ContentApproved'],
    ['RejectContent', 'ContentRejected'],
  ] as const)('decides a held post: %s', (type, outcome) =>
    given(forumThreads, held)
      .when(decide(type))
      .then([decided(outcome, ofPost)]),
  )
  it('decides once: repeating the decision does nothing, reversing it is rejected', () => {
    const approved = [...held, decided('ContentApproved', ofPost)]
    given(forumThreads, approved).when(decide('ApproveContent')).thenNothing()
    given(forumThreads, approved).when(decide('RejectContent')).then('conflict')
    const rejected = [...held, decided('ContentRejected', ofPost)]
    given(forumThreads, rejected).when(decide('RejectContent')).thenNothing()
    given(forumThreads, rejected).when(decide('ApproveContent')).then('conflict')
  })
  it('cannot decide on a deleted or unknown post', () => {
    given(forumThreads, [...held, { type: 'ReplyDeleted', data: post }])
      .when(decide('ApproveContent'))
      .then('not_found')
    given(forumThreads, [...held, deleted])
      .when(decide('ApproveContent'))
      .then('not_found')
    given(forumThreads, held).when(decide('ApproveContent', 9)).then('not_found')
  })
})

describe('an appeal', () => {
  it('reopens a rejection', () =>
    given(forumThreads, refusedReply)
      .when(appeal())
      .then([appealFiled(ofPost)]))
  it('is filed once, and decided once', () => {
    const waiting = [...refusedReply, appealFiled(ofPost)]
    given(forumThreads, waiting).when(appeal()).thenNothing()
    given(forumThreads, waiting)
      .when(decide('ApproveContent'))
      .then([decided('ContentApproved', ofPost)])
    const upheld = [...waiting, decided('ContentRejected', ofPost)]
    given(forumThreads, waiting)
      .when(decide('RejectContent'))
      .then([decided('ContentRejected', ofPost)])
    given(forumThreads, upheld).when(decide('RejectContent')).thenNothing()
    given(forumThreads, upheld).when(appeal()).then('conflict')
  })
  it('is only for the author of a rejected post', () => {
    given(forumThreads, refusedReply).when(appeal(2)).then('not_found')
    given(forumThreads, discussed).when(appeal()).then('conflict')
    given(forumThreads, held).when(appeal()).then('conflict')
    given(forumThreads, open).when(appeal()).then('not_found')
  })
})

it('applies each band from its threshold on', () => {
  expect([29, 30, 69, 70].map((confidence) => verdictOn(screeningAt(confidence)).outcome)).toEqual([
    'approved',
    'held',
    'held',
    'refused',
  ])
})
