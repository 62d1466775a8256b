import { describe, expect, it } from 'vitest'
import { given } from '../../../test/support/spec.ts'
import type { Reader } from './forum-readers.ts'
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
const at = '2026-03-02T12:00:00.000Z'
const reader = (subject: string, more: Partial<Reader> = {}): Reader => ({
  subject,
  email: `${subject}@example.org`,
  network: `of ${subject}`,
  isOut: false,
  joinedAt: '2026-03-01T12:00:00.000Z',
  hasPublicPost: false,
  outcomes: [],
  ...more,
})
/** `more`: what else is known of some readers. */
const known = (more: { [subject: string]: Partial<Reader> } = {}, isByStaff = false) => ({
  readers: readers.map((subject) => reader(subject, more[subject])),
  isByStaff,
  at,
})
const report = (subject: string, contentId = 5, knowing = known()): ForumThreadCommand => ({
  type: 'ReportContent',
  data: { ...thread, contentId, reporterId: 10 + readers.indexOf(subject), subject, ...why, ...knowing },
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
  it('of a thread without replies by others hides it', () => {
    const threadHidden: ForumThreadEvent = { type: 'ContentHidden', data: { ...ofThread, subject: 'ben' } }
    const alone = followed([], start)
    const ownReply: ForumThreadCommand = { ...respond, data: { ...respond.data, authorId: 2, subject: 'ben' } }
    const events = [...followed(alone, ownReply), reported('dan', ofThread), reported('eve', ofThread)]
    given(forumThreads, events)
      .when(report('fay', 1))
      .then([reported('fay', ofThread), threadHidden])
    const reply: ForumThreadCommand = { ...respond, data: { ...respond.data, postId: 6 } }
    given(forumThreads, [...events, reported('fay', ofThread), threadHidden])
      .when(reply)
      .then('not_found')
  })
  it('of a thread that others discuss only reaches the queue, until their replies are gone', () => {
    const reports = [reported('dan', ofThread), reported('eve', ofThread)]
    given(forumThreads, [...discussed, ...reports])
      .when(report('fay', 1))
      .then([reported('fay', ofThread)])
    given(forumThreads, [...followed(discussed, remove), ...reports])
      .when(report('fay', 1))
      .then([reported('fay', ofThread), { type: 'ContentHidden', data: { ...ofThread, subject: 'ben' } }])
  })
  it('of a post by staff only reaches the queue', () =>
    given(forumThreads, twice)
      .when(report('fay', 5, known({}, true)))
      .then([reported('fay')]))
  it.each<[string, { [subject: string]: Partial<Reader> }]>([
    ['from two addresses of one inbox', { dan: { email: 'd.an+1@gmail.com' }, fay: { email: 'dan+2@gmail.com' } }],
    ['from one network', { eve: { network: 'one' }, fay: { network: 'one' } }],
    ['by a new account without a post', { fay: { joinedAt: at } }],
    ['by a reader who was banned since', { dan: { isOut: true } }],
    ['by a reader who was turned down three times in a row', { eve: { outcomes: ['kept', 'kept', 'kept'] } }],
    ['by an unknown reader', { dan: { subject: 'another' } }],
  ])('%s is recorded and does not count as another person', (_what, more) =>
    given(forumThreads, twice)
      .when(report('fay', 5, known(more)))
      .then([reported('fay')]),
  )
  it.each<[string, Partial<Reader>]>([
    ['by a new account with a public post', { joinedAt: at, hasPublicPost: true }],
    ['by a reader who was right among the last three', { outcomes: ['kept', 'kept', 'removed', 'kept'] }],
    ['by a reader who was turned down twice', { outcomes: ['kept', 'kept'] }],
  ])('%s counts', (_what, more) =>
    given(forumThreads, twice)
      .when(report('fay', 5, known({ fay: more })))
      .then([reported('fay'), hidden]),
  )
  it('by a person is heard however many accounts of others do not count, up to twenty', () => {
    const crowd = Array.from({ length: 17 }, (_, n) => reported(`crowd ${n}`))
    given(forumThreads, [...twice, ...crowd])
      .when(report('fay'))
      .then([reported('fay'), hidden])
    given(forumThreads, [...twice, ...crowd, reported('crowd 17')])
      .when(report('fay'))
      .then('conflict')
  })
  it('is made once per reader, even once the post is hidden', () => {
    given(forumThreads, twice).when(report('dan')).thenNothing()
    given(forumThreads, thrice).when(report('fay')).thenNothing()
  })
  it('tells a fourth reader that a moderator will decide', () =>
    given(forumThreads, thrice).when(report('gus')).then('conflict'))
  it('is refused for one’s own post', () =>
    given(forumThreads, discussed)
      .when({
        type: 'ReportContent',
        data: { ...thread, contentId: 5, reporterId: 3, subject: 'cora', ...why, ...known() },
      })
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

it('a reader reports an edited text again, once, and is still one person', () => {
  const again = [...followed(twice, edit), reported('dan')]
  given(forumThreads, followed(twice, edit))
    .when(report('dan'))
    .then([reported('dan')])
  given(forumThreads, again).when(report('dan')).thenNothing()
})

it('reports of an edited text are heard where those of the text before were too many to take more', () => {
  const full = [...kept, reported('fay'), reported('gus'), reported('hal')]
  given(forumThreads, full).when(report('ida')).then('conflict')
  given(forumThreads, followed(full, edit))
    .when(report('fay'))
    .then([reported('fay'), hidden])
})

it('a deletion answers the reports: they no longer count after a restoration', () =>
  given(forumThreads, followed(followed(twice, remove), { type: 'RestoreReply', data: post }))
    .when(report('fay'))
    .then([reported('fay')]))

describe('when a reader is banned', () => {
  const recount = (knowing = known()): ForumThreadCommand => ({
    type: 'CountReportsAgain',
    data: { ...thread, contentId: 5, ...knowing },
  })
  const shown: ForumThreadEvent = { type: 'ContentShownAgain', data: { ...ofPost, subject: 'cora' } }

  it('a post that too few others hide is shown again, and its reports stay open', () => {
    const banned = known({ eve: { isOut: true } })
    given(forumThreads, thrice).when(recount(banned)).then([shown])
    given(forumThreads, [...thrice, shown])
      .when(recount(banned))
      .thenNothing()
    given(forumThreads, [...thrice, shown])
      .when(report('gus', 5, banned))
      .then([reported('gus'), hidden])
  })
  it('nothing changes where enough others hide it, or where it was not hidden by reports', () => {
    given(forumThreads, thrice).when(recount()).thenNothing()
    given(forumThreads, twice).when(recount()).thenNothing()
    given(forumThreads, followed(thrice, decide('RejectContent')))
      .when(recount(known({ eve: { isOut: true } })))
      .thenNothing()
  })
})

describe('an earlier version', () => {
  const writtenAt = '2026-03-01T12:00:00.000Z'
  const version = { ...thread, contentId: 5, writtenAt }
  const versionHidden: ForumThreadEvent = { type: 'VersionHidden', data: { ...ofPost, subject: 'cora', writtenAt } }

  it('is hidden once, and shown again', () => {
    given(forumThreads, discussed).when({ type: 'HideVersion', data: version }).then([versionHidden])
    const after = [...discussed, versionHidden]
    given(forumThreads, after).when({ type: 'HideVersion', data: version }).thenNothing()
    given(forumThreads, after)
      .when({ type: 'ShowVersion', data: version })
      .then([{ ...versionHidden, type: 'VersionShown' }])
    given(forumThreads, discussed).when({ type: 'ShowVersion', data: version }).thenNothing()
  })
  it('of an unknown post is not found', () =>
    given(forumThreads, discussed)
      .when({ type: 'HideVersion', data: { ...version, contentId: 9 } })
      .then('not_found'))
})
