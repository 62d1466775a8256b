import { describe, expect, it } from 'vitest'
import { createTestApp } from '../support/app/app.ts'
import {
  ada,
  ben,
  contents,
  cora,
  eventTypes,
  opening,
  postReply,
  refusedReply,
  repliesOf,
  startThread,
  withPeople,
} from '../support/app/forum.ts'

const forum = async () => withPeople(await createTestApp())

describe('reading', () => {
  it('is open to everyone: categories, their threads, replies, one thread', async () => {
    const app = await forum()
    const categories = (await app.get('/api/forum/categories')).json()
    expect(categories.map(({ name }: { name: string }) => name)).toEqual([
      'Policy Discussion',
      'Technology & Innovation',
      'Campaign Events',
      'General',
    ])
    const id = await startThread(app)
    await startThread(app, { categoryId: 1 })
    await postReply(app, id, 'Ours too.')
    const [thread, ...others] = (await app.get('/api/forum/threads?categoryId=4')).json()
    expect([thread, others]).toMatchObject([
      { id, ...opening, authorId: 2, isPinned: false, isLocked: false, replyCount: 1, moderationStatus: 'approved' },
      [],
    ])
    expect(await repliesOf(app, id)).toMatchObject([
      { content: 'Ours too.', authorId: 3, threadId: id, editedAt: null },
    ])
    expect((await app.get(`/api/forum/threads/${id}`)).json()).toEqual(thread)
    expect((await app.get('/api/forum/threads')).json()).toHaveLength(2)
    for (const path of ['threads/99', 'posts/99', 'edits/99'])
      expect((await app.get(`/api/forum/${path}`)).statusCode).toBe(404)
  })

  it('pages by key: threads newest first after pinned ones, replies oldest first', async () => {
    const app = await forum()
    const ids: number[] = []
    for (let n = 0; n < 5; n++) ids.push(await startThread(app, { title: `Thread ${n}` }))
    const [first = 0, second = 0, third = 0, fourth, fifth] = ids
    await app.put(`/api/admin/forum/threads/${first}`, { isPinned: true }, ada)
    const idsAt = async (path: string) => (await app.get(path)).json().map(({ id }: { id: number }) => id)
    expect(await idsAt('/api/forum/threads?limit=2')).toEqual([first, fifth, fourth])
    expect(await idsAt(`/api/forum/threads?limit=2&before=${fourth}`)).toEqual([third, second])
    const replies: number[] = []
    for (let n = 0; n < 3; n++) replies.push(await postReply(app, first, `Reply ${n}`))
    expect(await idsAt(`/api/forum/posts/${first}?limit=2`)).toEqual(replies.slice(0, 2))
    expect(await idsAt(`/api/forum/posts/${first}?limit=2&after=${replies[1]}`)).toEqual(replies.slice(2))
    for (const query of ['limit=51', 'before=0', 'categoryId=x', 'page=2'])
      expect((await app.get(`/api/forum/threads?${query}`)).statusCode, query).toBe(400)
  })
})

describe('writing', () => {
  it('requires a signed-in person, and takes the author from the session', async () => {
    const app = await forum()
    expect((await app.post('/api/forum/threads', opening)).statusCode).toBe(401)
    expect((await app.post('/api/forum/posts', { threadId: 1, content: 'Hello.' })).statusCode).toBe(401)
    const answer = await app.post('/api/forum/threads', { ...opening, authorId: 1 }, ben)
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { authorId: 2, ...opening }])
    const reply = await app.post('/api/forum/posts', { threadId: 1, content: ' Yes. ', authorId: 'x' }, cora)
    expect([reply.statusCode, reply.json()]).toMatchObject([201, { authorId: 3, content: 'Yes.' }])
  })

  it('rejects invalid input and names the field, and rejects unknown categories and threads', async () => {
    const app = await forum()
    const cases: [string, object, string][] = [
      ['threads', { ...opening, title: ' ' }, 'title'],
      ['threads', { ...opening, title: 't'.repeat(256) }, 'title'],
      ['threads', { ...opening, content: '' }, 'content'],
      ['threads', { ...opening, content: 'c'.repeat(10_001) }, 'content'],
      ['threads', { ...opening, categoryId: '4' }, 'categoryId'],
      ['threads', { ...opening, isPinned: true }, 'isPinned'],
      ['posts', { threadId: 1, content: '\n' }, 'content'],
      ['posts', { content: 'Hello.' }, 'threadId'],
    ]
    for (const [path, body, field] of cases) {
      const answer = await app.post(`/api/forum/${path}`, body, ben)
      expect([answer.statusCode, answer.json().errors]).toMatchObject([400, [{ path: field }]])
    }
    expect((await app.post('/api/forum/threads', { ...opening, categoryId: 5 }, ben)).json().message).toBe(
      'Category not found.',
    )
    const reply = await app.post('/api/forum/posts', { threadId: 99, content: 'Hello.' }, ben)
    expect([reply.statusCode, reply.json().message]).toEqual([404, 'Thread not found.'])
    expect(await eventTypes(app)).toEqual([])
  })

  it('repeated with the same key returns the first answer, also after a rejection', async () => {
    const app = await forum()
    const caller = { ...ben, key: 'one-and-the-same' }
    const first = await app.post('/api/forum/threads', opening, caller)
    await app.database.knex('app.idempotency_answers').delete()
    const second = await app.post('/api/forum/threads', opening, caller)
    expect([second.statusCode, second.json()]).toEqual([201, first.json()])
    const body = { threadId: first.json().id, content: 'A vile thing.' }
    const refused = await app.post('/api/forum/posts', body, { ...ben, key: 'another' })
    await app.database.knex('app.idempotency_answers').delete()
    const again = await app.post('/api/forum/posts', body, { ...ben, key: 'another' })
    expect([refused.statusCode, again.statusCode, again.json()]).toEqual([422, 422, refused.json()])
    expect((await eventTypes(app)).filter((type) => type === 'ReplyPosted')).toHaveLength(1)
  })
})

