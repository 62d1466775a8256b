import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Account, type AccountApp, createAccountApp } from '../support/app/account.ts'

const cleanUps: (() => Promise<void>)[] = []
let app: AccountApp
let admin: Account
let author: Account
let readers: Account[]
beforeAll(async () => {
  app = await createAccountApp((cleanUp) => cleanUps.push(cleanUp))
  admin = await app.account('ada@example.org', app.firstAdminToken)
  author = await app.account()
  readers = await Promise.all([1, 2, 3, 4].map(() => app.account()))
  await settle([author, ...readers])
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

let thread: number
beforeEach(async () => {
  const words = { title: 'Roads', content: 'The gravel roads wash out every spring.', categoryId: 4 }
  thread = (await author.ask('POST', '/api/forum/threads', words)).json().id
})

const post = async (content = 'The county fixed ours last week.'): Promise<number> =>
  (await author.ask('POST', '/api/forum/posts', { threadId: thread, content })).json().id
/** Each reader has a network of their own. */
const report = ({ id, cookie }: Account, contentId: number, words: object = {}, remoteAddress = `198.51.${id}.7`) =>
  app.http.inject({
    method: 'POST',
    url: '/api/forum/reports',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    remoteAddress,
    payload: { contentId, reason: 'doxxing', note: 'It names my street.', ...words },
  })
/** Accounts of the day before yesterday, with confirmed addresses. */
async function settle(people: readonly Account[]): Promise<void> {
  const ids = people.map(({ id }) => id)
  await app.database.pool.query(
    `UPDATE app.accounts SET created_at = created_at - interval '2 days' WHERE user_id = ANY ($1)`,
    [ids],
  )
  for (const id of ids) await app.verify(id)
}
const decide = (action: 'approve' | 'reject', id: number) => admin.ask('POST', `/api/moderation/${action}/${id}`, {})
const visible = async (): Promise<number[]> =>
  (await app.visit('GET', `/api/forum/posts/${thread}`)).json().map(({ id }: { id: number }) => id)
const queued = async (id: number, status = 'pending') =>
  (await admin.ask('GET', `/api/moderation/queue?status=${status}&limit=50`))
    .json()
    .find((item: { id: number }) => item.id === id)
const ownItem = async (id: number) =>
  (await author.ask('GET', '/api/forum/mine')).json().find((item: { id: number }) => item.id === id)
const waiting = async () => (await admin.ask('GET', '/api/admin/pending')).json().moderation

it('a report reaches the queue with its reason and note, and the post stays until the third', async () => {
  const id = await post()
  const before = await waiting()
  for (const reader of readers.slice(0, 2)) {
    const answer = await report(reader, id)
    expect([answer.statusCode, answer.json()]).toEqual([202, { contentId: id }])
  }
  expect(await waiting()).toBe(before + 1)
  const open = { reason: 'doxxing', note: 'It names my street.', isOpen: true, createdAt: expect.any(String) }
  expect(await queued(id)).toMatchObject({ status: 'approved', aiSuggestion: 'approve', reports: [open, open] })
  expect(await visible()).toEqual([id])

  const [, , third = admin, late = admin] = readers
  await report(third, id, { reason: 'other', note: '' })
  expect(await visible()).toEqual([])
  expect(await queued(id, 'reported')).toMatchObject({ status: 'pending', reports: [open, open, { reason: 'other' }] })
  expect(await ownItem(id)).toMatchObject({
    status: 'pending',
    reason: 'Readers reported this post, so a moderator will look at it.',
  })
  expect((await report(late, id)).json().message).toBe(
    'Other readers have reported this post, and a moderator will decide about it.',
  )
})

it('people without a confirmed address cannot report', async () => {
  const id = await post()
  const answer = await report(await app.account(), id)
  expect([answer.statusCode, answer.json().message]).toEqual([
    403,
    'Please confirm your email address first: under Settings > Security, choose Verify by Magic Link.',
  ])
  expect(await queued(id)).toBeUndefined()
})

it('the same reader counts once, however often they ask', async () => {
  const id = await post()
  const [reader = admin] = readers
  for (let n = 0; n < 3; n += 1) expect((await report(reader, id)).statusCode).toBe(202)
  expect((await queued(id)).reports).toHaveLength(1)
  expect(await visible()).toEqual([id])
})

it('keeping a hidden post shows it again; removing one tells its author why, who can appeal', async () => {
  const [kept, removed] = [await post(), await post('The bridge has been closed since June.')]
  for (const id of [kept, removed]) for (const reader of readers.slice(0, 3)) await report(reader, id)
  expect(await visible()).toEqual([])
  expect((await decide('approve', kept)).json()).toMatchObject({ status: 'approved', adminAction: 'approve' })
  expect((await decide('reject', removed)).json()).toMatchObject({ status: 'rejected', adminAction: 'reject' })
  expect(await visible()).toEqual([kept])
  expect(await queued(kept)).toBeUndefined()
  expect((await queued(kept, 'decided')).reports).toMatchObject([{ isOpen: false }, { isOpen: false }, {}])
  expect(await ownItem(removed)).toMatchObject({
    reason: 'Readers reported this post, and a moderator removed it.',
    canAppeal: true,
  })
  const answer = await author.ask('POST', '/api/forum/appeals', { contentId: removed, appeal: 'It was in the paper.' })
  expect(answer.statusCode).toBe(202)
  expect(await queued(removed, 'appealed')).toMatchObject({ appeal: 'It was in the paper.' })

  // A moderator's word stands: a new reader reaches the queue, and the post stays.
  await report(readers[3] ?? admin, kept)
  expect(await queued(kept)).toMatchObject({ status: 'approved' })
  expect(await visible()).toEqual([kept])
})

it('neither the author nor the public learn who reported', async () => {
  const id = await post()
  const [reader = admin] = readers
  await report(reader, id, { note: 'Note of a reader' })
  for (const path of [
    '/api/forum/mine',
    '/api/profile/export',
    '/api/profile/activity',
    `/api/forum/posts/${thread}`,
  ]) {
    const { body } = await author.ask('GET', path)
    expect(body).not.toContain('Note of a reader')
  }
  expect((await admin.ask('GET', `/api/admin/history/forum/${id}`)).body).toContain('Note of a reader')
})

it('the download of a reader has their reports, and not the posts that they reported', async () => {
  const reader = await app.account()
  await app.verify(reader.id)
  await report(reader, thread)
  await report(reader, await post())
  const { forumReports, forumThreads, forumPosts } = (await reader.ask('GET', '/api/profile/export')).json()
  const listed = { reason: 'doxxing', note: 'It names my street.', outcome: null }
  expect([forumReports, forumThreads, forumPosts]).toMatchObject([[{ contentId: thread, ...listed }, listed], [], []])
})

it('is refused for one’s own post, an unknown one, a wrong reason, a long note, and visitors', async () => {
  const id = await post()
  const [reader = admin] = readers
  const refused = [
    [await report(author, id), 403],
    [await report(reader, 99_999), 404],
    [await report(reader, id, { reason: 'none' }), 400],
    [await report(reader, id, { note: 'n'.repeat(501) }), 400],
    [await report(reader, id, { by: 1 }), 400],
    [await app.visit('POST', '/api/forum/reports', { contentId: id, reason: 'spam', note: '' }), 401],
  ] as const
  expect(refused.map(([{ statusCode }]) => statusCode)).toEqual(refused.map(([, status]) => status))
  expect(await queued(id)).toBeUndefined()
})

it('three addresses of one inbox, or three accounts of one network or of today, hide nothing', async () => {
  const id = await post()
  const tagged = await Promise.all([1, 2, 3].map((tag) => app.account(`mallory+${tag}@example.org`)))
  await settle(tagged)
  for (const one of tagged) expect((await report(one, id)).statusCode).toBe(202)
  const neighbors = await Promise.all([1, 2, 3].map(() => app.account()))
  await settle(neighbors)
  for (const [n, one] of neighbors.entries()) await report(one, id, {}, `203.0.113.${n}`)
  const fresh = await Promise.all([1, 2].map(() => app.account()))
  for (const one of fresh) {
    await app.verify(one.id)
    await report(one, id)
  }
  expect(await visible()).toEqual([id])
  expect((await queued(id)).reports).toHaveLength(8)
  // No network is stored, only its keyed hash.
  const { rows } = await app.database.pool.query('SELECT network FROM app.report_networks')
  expect(JSON.stringify(rows)).not.toMatch(/203\.0|198\.51/)
})

it('a ban takes back what only that reader’s report hid', async () => {
  const id = await post()
  const people = await Promise.all([1, 2, 3].map(() => app.account()))
  await settle(people)
  for (const one of people) await report(one, id)
  expect(await visible()).toEqual([])
  const [banned = admin] = people
  expect(
    (await admin.ask('POST', `/api/admin/users/${banned.id}/ban`, { banned: true, reason: 'Spam' })).statusCode,
  ).toBe(200)
  await vi.waitFor(async () => expect(await visible()).toEqual([id]), { timeout: 60_000 })
  expect(await queued(id)).toMatchObject({ status: 'approved', reports: [{ isOpen: true }, {}, {}] })
})

it('what an admin wrote only reaches the queue', async () => {
  const content = 'The town hall moves to Friday.'
  const { id } = (await admin.ask('POST', '/api/forum/posts', { threadId: thread, content })).json()
  for (const reader of readers.slice(0, 3)) await report(reader, id)
  expect(await visible()).toEqual([id])
  expect((await queued(id)).reports).toHaveLength(3)
})

it('from the first report on only admins read earlier versions, and the queue shows what was reported', async () => {
  const [secret, tame] = ['The meeting is behind the green bench.', 'The meeting is at noon.']
  const id = await post(secret)
  const editsFor = async (reader?: Account) =>
    (await (reader ? reader.ask('GET', `/api/forum/edits/${id}`) : app.visit('GET', `/api/forum/edits/${id}`))).json()
  await report(readers[0] ?? admin, id)
  await author.ask('PUT', `/api/forum/posts/${id}`, { content: tame })
  const withheld = { title: null, content: '', isWithheld: true }
  for (const reader of [undefined, author, readers[0]])
    expect(await editsFor(reader)).toMatchObject([withheld, { content: tame }])
  expect(await editsFor(admin)).toMatchObject([{ content: secret, isWithheld: true }, { content: tame }])
  expect(await queued(id)).toMatchObject({ content: tame, reports: [{ words: secret }] })
  await decide('approve', id)
  expect(await editsFor()).toMatchObject([withheld, {}])
})

/** Decides as an admin who read this revision. */
const decideAt = (revision: number, action: 'approve' | 'reject', id: number) =>
  app.http.inject({
    method: 'POST',
    url: `/api/moderation/${action}/${id}`,
    headers: { cookie: admin.cookie, 'sec-fetch-site': 'same-origin', 'if-match': `"${revision}"` },
    payload: { adminNotes: 'Read it.' },
  })

it.each(['approve', 'reject'] as const)(
  'a decision is about the text that the admin read, not about what its author made of it since: %s',
  async (action) => {
    const id = await post('The county fixed ours.')
    await report(readers[0] ?? admin, id)
    const { revision } = await queued(id)
    await author.ask('PUT', `/api/forum/posts/${id}`, { content: 'The county forgot ours.' })
    const refused = await decideAt(revision, action, id)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        message: 'The author changed this text after you read it. Read it as it is now, then decide.',
        changed: ['content'],
        current: { id, content: 'The county forgot ours.', reports: [{ words: 'The county fixed ours.' }] },
      },
    ])
    expect(await queued(id)).toMatchObject({ adminAction: null, reports: [{ isOpen: true }] })
    const decided = await decideAt(refused.json().current.revision, action, id)
    expect([decided.statusCode, decided.json()]).toMatchObject([200, { adminAction: action }])
  },
)

