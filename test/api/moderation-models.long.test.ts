import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { bundledModel } from '../../backend/moderation/bundled-model.ts'
import { modelDigest } from '../../backend/read-model/moderation-policy.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import type { FakeIdentityOptions } from '../support/app/fake-identity.ts'
import {
  ada,
  ben,
  contents,
  cora,
  eventTypes,
  postReply,
  repliesOf,
  startThread,
  withPeople,
} from '../support/app/forum.ts'
import { signUpAt } from '../support/app/sign-up.ts'
import { constantModel, modelFile } from '../support/moderation/model-file.ts'
import { together } from '../support/together.ts'

const models = '/api/moderation/models'
const policy = '/api/moderation/policy'

const upload = (app: TestApp, file: Uint8Array | string, { as = 'admin', type = 'application/octet-stream' } = {}) =>
  app.app.inject({
    method: 'POST',
    url: models,
    headers: { cookie: `session=${as}`, 'sec-fetch-site': 'same-origin', 'content-type': type },
    payload: Buffer.from(file),
  })
const listed = async (app: TestApp) => (await app.get(models, ada)).json()
const versions = async (app: TestApp) => (await listed(app)).map(({ version }: { version: string }) => version)
const save = (app: TestApp, change: object) => app.put(policy, { review: 30, reject: 70, ...change }, ada)
const dryRun = (app: TestApp, change: object) =>
  app.post(`${policy}/dry-run`, { review: 30, reject: 70, moderator: 'model', ...change }, ada)

async function forum(options?: FakeIdentityOptions) {
  const app = await withPeople(await createTestApp(options))
  return { app, thread: await startThread(app) }
}