describe('a thread', () => {
  it('accepts fifty simultaneous replies, each once', { tags: 'long' }, async () => {
    const app = await forum()
    const id = await startThread(app)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        app.post('/api/forum/posts', { threadId: id, content: `Reply ${n}` }, n % 2 ? ben : cora),
      ),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    const written = contents(await repliesOf(app, id))
    expect(written.toSorted()).toEqual(Array.from({ length: 50 }, (_, n) => `Reply ${n}`).toSorted())
    expect((await app.get(`/api/forum/threads/${id}`)).json()).toMatchObject({ replyCount: 50 })
    expect(Object.values(await app.rebuildDiffers()).filter((rows) => rows > 0)).toEqual([])
  })

  it('that was just locked accepts no reply or edit until it is unlocked', async () => {
    const app = await forum()
    const id = await startThread(app)
    const mine = await postReply(app, id, 'In time.')
    expect((await app.put(`/api/admin/forum/threads/${id}`, { isLocked: true }, ada)).json()).toMatchObject({
      isLocked: true,
    })
    const late = await app.post('/api/forum/posts', { threadId: id, content: 'Late.' }, ben)
    expect([late.statusCode, late.json().message]).toEqual([409, 'This thread is locked: no new replies or edits.'])
    expect((await app.put(`/api/forum/posts/${mine}`, { content: 'Changed.' }, cora)).statusCode).toBe(409)
    await app.put(`/api/admin/forum/threads/${id}`, { isLocked: false }, ada)
    await postReply(app, id, 'Again.')
    expect(contents(await repliesOf(app, id))).toEqual(['In time.', 'Again.'])
  })

  it('is pinned and locked one at a time, by admins', async () => {
    const app = await forum()
    const id = await startThread(app)
    const mark = (body: object, caller: object = ada) => app.put(`/api/admin/forum/threads/${id}`, body, caller)
    for (const body of [{}, { isPinned: true, isLocked: true }, { isPinned: 'yes' }, { isOpen: true }])
      expect((await mark(body)).statusCode, JSON.stringify(body)).toBe(400)
    expect((await mark({ isPinned: true }, ben)).statusCode).toBe(403)
    expect((await mark({ isPinned: true })).json()).toMatchObject({ isPinned: true, isLocked: false })
    await mark({ isPinned: true })
    expect((await mark({ isPinned: false })).json()).toMatchObject({ isPinned: false })
    expect((await eventTypes(app)).slice(2)).toEqual(['ThreadPinned', 'ThreadUnpinned'])
  })
})