it('a deletion is about the text that the admin read too, in the console and in the forum', async () => {
  const words = 'The county fixed ours.'
  const paths = ['messages', 'posts', 'threads'] as const
  for (const path of paths) {
    const id = path === 'threads' ? thread : await post(words)
    const now = { title: 'Rain', content: 'The county forgot ours.' }
    const listed = path === 'messages' ? '/api/admin/forum/messages?limit=50' : `/api/forum/${path}`
    const url = path === 'posts' ? `${listed}/${thread}` : path === 'threads' ? `${listed}/${id}` : listed
    const rows = [(await admin.ask('GET', url)).json()].flat()
    const { revision } = rows.find((row: { id: number }) => row.id === id)
    const edit = path === 'threads' ? now : { content: now.content }
    await author.ask('PUT', `/api/forum/${path === 'threads' ? 'threads' : 'posts'}/${id}`, edit)
    const remove = (match: number) =>
      app.http.inject({
        method: 'DELETE',
        url: `/api/admin/forum/${path}/${id}`,
        headers: { cookie: admin.cookie, 'sec-fetch-site': 'same-origin', 'if-match': `"${match}"` },
      })
    const refused = await remove(revision)
    expect([path, refused.statusCode, refused.json().current]).toMatchObject([path, 409, { id, content: now.content }])
    expect((await remove(refused.json().current.revision)).statusCode).toBe(204)
  }
})