describe('a model', () => {
  const shipped = { model: null, version: bundledModel().version, bytes: null, addedAt: null }

  it('that is bundled is available and active', async () => {
    const { app } = await forum()
    expect(await listed(app)).toEqual([{ ...shipped, isChosen: true }])
  })

  it('that is added is inactive until a policy selects it, then active in every process and after a rebuild', async () => {
    const { app, thread } = await forum()
    const file = constantModel('strict-1', 0.5)
    const answer = await upload(app, file)
    const added = { model: 'strict-1', version: 'strict-1', bytes: file.length, addedAt: expect.any(String) }
    expect([answer.statusCode, answer.json()]).toEqual([201, { ...added, isChosen: false }])
    expect(await listed(app)).toEqual([
      { ...shipped, isChosen: true },
      { ...added, isChosen: false },
    ])
    await postReply(app, thread, 'Plain words.')
    expect(contents(await repliesOf(app, thread))).toEqual(['Plain words.'])

    const saved = await save(app, { model: 'strict-1' })
    expect([saved.statusCode, saved.json()]).toMatchObject([
      200,
      { model: 'strict-1', isModelUsable: true, review: 30 },
    ])
    expect(await listed(app)).toMatchObject([{ isChosen: false }, { model: 'strict-1', isChosen: true }])
    await postReply(app, thread, 'More plain words.')
    expect(contents(await repliesOf(app, thread))).toEqual(['Plain words.'])
    const screened = (await app.events()).findLast(({ type }) => type === 'ContentScreened')
    expect(screened?.data).toMatchObject({
      confidence: 46,
      moderator: expect.stringMatching(/^strict-1/),
      outcome: 'held',
    })
    expect(Object.values(await app.rebuildDiffers()).filter((rows) => rows > 0)).toEqual([])

    await save(app, { model: null })
    await postReply(app, thread, 'Once more.')
    expect(contents(await repliesOf(app, thread))).toEqual(['Plain words.', 'Once more.'])
  })

  it('stays when only the thresholds are changed', async () => {
    const { app } = await forum()
    await upload(app, constantModel('strict-1', 0.5))
    await save(app, { model: 'strict-1' })
    expect((await app.put(policy, { review: 40, reject: 80 }, ada)).json()).toMatchObject({ model: 'strict-1' })
  })

  it('can be tried on past posts and admin decisions, which changes nothing', async () => {
    const { app, thread } = await forum()
    const fair = await postReply(app, thread, 'A heated word: I will shoot you.')
    await app.post(`/api/moderation/approve/${fair}`, undefined, ada)
    await upload(app, constantModel('strict-1', 0.9))
    const before = await eventTypes(app)
    const answer = await dryRun(app, { model: 'strict-1' })
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        texts: 2,
        notJudged: 0,
        before: { approved: 1, held: 1, refused: 0 },
        after: { approved: 0, held: 0, refused: 2 },
        peopleApproved: { approved: 0, held: 0, refused: 1 },
        peopleRejected: { approved: 0, held: 0, refused: 0 },
        differences: [
          {
            id: fair,
            text: 'A heated word: I will shoot you.',
            decision: 'approve',
            confidence: 90,
            outcome: 'refused',
          },
        ],
      },
    ])
    expect((await dryRun(app, { model: null })).json()).toMatchObject({ after: { approved: 1, held: 1, refused: 0 } })
    expect(await eventTypes(app)).toEqual(before)
  })

  it('that is 76 % sure rejects where an admin set 75, and leaves it to a person at the default of 70', async () => {
    const { app, thread } = await forum()
    await upload(app, constantModel('strict-1', 0.76))
    await save(app, { model: 'strict-1' })
    const last = async () => (await app.events()).findLast(({ type }) => type === 'ContentScreened')?.data
    await postReply(app, thread, 'I will shoot you.')
    expect(await last()).toMatchObject({ confidence: 67, suggestion: 'review', outcome: 'held' })
    expect((await dryRun(app, { model: 'strict-1' })).json().after).toEqual({ approved: 0, held: 2, refused: 0 })
    expect((await dryRun(app, { model: 'strict-1', reject: 75 })).json().after).toEqual({
      approved: 0,
      held: 0,
      refused: 2,
    })
    await save(app, { model: 'strict-1', reject: 75 })
    const answer = await app.post('/api/forum/posts', { threadId: thread, content: 'I will shoot you too.' }, cora)
    expect(answer.statusCode).toBe(422)
    expect(await last()).toMatchObject({ confidence: 76, suggestion: 'reject', outcome: 'refused' })
  })

  it('can only be tried one at a time', async () => {
    const { app } = await forum()
    const answers = await Promise.all([dryRun(app, {}), dryRun(app, {})])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 503])
    const late = answers.find(({ statusCode }) => statusCode === 503)
    expect(late?.json().message).toBe('Another trial is under way. Please try again in a moment.')
    expect((await dryRun(app, {})).statusCode).toBe(200)
  })

  it('is added once, however often it is uploaded', async () => {
    const { app } = await forum()
    const file = constantModel('strict-1', 0.5)
    const answers = [...(await Promise.all([upload(app, file), upload(app, file)])), await upload(app, file)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect((await eventTypes(app)).filter((type) => type === 'ModerationModelAdded')).toHaveLength(1)
    expect(await versions(app)).toEqual([shipped.version, 'strict-1'])
  })

  it('with the version of another file is rejected, and the first one stays active', async () => {
    const { app } = await forum()
    await upload(app, constantModel('strict-1', 0.5))
    const answer = await upload(app, constantModel('strict-1', 0.01))
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'Another file already had this version. Train the model again.',
    ])
    expect((await save(app, { model: 'strict-1' })).json()).toMatchObject({ isModelUsable: true })
    const { rows } = await app.database.pool.query('SELECT count(*) FROM app.moderation_models')
    expect(rows).toEqual([{ count: 1 }])
  })

  it('is removed, with its file, unless it is active', async () => {
    const { app } = await forum()
    await upload(app, constantModel('strict-1', 0.5))
    await save(app, { model: 'strict-1' })
    const refused = await app.remove(`${models}/strict-1`, ada)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This model is in use. Save a policy with another one first.',
    ])
    await save(app, { model: null })
    expect((await app.remove(`${models}/strict-1`, ada)).statusCode).toBe(204)
    expect((await app.remove(`${models}/strict-1`, ada)).statusCode).toBe(204)
    expect(await versions(app)).toEqual([shipped.version])
    expect((await app.database.pool.query('SELECT FROM app.moderation_models')).rowCount).toBe(0)
    expect((await save(app, { model: 'strict-1' })).statusCode).toBe(404)
    expect((await dryRun(app, { model: 'strict-1' })).statusCode).toBe(404)
    expect((await app.remove(`${models}/never`, ada)).statusCode).toBe(404)
  })

  it('whose file is missing is replaced by the bundled one, and the policy says so', async () => {
    const { app } = await forum()
    await upload(app, constantModel('strict-1', 0.5))
    await save(app, { model: 'strict-1' })
    await app.moderators.remove((await modelDigest(app.database.knex, 'strict-1')) ?? '')
    expect((await app.get(policy, ada)).json()).toMatchObject({ model: 'strict-1', isModelUsable: false })
    for (const answer of [await save(app, { model: 'strict-1' }), await dryRun(app, { model: 'strict-1' })])
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'This release cannot use this model. Train it again.',
      ])
    expect((await app.put(policy, { review: 40, reject: 70 }, ada)).statusCode).toBe(200)
    await upload(app, constantModel('strict-1', 0.5))
    expect((await app.get(policy, ada)).json()).toMatchObject({ isModelUsable: true })
  })

  it('is in the log of admin actions', async () => {
    const { app } = await forum()
    await upload(app, constantModel('strict-1', 0.5))
    await app.remove(`${models}/strict-1`, ada)
    const { actions } = (await app.get('/api/admin/actions', ada)).json()
    expect(actions.map(({ action }: { action: string }) => action)).toEqual([
      'Remove moderation model',
      'Add moderation model',
    ])
  })
})

