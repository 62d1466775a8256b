import { expect, it } from 'vitest'
import { forumPages } from '../../backend/pages/forum.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { ada, ben, cora, postReply, repliesOf, startThread, withPeople } from '../support/app/forum.ts'

type Item = { id: number; createdAt: string; editedAt: string | null }

const held = 'A heated word.'
const idsOf = (items: readonly Item[]) => items.map(({ id }) => id)
const times = (items: readonly Item[]) => items.map(({ createdAt }) => createdAt)

async function approve(app: TestApp, id: number): Promise<void> {
  const answer = await app.post(`/api/moderation/approve/${id}`, {}, ada)
  expect(answer.statusCode, answer.body).toBe(200)
}

async function contentOf(app: TestApp, path: string) {
  const client = await app.database.pool.connect()
  try {
    const page = forumPages().pages.find((page) => page.path === path)
    return JSON.parse(JSON.stringify(await page?.content(client)))
  } finally {
    client.release()
  }
}

async function pageOf(app: TestApp, threadId: number) {
  const client = await app.database.pool.connect()
  try {
    const [family] = forumPages().families
    return JSON.parse(JSON.stringify((await family?.items(client, [threadId]))?.get(threadId)))
  } finally {
    client.release()
  }
}

it('a thread that was held stands where its approval puts it, with its date, in lists, pages and the feed', async () => {
  const app = await withPeople(await createTestApp())
  const waiting = await startThread(app, { content: held })
  const first = await startThread(app, {}, cora)
  const second = await startThread(app, {}, cora)
  const writtenBy = new Date().toISOString()
  const listed = async (query = '', caller = {}): Promise<Item[]> =>
    (await app.get(`/api/forum/threads${query}`, caller)).json()
  expect(idsOf(await listed('', ben)), 'its author sees it where it was written').toEqual([second, first, waiting])

  await approve(app, waiting)
  await allProjected(app)
  const order = [waiting, second, first]
  const list = await listed()
  expect(idsOf(list)).toEqual(order)
  expect(list[0]?.createdAt && list[0].createdAt >= writtenBy).toBe(true)
  expect(idsOf(await listed('?categoryId=4'))).toEqual(order)
  expect(idsOf(await listed(`?before=${waiting}`))).toEqual([second, first])
  expect(idsOf(await listed('?before=1000000'))).toEqual(order)
  for (const path of ['/forum', '/forum/general', '/forum/general/feed.xml']) {
    const { threads } = await contentOf(app, path)
    expect(idsOf(threads), path).toEqual(order)
    expect(times(threads), path).toEqual(times(list))
  }
  expect((await contentOf(app, '/forum')).activity).toEqual([
    { categoryId: 4, threads: 3, newestAt: list[0]?.createdAt },
  ])
})

it('a reply that was held stands behind those that were public before it, and is the last reply', async () => {
  const app = await withPeople(await createTestApp())
  const threadId = await startThread(app)
  const waiting = await postReply(app, threadId, held)
  const public1 = await postReply(app, threadId, 'The first to be read.')
  const public2 = await postReply(app, threadId, 'The second to be read.')
  await approve(app, waiting)
  await allProjected(app)

  const order = [public1, public2, waiting]
  const replies: Item[] = await repliesOf(app, threadId)
  expect(idsOf(replies)).toEqual(order)
  expect(times(replies)).toEqual(times(replies).toSorted())
  const after = async (id: number) => idsOf((await app.get(`/api/forum/posts/${threadId}?after=${id}`)).json())
  expect(await after(public2)).toEqual([waiting])
  expect(await after(waiting)).toEqual([])
  const page = await pageOf(app, threadId)
  expect(idsOf(page.replies)).toEqual(order)
  const lastReplyAt = replies.at(-1)?.createdAt
  expect(page.thread.lastReplyAt).toBe(lastReplyAt)
  expect((await app.get(`/api/forum/threads/${threadId}`)).json().lastReplyAt).toBe(lastReplyAt)
})

it('an edit, and what follows from it, moves nothing that was public before', async () => {
  const app = await withPeople(await createTestApp())
  const first = await startThread(app)
  const second = await startThread(app, {}, cora)
  const before: Item[] = (await app.get('/api/forum/threads')).json()
  const edited = await app.put(`/api/forum/threads/${first}`, { title: 'Roads', content: held }, ben)
  expect(edited.json()).toMatchObject({ moderationStatus: 'pending' })
  await approve(app, first)
  await allProjected(app)
  const list: Item[] = (await app.get('/api/forum/threads')).json()
  expect(idsOf(list)).toEqual([second, first])
  expect(times(list)).toEqual(times(before))
  expect((await pageOf(app, first)).thread.earlier).toMatchObject([{ at: list[1]?.createdAt }])
})