it('a new title is a new text of the thread; replies, reports and other posts are not', async () => {
  await report(readers[0] ?? admin, thread)
  const { revision } = await queued(thread)
  const other = await post()
  await author.ask('PUT', `/api/forum/posts/${other}`, { content: 'Another reply.' })
  await report(readers[1] ?? admin, thread)
  await author.ask('PUT', `/api/forum/threads/${thread}`, {
    title: 'Bridges',
    content: 'The gravel roads wash out every spring.',
  })
  expect((await decideAt(revision, 'approve', thread)).json()).toMatchObject({
    changed: ['title'],
    current: { title: 'Bridges' },
  })
  const now = await queued(thread)
  await post()
  expect((await decideAt(now.revision, 'approve', thread)).statusCode).toBe(200)
  expect((await app.visit('GET', '/api/forum/threads?limit=50')).json()).toContainEqual(
    expect.objectContaining({ id: thread, title: 'Bridges' }),
  )
})

it('a reader who reports an edited text again is heard, and the queue shows both texts', async () => {
  const id = await post('The county fixed ours.')
  const [reader = admin] = readers
  await report(reader, id)
  await author.ask('PUT', `/api/forum/posts/${id}`, { content: 'The county forgot ours.' })
  expect((await report(reader, id, { reason: 'spam' })).statusCode).toBe(202)
  await report(reader, id, { reason: 'spam' })
  expect((await queued(id)).reports).toMatchObject([
    { reason: 'doxxing', words: 'The county fixed ours.' },
    { reason: 'spam', words: null },
  ])
})