describe('a trial', () => {
  it.each([
    ['the outside moderator', 'outside', 8],
    ['a model', 'model', 1],
  ] as const)(
    'by %s that is slow ends in time, says what it left out, changes nothing and asks no more',
    async (_, moderator, atOnce) => {
      const { app, thread } = await forum({ trialTimeout: 60 })
      await together(30, (n) => postReply(app, thread, `Plain words ${n}.`))
      const [types, before] = [await eventTypes(app), (await app.get(policy, ada)).json()]
      let [asked, answered] = [0, 0]
      const slow = async () => {
        asked += 1
        await sleep(25)
        answered += 1
        return { source: 'outside', probability: 0.9, violationType: 'threats' } as const
      }
      app.moderators.outside = slow
      app.moderators.byModel = slow
      const answer = await dryRun(app, { moderator })
      const { texts, notJudged, after } = answer.json()
      const judged = asked
      expect([answer.statusCode, texts + notJudged]).toEqual([200, 31])
      expect(judged).toBeGreaterThanOrEqual(atOnce)
      expect(notJudged).toBeGreaterThan(0)
      expect([answered, texts, after.refused]).toEqual([judged, judged, judged])
      expect(await eventTypes(app)).toEqual(types)
      expect((await app.get(policy, ada)).json()).toEqual(before)
      expect(asked).toBe(judged)
      expect((await dryRun(app, { moderator })).statusCode).toBe(200)
    },
  )

  it('that fails externally stops asking, and the next one can start', async () => {
    const { app, thread } = await forum()
    await together(30, (n) => postReply(app, thread, `Plain words ${n}.`))
    let asked = 0
    app.moderators.outside = async () => {
      asked += 1
      if (asked === 3) throw new Error('It answered 500.')
      await sleep(20)
      return { source: 'outside', probability: 0, violationType: 'none' } as const
    }
    const answer = await dryRun(app, { moderator: 'outside' })
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      'The outside moderator did not answer. Nothing was changed.',
    ])
    expect(asked).toBe(8)
    expect((await dryRun(app, { moderator: 'outside' })).json()).toMatchObject({ texts: 31, notJudged: 0 })
  })
})