describe('deleting', () => {
  it('hides a reply, or a thread with all its replies, and can be undone', async () => {
    const app = await forum()
    const id = await startThread(app)
    const [one, two] = [await postReply(app, id, 'One.'), await postReply(app, id, 'Two.')]
    expect((await app.remove(`/api/admin/forum/posts/${one}`, ada)).statusCode).toBe(204)
    expect(contents(await repliesOf(app, id))).toEqual(['Two.'])
    expect((await app.remove(`/api/admin/forum/messages/${id}`, ada)).statusCode).toBe(204)
    expect((await app.get(`/api/forum/posts/${id}`)).statusCode).toBe(404)
    expect((await app.get('/api/forum/threads')).json()).toEqual([])
    const deleted = (await app.get('/api/admin/forum/messages?filter=deleted:yes', ada)).json()
    expect(deleted.map((row: { id: number }) => row.id)).toEqual([one, id])
    for (const message of [id, one])
      expect((await app.post(`/api/admin/forum/messages/${message}/restore`, undefined, ada)).statusCode).toBe(204)
    expect(contents(await repliesOf(app, id))).toEqual(['One.', 'Two.'])
    expect(two).toBeGreaterThan(one)
  })

  it('is for admins, distinguishes threads and replies, and is idempotent', async () => {
    const app = await forum()
    const id = await startThread(app)
    const reply = await postReply(app, id, 'One.')
    expect((await app.remove(`/api/admin/forum/threads/${id}`, ben)).statusCode).toBe(403)
    expect((await app.remove(`/api/admin/forum/threads/${id}`)).statusCode).toBe(401)
    expect((await app.remove(`/api/admin/forum/threads/${reply}`, ada)).json().message).toBe('Thread not found.')
    expect((await app.remove(`/api/admin/forum/posts/${id}`, ada)).json().message).toBe('Reply not found.')
    expect((await app.remove('/api/admin/forum/messages/99', ada)).json().message).toBe('Content not found.')
    for (let time = 1; time <= 2; time++)
      expect((await app.remove(`/api/admin/forum/posts/${reply}`, ada)).statusCode).toBe(204)
    expect((await eventTypes(app)).filter((type) => type === 'ReplyDeleted')).toHaveLength(1)
  })

  it('during a reply is serialized: the reply is posted or rejected, never both', async () => {
    const app = await forum()
    const id = await startThread(app)
    const [gone, ...replies] = await Promise.all([
      app.remove(`/api/admin/forum/threads/${id}`, ada),
      ...Array.from({ length: 8 }, (_, n) => app.post('/api/forum/posts', { threadId: id, content: `R${n}` }, cora)),
    ])
    expect(gone?.statusCode).toBe(204)
    const taken = replies.filter(({ statusCode }) => statusCode === 201).length
    expect(replies.filter(({ statusCode }) => statusCode === 404)).toHaveLength(8 - taken)
    expect((await eventTypes(app)).filter((type) => type === 'ReplyPosted')).toHaveLength(taken)
    const last = (await eventTypes(app)).lastIndexOf('ReplyPosted')
    expect((await eventTypes(app)).indexOf('ThreadDeleted')).toBeGreaterThan(last)
  })

  it('lists threads and replies together, newest first', async () => {
    const app = await forum()
    const id = await startThread(app)
    const reply = await postReply(app, id, 'One heated reply.')
    const rows = (await app.get('/api/admin/forum/messages', ada)).json()
    expect(rows).toMatchObject([
      {
        id: reply,
        threadId: id,
        title: null,
        content: 'One heated reply.',
        contentType: 'post',
        status: 'pending',
        isDeleted: false,
      },
      { id, threadId: id, title: 'Roads', contentType: 'thread', status: 'approved', isDeleted: false },
    ])
    expect((await app.get(`/api/admin/forum/messages?page=2&limit=1`, ada)).json()).toMatchObject([{ id }])
  })

  it('can be filtered, sorted by author and searched', async () => {
    const app = await forum()
    const id = await startThread(app)
    const reply = await postReply(app, id, 'One heated reply.')
    const ids = async (query: string) => {
      const answer = await app.get(`/api/admin/forum/messages?${query}`, ada)
      expect(answer.statusCode, answer.body).toBe(200)
      return [
        ...answer.json<{ id: number }[]>().map((message) => message.id),
        `${answer.headers['x-total-count']} in total`,
      ]
    }
    expect(await ids('')).toEqual([reply, id, '2 in total'])
    expect(await ids('filter=type:thread')).toEqual([id, '1 in total'])
    expect(await ids('filter=status:pending')).toEqual([reply, '1 in total'])
    expect(await ids('filter=deleted:yes')).toEqual(['0 in total'])
    expect(await ids('sort=status')).toEqual([id, reply, '2 in total'])
    expect(await ids('q=HEATED')).toEqual([reply, '1 in total'])
    expect(await ids('sort=author&limit=1')).toEqual([expect.any(Number), '2 in total'])
    const names = (await app.get('/api/admin/forum/messages?sort=author', ada)).json()
    expect(names.map(({ authorName }: { authorName: string }) => authorName)).toEqual(
      names.map(({ authorName }: { authorName: string }) => authorName).toSorted(),
    )
    expect(names).toContainEqual(expect.objectContaining({ authorName: 'Ben Babbage' }))
  })
})

