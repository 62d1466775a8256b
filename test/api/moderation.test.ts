import { describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import {
  ada,
  ben,
  contents,
  cora,
  eventTypes,
  postReply,
  refusedReply,
  repliesOf,
  startThread,
  withPeople,
} from '../support/app/forum.ts'

const reason = 'It attacks people instead of what they say.'

async function forum() {
  const app = await withPeople(await createTestApp())
  return { app, thread: await startThread(app) }
}
const queue = async (app: TestApp, query = '') => (await app.get(`/api/moderation/queue${query}`, ada)).json()
const decide = (app: TestApp, action: 'approve' | 'reject', id: number, adminNotes = '') =>
  app.post(`/api/moderation/${action}/${id}`, { adminNotes }, ada)
const appeal = (app: TestApp, contentId: number, words = 'It quotes a statute.', caller: object = cora) =>
  app.post('/api/forum/appeals', { contentId, appeal: words }, caller)

describe('the queue', () => {
  it('shows held posts, with the verdict, the passages and the author’s record', async () => {
    const { app, thread } = await forum()
    const calm = await postReply(app, thread, 'Calm.')
    const id = await postReply(app, thread, 'A heated word.')
    const { id: vile } = await refusedReply(app, thread)
    expect(await queue(app)).toEqual([
      {
        id,
        revision: expect.any(Number),
        contentType: 'post',
        threadId: thread,
        title: 'Roads',
        content: 'A heated word.',
        authorId: 3,
        authorRecord: {
          approved: 1,
          pending: 0,
          rejected: 1,
          recent: [
            { id: vile, status: 'rejected', content: 'A vile thing to say.', createdAt: expect.any(String) },
            { id: calm, status: 'approved', content: 'Calm.', createdAt: expect.any(String) },
          ],
        },
        violationType: 'harassment',
        confidence: 52,
        reason,
        aiSuggestion: 'review',
        spans: [{ start: 2, end: 8 }],
        status: 'pending',
        appeal: null,
        reports: [],
        adminAction: null,
        adminNotes: '',
        createdAt: expect.any(String),
        reviewedAt: null,
      },
    ])
  })

  it('can be filtered and paged, oldest first, and shows decisions', async () => {
    const { app, thread } = await forum()
    const one = await postReply(app, thread, 'One heated word.')
    const two = await postReply(app, thread, 'Two heated words.')
    const held = await startThread(app, { title: 'A heated title' })
    const ids = async (query: string) => (await queue(app, query)).map((item: { id: number }) => item.id)
    expect(await ids('')).toEqual([one, two, held])
    expect(await ids('?limit=1&page=2')).toEqual([two])
    expect(await ids(`?after=${one}&limit=1`)).toEqual([two])
    expect(await ids('?contentType=thread')).toEqual([held])
    expect(await ids('?violationType=spam')).toEqual([])
    await decide(app, 'reject', two)
    await decide(app, 'approve', one)
    expect(await ids('')).toEqual([held])
    expect(await ids('?status=decided'), 'the latest decision first').toEqual([one, two])
    expect(await ids(`?status=decided&before=${one}`)).toEqual([two])
    expect(await ids('?status=decided&before=1000000')).toEqual([one, two])
    for (const query of ['?status=all', '?violationType=rude', '?limit=0'])
      expect((await app.get(`/api/moderation/queue${query}`, ada)).statusCode).toBe(400)
  })

  it('is for admins', async () => {
    const { app } = await forum()
    for (const [caller, status] of [
      [{}, 401],
      [ben, 403],
    ] as const) {
      expect((await app.get('/api/moderation/queue', caller)).statusCode).toBe(status)
      expect((await app.post('/api/moderation/approve/1', {}, caller)).statusCode).toBe(status)
      expect((await app.post('/api/moderation/reject/1', {}, caller)).statusCode).toBe(status)
    }
  })

  it('omits deleted posts', async () => {
    const { app, thread } = await forum()
    const id = await postReply(app, thread, 'A heated word.')
    await app.remove(`/api/admin/forum/posts/${id}`, ada)
    expect(await queue(app)).toEqual([])
    expect((await decide(app, 'approve', id)).statusCode).toBe(404)
  })
})

describe('deciding', () => {
  it('to approve publishes the post, with a note, once', async () => {
    const { app, thread } = await forum()
    const id = await postReply(app, thread, 'A heated word.')
    const answer = await decide(app, 'approve', id, ' Civil enough. ')
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { id, status: 'approved', adminAction: 'approve', adminNotes: 'Civil enough.', reviewedAt: expect.any(String) },
    ])
    expect(contents(await repliesOf(app, thread))).toEqual(['A heated word.'])
    expect((await decide(app, 'approve', id, 'Again.')).json()).toMatchObject({ adminNotes: 'Civil enough.' })
    expect(await queue(app)).toEqual([])
  })

  it('to reject keeps it hidden, and tells its author why', async () => {
    const { app, thread } = await forum()
    const id = await postReply(app, thread, 'A heated word.')
    expect((await decide(app, 'reject', id, 'Names a neighbor.')).json()).toMatchObject({ status: 'rejected' })
    expect(await repliesOf(app, thread)).toEqual([])
    expect((await app.get('/api/forum/mine', cora)).json()).toMatchObject([
      { id, status: 'rejected', reason, adminNotes: 'Names a neighbor.', canAppeal: true, appeal: null },
    ])
  })

  it('needs no body, and accepts notes of up to 1000 characters', async () => {
    const { app, thread } = await forum()
    const id = await postReply(app, thread, 'A heated word.')
    expect((await decide(app, 'approve', id, 'n'.repeat(1001))).statusCode).toBe(400)
    expect((await app.post(`/api/moderation/approve/${id}`, { adminNotes: '', by: 1 }, ada)).statusCode).toBe(400)
    expect((await app.post(`/api/moderation/approve/${id}`, undefined, ada)).statusCode).toBe(200)
    expect((await decide(app, 'approve', 99)).statusCode).toBe(404)
  })

  it('by two admins at once gives one decision, and notifies the other', async () => {
    const { app, thread } = await forum()
    const id = await postReply(app, thread, 'A heated word.')
    const answers = await Promise.all([decide(app, 'approve', id), decide(app, 'reject', id)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const late = answers.find(({ statusCode }) => statusCode === 409)
    expect(late?.json().message).toMatch(
      /^This post has already been (approved|rejected)\. Reload the queue to see the decision\.$/,
    )
    const decisions = (await eventTypes(app)).filter((type) => /^Content(Approved|Rejected)$/.test(type))
    expect(decisions).toHaveLength(1)
  })

  it('is in the history of the item and in the log of admin actions', async () => {
    const { app, thread } = await forum()
    const id = await postReply(app, thread, 'A heated word.')
    await decide(app, 'approve', id, 'Civil enough.')
    const history = (await app.get(`/api/admin/history/forum/${id}`, ada)).json()
    expect(history.map(({ type, actor, state }: never) => [type, actor, state])).toMatchObject([
      ['ReplyPosted', { name: 'Cora Clark' }, { content: 'A heated word.' }],
      ['ContentScreened', {}, { confidence: 52, violationType: 'harassment' }],
      ['ContentFlagged', {}, { status: 'Pending' }],
      ['ContentApproved', { kind: 'admin', name: 'Ada Byron' }, { status: 'Approved', adminNotes: 'Civil enough.' }],
    ])
    const { actions } = (await app.get('/api/admin/actions', ada)).json()
    expect(actions[0]).toMatchObject({ action: 'Approve content' })
  })
})

describe('an appeal', () => {
  it('against a rejection enters the queue, and is decided once', async () => {
    const { app, thread } = await forum()
    const { id, reason: why, canAppeal } = await refusedReply(app, thread)
    expect([why, canAppeal, await queue(app)]).toEqual([reason, true, []])
    const answer = await appeal(app, id)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      202,
      { id, status: 'rejected', appeal: 'It quotes a statute.', canAppeal: false, isWaiting: true },
    ])
    const held = await postReply(app, thread, 'A heated word.', ben)
    expect(await queue(app)).toMatchObject([{ id, appeal: 'It quotes a statute.', status: 'rejected' }, { id: held }])
    expect(await queue(app, '?status=appealed')).toMatchObject([{ id }])
    expect((await appeal(app, id, 'Again.')).json()).toMatchObject({ appeal: 'It quotes a statute.' })
    expect((await decide(app, 'approve', id, 'You are right.')).json()).toMatchObject({ status: 'approved' })
    expect(contents(await repliesOf(app, thread))).toEqual(['A vile thing to say.'])
    expect((await app.get('/api/forum/mine', cora)).json()).toMatchObject([
      { id, status: 'approved', adminNotes: 'You are right.', isWaiting: false },
    ])
  })

  it('that was granted is shown for two weeks', async () => {
    const { app, thread } = await forum()
    const { id } = await refusedReply(app, thread)
    await appeal(app, id)
    await decide(app, 'approve', id)
    const reviewed = (days: number) =>
      app.database.pool.query('UPDATE read.moderation_items SET reviewed_at = now() - make_interval(days => $1)', [
        days,
      ])
    await reviewed(13)
    expect((await app.get('/api/forum/mine', cora)).json()).toMatchObject([{ id, adminNotes: '' }])
    await reviewed(15)
    expect((await app.get('/api/forum/mine', cora)).json()).toEqual([])
  })

  it('that is denied stays denied, with the reason', async () => {
    const { app, thread } = await forum()
    const { id } = await refusedReply(app, thread)
    await appeal(app, id)
    await decide(app, 'reject', id, 'It names a neighbor.')
    expect((await app.get('/api/forum/mine', cora)).json()).toMatchObject([
      { id, adminNotes: 'It names a neighbor.', canAppeal: false, isWaiting: false },
    ])
    const again = await appeal(app, id)
    expect([again.statusCode, again.json().message]).toEqual([409, 'Your appeal has already been decided.'])
  })

  it('is only for the author of a rejected post, and needs a text', async () => {
    const { app, thread } = await forum()
    const { id } = await refusedReply(app, thread)
    const held = await postReply(app, thread, 'A heated word.')
    expect((await appeal(app, id, 'Mine.', ben)).statusCode).toBe(404)
    expect((await appeal(app, held)).statusCode).toBe(409)
    expect((await appeal(app, 99)).statusCode).toBe(404)
    expect((await appeal(app, id, ' ')).statusCode).toBe(400)
    expect((await appeal(app, id, 'Mine.', {})).statusCode).toBe(401)
    expect((await app.get('/api/forum/mine')).statusCode).toBe(401)
  })
})