describe('an invalid model', () => {
  it.each([
    ['nothing', '', 400],
    ['other bytes', 'MZ this is no model', 400],
    ['half a model', modelFile('m2').subarray(0, 1_000_000), 400],
    ['a version that leads elsewhere', modelFile('../../policy'), 400],
    ['the version that ships', modelFile(bundledModel().version), 400],
    ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1), 413],
  ])('is rejected with a sentence: %s', async (_, file, status) => {
    const { app } = await forum()
    const answer = await upload(app, file)
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringMatching(/\.$/)])
    expect((await eventTypes(app)).filter((type) => /Model/.test(type))).toEqual([])
    expect((await app.database.pool.query('SELECT FROM app.moderation_models')).rowCount).toBe(0)
  })

  it('is rejected by its type, and on routes without files', async () => {
    const { app, thread } = await forum()
    for (const type of ['application/json', 'image/png', 'text/plain'])
      expect((await upload(app, modelFile('m2'), { type })).statusCode).toBe(415)
    const elsewhere = await app.app.inject({
      method: 'POST',
      url: '/api/forum/posts',
      headers: {
        cookie: 'session=supporter',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/octet-stream',
      },
      payload: modelFile('m2').subarray(0, 1000),
    })
    expect([elsewhere.statusCode, thread]).toEqual([415, expect.any(Number)])
  })

  it('invalid model names are rejected', async () => {
    const { app } = await forum()
    expect((await save(app, { model: '../x' })).statusCode).toBe(400)
    expect((await save(app, { model: 'unheard-of' })).statusCode).toBe(404)
    expect((await app.remove(`${models}/${encodeURIComponent('../x')}`, ada)).statusCode).toBe(400)
    const outside = await dryRun(app, { moderator: 'outside' })
    expect([outside.statusCode, outside.json().message]).toEqual([
      409,
      'No outside moderator is set up (MODERATION_URL).',
    ])
  })
})

it('models are for admins', async () => {
  const { app } = await forum()
  for (const [caller, as, status] of [
    [{}, 'nobody', 401],
    [ben, 'supporter', 403],
    [cora, 'neighbor', 403],
  ] as const) {
    expect((await app.get(models, caller)).statusCode).toBe(status)
    expect((await app.remove(`${models}/m2`, caller)).statusCode).toBe(status)
    expect((await upload(app, modelFile('m2'), { as })).statusCode).toBe(status)
  }
})

it.each([
  ['without an outside moderator', {}],
  ['while the outside moderator is away', { MODERATION_URL: 'http://127.0.0.1:9/' }],
])('the product itself uses the model of the policy, %s', async (_, env) => {
  const app = await createTestApp({ identity: 'real', log: 'postgres', runs: 'everything', env })
  const admin = await signUpAt(app, 'ada@example.org', app.firstAdminToken)
  const member = await signUpAt(app, 'ben@example.org')
  const send = (method: 'POST' | 'PUT', url: string, cookie: string, payload: object, type = 'application/json') =>
    app.http.inject({
      method,
      url,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': type },
      payload,
    })
  const write = async () => {
    const words = { title: 'Roads', content: 'Ours wash out every spring.', categoryId: 4 }
    return (await send('POST', '/api/forum/threads', member, words)).json().moderationStatus
  }
  expect(await write()).toBe('approved')
  const file = constantModel('strict-1', 0.5)
  expect((await send('POST', models, admin, file, 'application/octet-stream')).statusCode).toBe(201)
  const saved = await send('PUT', policy, admin, { review: 30, reject: 70, model: 'strict-1' })
  expect(saved.json()).toMatchObject({ model: 'strict-1', hasOutside: 'MODERATION_URL' in env })
  expect(await write()).toBe('pending')
  const outside = await send('POST', `${policy}/dry-run`, admin, { review: 30, reject: 70, moderator: 'outside' })
  expect([outside.statusCode, outside.json().message]).toEqual(
    'MODERATION_URL' in env
      ? [503, 'The outside moderator did not answer. Nothing was changed.']
      : [409, 'No outside moderator is set up (MODERATION_URL).'],
  )
})