it('an admin hides a version of a post for good, and can show it again', async () => {
  const id = await post('Call me at my cabin.')
  await author.ask('PUT', `/api/forum/posts/${id}`, { content: 'Call me.' })
  const edits = async () => (await app.visit('GET', `/api/forum/edits/${id}`)).json()
  const [first, last] = await edits()
  expect(first).toMatchObject({ content: 'Call me at my cabin.' })
  const change = (by: Account, at: string, isHidden: boolean) =>
    by.ask('PUT', `/api/admin/forum/messages/${id}/versions`, { at, isHidden })
  expect((await change(author, first.at, true)).statusCode).toBe(403)
  expect((await change(admin, last.at, true)).json().message).toBe(
    'This is what the post says now. Delete the post instead.',
  )
  expect((await change(admin, '2026-01-01T00:00:00.000Z', true)).statusCode).toBe(404)
  expect((await change(admin, first.at, true)).json()).toMatchObject([
    { content: 'Call me at my cabin.', isWithheld: true, isHidden: true },
    { content: 'Call me.' },
  ])
  expect(await edits()).toEqual([{ at: first.at, title: null, content: '', isWithheld: true }, last])
  expect((await admin.ask('GET', `/api/admin/history/forum/${id}`)).body).toContain('VersionHidden')
  await change(admin, first.at, false)
  expect(await edits()).toEqual([first, last])
})