it('an erasure closes the item, and a rebuild does not ask the moderator again', async () => {
  const { app, thread } = await forum()
  const id = await postReply(app, thread, 'A heated word.')
  const { id: refused } = await refusedReply(app, thread)
  await appeal(app, refused)
  await app.put(`/api/forum/threads/${thread}`, { title: 'Rain', content: 'They flood.' }, ben)
  await app.post('/api/admin/erasures', { topic: 'forum', id }, ada)
  expect(await queue(app)).toEqual([])
  expect(Object.values(await app.rebuildDiffers()).filter((rows) => rows > 0)).toEqual([])
})

describe('the policy', () => {
  const policy = { review: 60, reject: 95 }

  it('starts with the bands of the specification, and applies changes to later posts', async () => {
    const { app, thread } = await forum()
    expect((await app.get('/api/moderation/policy', ada)).json()).toEqual({
      review: 30,
      reject: 70,
      model: null,
      isModelUsable: true,
      hasOutside: false,
      changedAt: null,
    })
    const answer = await app.put('/api/moderation/policy', policy, ada)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { ...policy, model: null, changedAt: expect.any(String) },
    ])
    await app.put('/api/moderation/policy', policy, ada)
    expect((await eventTypes(app)).filter((type) => type === 'ModerationPolicyChanged')).toHaveLength(1)
    await postReply(app, thread, 'A heated word.')
    const vile = await app.post('/api/forum/posts', { threadId: thread, content: 'A vile word.' }, cora)
    expect([vile.statusCode, vile.json().moderationStatus]).toEqual([201, 'pending'])
    expect(contents(await repliesOf(app, thread))).toEqual(['A heated word.'])
    expect((await app.get('/api/admin/actions', ada)).json().actions[0]).toMatchObject({
      action: 'Change moderation policy',
    })
    expect(Object.values(await app.rebuildDiffers()).filter((rows) => rows > 0)).toEqual([])
  })

  it('can be tried on past posts, which changes nothing', async () => {
    const { app, thread } = await forum()
    const held = await postReply(app, thread, 'A heated word.')
    await refusedReply(app, thread)
    await decide(app, 'approve', held)
    const trial = {
      texts: 3,
      notJudged: 0,
      before: { approved: 1, held: 1, refused: 1 },
      after: { approved: 2, held: 1, refused: 0 },
      peopleApproved: { approved: 1, held: 0, refused: 0 },
      peopleRejected: { approved: 0, held: 0, refused: 0 },
      differences: [],
    }
    const events = (await app.events()).length
    for (const moderator of ['recorded', 'model', undefined]) {
      const answer = await app.post(
        '/api/moderation/policy/dry-run',
        { ...policy, ...(moderator && { moderator }) },
        ada,
      )
      expect([answer.statusCode, answer.json()], moderator).toEqual([200, trial])
    }
    expect((await app.events()).length).toBe(events)
  })

  it('in a trial shows where it would decide differently than admins', async () => {
    const { app, thread } = await forum()
    const fair = await postReply(app, thread, 'A heated but fair word.')
    const vile = await postReply(app, thread, 'A heated and unfair word.')
    await decide(app, 'approve', fair)
    await decide(app, 'reject', vile)
    const tried = async (review: number, reject: number) =>
      (await app.post('/api/moderation/policy/dry-run', { review, reject }, ada)).json()
    expect(await tried(60, 80)).toMatchObject({
      peopleApproved: { approved: 1, held: 0, refused: 0 },
      peopleRejected: { approved: 1, held: 0, refused: 0 },
      differences: [
        { id: vile, text: 'A heated and unfair word.', decision: 'reject', confidence: 52, outcome: 'approved' },
      ],
    })
    expect((await tried(20, 40)).differences).toEqual([
      { id: fair, text: 'A heated but fair word.', decision: 'approve', confidence: 52, outcome: 'refused' },
    ])
    expect((await tried(30, 70)).differences).toEqual([])
  })

  it('is for admins, with thresholds in order', async () => {
    const { app } = await forum()
    for (const [caller, status] of [
      [{}, 401],
      [ben, 403],
    ] as const) {
      expect((await app.get('/api/moderation/policy', caller)).statusCode).toBe(status)
      expect((await app.put('/api/moderation/policy', policy, caller)).statusCode).toBe(status)
      expect((await app.post('/api/moderation/policy/dry-run', policy, caller)).statusCode).toBe(status)
    }
    for (const wrong of [
      { review: 0, reject: 70 },
      { review: 30, reject: 101 },
      { review: 70, reject: 30 },
      { review: 30 },
    ]) {
      expect((await app.put('/api/moderation/policy', wrong, ada)).statusCode).toBe(400)
      expect((await app.post('/api/moderation/policy/dry-run', wrong, ada)).statusCode).toBe(400)
    }
  })
})