describe('editing', () => {
  it('your own post is visible as an edit, with every earlier version', async () => {
    const app = await forum()
    const id = await startThread(app)
    const answer = await app.put(`/api/forum/threads/${id}`, { title: 'Rain', content: 'They flood.' }, ben)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { title: 'Rain', content: 'They flood.', editedAt: expect.any(String), moderationStatus: 'approved' },
    ])
    expect((await app.get(`/api/forum/edits/${id}`)).json()).toMatchObject([
      { title: 'Roads', content: opening.content },
      { title: 'Rain', content: 'They flood.' },
    ])
    const reply = await postReply(app, id, 'One.')
    await app.put(`/api/forum/posts/${reply}`, { content: 'Two.' }, cora)
    expect((await app.get(`/api/forum/edits/${reply}`)).json()).toMatchObject([
      { title: null, content: 'One.' },
      { title: null, content: 'Two.' },
    ])
  })

  it('is rejected for others, for unknown posts, and with text that would be rejected', async () => {
    const app = await forum()
    const id = await startThread(app)
    const words = { title: 'Rain', content: 'They flood.' }
    expect((await app.put(`/api/forum/threads/${id}`, words, cora)).statusCode).toBe(403)
    expect((await app.put(`/api/forum/threads/${id}`, words, ada)).statusCode).toBe(403)
    expect((await app.put(`/api/forum/threads/${id}`, words)).statusCode).toBe(401)
    expect((await app.put('/api/forum/threads/99', words, ben)).statusCode).toBe(404)
    expect((await app.put('/api/forum/posts/99', { content: 'Hi.' }, ben)).statusCode).toBe(404)
    const vile = await app.put(`/api/forum/threads/${id}`, { ...words, content: 'Vile: vile.' }, ben)
    expect([vile.statusCode, vile.json().message]).toEqual([422, 'It attacks people instead of what they say.'])
    expect((await app.get(`/api/forum/threads/${id}`)).json()).toMatchObject(opening)
  })

  it('that is held hides the post until the review, and does not bypass it', async () => {
    const app = await forum()
    const id = await startThread(app)
    const reply = await postReply(app, id, 'Calm.')
    await app.put(`/api/forum/posts/${reply}`, { content: 'A heated word.' }, cora)
    expect(await repliesOf(app, id)).toEqual([])
    expect((await app.get(`/api/forum/edits/${reply}`)).statusCode).toBe(404)
    expect((await app.put(`/api/forum/posts/${reply}`, { content: 'Calm.' }, cora)).statusCode).toBe(409)
  })
})

describe('a held or rejected post', () => {
  it('is only visible to its author', async () => {
    const app = await forum()
    const id = await startThread(app)
    const answer = await app.post('/api/forum/posts', { threadId: id, content: 'A heated word.' }, cora)
    expect([answer.statusCode, answer.json().moderationStatus]).toEqual([201, 'pending'])
    const { id: refused } = await refusedReply(app, id)
    expect((await repliesOf(app, id, cora)).map((row: { moderationStatus: string }) => row.moderationStatus)).toEqual([
      'pending',
      'rejected',
    ])
    for (const caller of [{}, ben, ada]) expect(await repliesOf(app, id, caller)).toEqual([])
    expect((await app.get(`/api/forum/threads/${id}`)).json()).toMatchObject({ replyCount: 0, lastReplyAt: null })
    const held = await startThread(app, { title: 'A heated title' })
    expect((await app.get(`/api/forum/threads/${held}`, ben)).statusCode).toBe(200)
    for (const path of [`threads/${held}`, `posts/${held}`, `edits/${refused}`])
      expect((await app.get(`/api/forum/${path}`)).statusCode, path).toBe(404)
  })
})

it('an erased author leaves the thread without text, as a deleted user', async () => {
  const app = await forum()
  const id = await startThread(app)
  const reply = await postReply(app, id, 'A word of Cora.')
  await app.put(`/api/forum/posts/${reply}`, { content: 'Another word of Cora.' }, cora)
  expect((await app.post('/api/admin/erasures', { topic: 'forum', id: reply }, ada)).statusCode).toBe(200)
  expect(await repliesOf(app, id)).toMatchObject([{ id: reply, authorId: null, content: '[erased]' }])
  expect(contents((await app.get(`/api/forum/edits/${reply}`)).json())).toEqual(['[erased]', '[erased]'])
  const history = await app.get(`/api/admin/history/forum/${reply}`, ada)
  const dump = JSON.stringify([history.json(), await app.events()])
  expect(dump).not.toContain('word of Cora')
  expect((await app.get(`/api/forum/threads/${id}`)).json()).toMatchObject({ ...opening, replyCount: 1 })
})

it('limits posts to thirty in ten minutes', async () => {
  const app = await withPeople(await createTestApp({ rateLimits: 'on' }))
  const statuses = []
  for (let n = 0; n < 31; n++)
    statuses.push((await app.post('/api/forum/threads', { ...opening, title: '' }, ben)).statusCode)
  expect([statuses.slice(0, 30).every((status) => status === 400), statuses.at(-1)]).toEqual([true, 429])
})
