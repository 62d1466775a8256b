import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { forumPages } from '../../backend/pages/forum.ts'
import { createPageCopies } from '../../backend/pages/rendering/page-copies.ts'
import { createPageRefresher } from '../../backend/pages/rendering/page-refresher.ts'
import { createPageStore } from '../../backend/pages/serving/page-store.ts'
import { addSitemap } from '../../backend/pages/sitemap.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { ada, ben, cora, opening, postReply, startThread, withPeople } from '../support/app/forum.ts'
import { within, withinASecond } from '../support/run/timeouts.ts'
import { together } from '../support/together.ts'

const siteUrl = 'https://campaign.example.org'
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 })

const forum = async () => withPeople(await createTestApp())

/**
 * The forum and the process that keeps its pages, with one-line templates. `folder`: copies from an earlier process.
 */
async function forumWithPages(setting: { app?: TestApp; folder?: string; pollInterval?: number } = {}) {
  const app = setting.app ?? (await forum())
  const folder = setting.folder ?? (await mkdtemp(join(tmpdir(), 'forum-pages-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = createPageStore()
  const rendered: string[] = []
  const refresher = createPageRefresher({
    pool: app.database.pool,
    store,
    build: 'build-1',
    siteUrl,
    render: async (path, content) => {
      rendered.push(path)
      return { html: Buffer.from(JSON.stringify(content)), csp: '' }
    },
    ...forumPages(),
    copies: createPageCopies(folder),
    ...(setting.pollInterval && { pollInterval: setting.pollInterval }),
    onListed: () => addSitemap(store, siteUrl),
  })
  onTestFinished(() => refresher.stop())
  await refresher.restore()
  await refresher.restored()
  refresher.start()
  const served = (path: string) => store.get(path)?.answers.identity.body.toString() ?? null
  await eventually(() => expect(served('/forum/general')).not.toBeNull())
  return { app, served, rendered, refresher, folder }
}

it('a thread and a reply appear on their pages, in the feed and in the sitemap within a second', async () => {
  const { app, served } = await forumWithPages()
  const id = await startThread(app)
  await postReply(app, id, 'Ours too.')
  await withinASecond(() => {
    expect(served(`/forum/threads/${id}`)).toContain('"content":"Ours too."')
    expect(served('/forum')).toContain('"title":"Roads"')
    expect(served('/forum/general')).toContain('"replyCount":1')
    expect(served('/forum/general/feed.xml')).toContain(`<id>${siteUrl}/forum/threads/${id}</id>`)
    expect(served('/sitemap.xml')).toContain(`<loc>${siteUrl}/forum/threads/${id}</loc>`)
  })
  expect(served('/forum/policy-discussion')).not.toContain('Roads')
})

it('a long thread is on its page up to the last reply', async () => {
  const app = await forum()
  const id = await startThread(app)
  await together(209, (n) => postReply(app, id, `Reply ${n + 1}.`))
  const { served } = await forumWithPages({ app })
  await postReply(app, id, 'Reply 210.')
  await eventually(() => expect(served(`/forum/threads/${id}`)).toContain('"content":"Reply 210."'))
  expect(served(`/forum/threads/${id}`)?.match(/"content":"Reply/g)).toHaveLength(210)
})

it('a held post is on no page; approved it appears within a second, deleted it is gone', async () => {
  const { app, served } = await forumWithPages()
  const id = await startThread(app)
  const held = await postReply(app, id, 'A heated word.')
  const hidden = await startThread(app, { title: 'A heated title' }, cora)
  await eventually(() => expect(served(`/forum/threads/${id}`)).not.toBeNull())
  expect(served(`/forum/threads/${id}`)).not.toContain('heated')
  expect([served(`/forum/threads/${hidden}`), served('/forum')?.includes('heated')]).toEqual([null, false])
  await app.post(`/api/moderation/approve/${held}`, {}, ada)
  await app.post(`/api/moderation/approve/${hidden}`, {}, ada)
  await withinASecond(() => {
    expect(served(`/forum/threads/${id}`)).toContain('A heated word.')
    expect(served(`/forum/threads/${hidden}`)).toContain('A heated title')
  })
  await app.remove(`/api/admin/forum/threads/${id}`, ada)
  await withinASecond(() => {
    expect(served(`/forum/threads/${id}`)).toBeNull()
    expect(served('/forum/general')).not.toContain('Roads')
    expect(served('/sitemap.xml')).not.toContain(`/forum/threads/${id}<`)
  })
})

describe('the text before an edit', () => {
  type Page = { thread: { earlier: object[] }; replies: { id: number; earlier: object[] }[] }

  it('appears on the page of its thread as in the public API within a second', async () => {
    const { app, served } = await forumWithPages()
    const id = await startThread(app)
    const reply = await postReply(app, id, 'One.')
    await postReply(app, id, 'Never edited.')
    const page = (): Page => JSON.parse(served(`/forum/threads/${id}`) ?? '{}')
    for (const content of ['Two.', 'Three.']) await app.put(`/api/forum/posts/${reply}`, { content }, cora)
    await app.put(`/api/forum/threads/${id}`, { title: 'Rain', content: 'They flood.' }, ben)
    await withinASecond(() => expect(served(`/forum/threads/${id}`)).toContain('They flood.'))
    const shown = async (of: number) => (await app.get(`/api/forum/edits/${of}`)).json().slice(0, -1)
    expect(page().thread.earlier).toEqual(await shown(id))
    expect(page().thread.earlier).toMatchObject([{ title: opening.title, content: opening.content }])
    expect(page().replies.map(({ earlier }) => earlier)).toEqual([await shown(reply), []])
    expect(page().replies[0]?.earlier).toMatchObject([{ content: 'One.' }, { content: 'Two.' }])
  })

  it('is missing while the edit is held, and so is rejected text', async () => {
    const { app, served } = await forumWithPages()
    const id = await startThread(app)
    const reply = await postReply(app, id, 'Calm.')
    await eventually(() => expect(served(`/forum/threads/${id}`)).toContain('Calm.'))
    expect((await app.put(`/api/forum/posts/${reply}`, { content: 'Vile: vile.' }, cora)).statusCode).toBe(422)
    await app.put(`/api/forum/posts/${reply}`, { content: 'A heated word.' }, cora)
    await withinASecond(() => expect(served(`/forum/threads/${id}`)).toContain('"replies":[]'))
    expect(served(`/forum/threads/${id}`)).not.toContain('Calm.')
    await app.post(`/api/moderation/approve/${reply}`, {}, ada)
    await withinASecond(() => expect(served(`/forum/threads/${id}`)).toContain('A heated word.'))
    expect(served(`/forum/threads/${id}`)).toMatch(/"earlier":\[\{[^}]*"content":"Calm\."\}\]/)
    expect(served(`/forum/threads/${id}`)).not.toContain('Vile')
  })

  it('is limited, and disappears when its author is erased', async () => {
    const app = await forum()
    const id = await startThread(app)
    const reply = await postReply(app, id, 'Words of Cora, first.')
    const edit = (n: number) => app.put(`/api/forum/posts/${reply}`, { content: `Words of Cora, ${n}.` }, cora)
    await Promise.all(Array.from({ length: 209 }, (_, n) => edit(n + 1)))
    const { served } = await forumWithPages({ app })
    await edit(210)
    await eventually(() => expect(served(`/forum/threads/${id}`)).toContain('Words of Cora, 210.'))
    expect(served(`/forum/threads/${id}`)?.match(/Words of Cora/g)).toHaveLength(200)
    expect(served(`/forum/threads/${id}`)).not.toContain('first')
    await app.post('/api/admin/erasures', { topic: 'forum', id: reply }, ada)
    await within(3000, () => expect(served(`/forum/threads/${id}`)).toContain('[erased]'))
    expect(served(`/forum/threads/${id}`)).not.toContain('of Cora')
  })
})

it('the text of an erased person disappears from every page quickly', async () => {
  const { app, served } = await forumWithPages()
  const threads = [await startThread(app), await startThread(app)]
  const replies = [
    await postReply(app, threads[0] ?? 0, 'Words of Cora.'),
    await postReply(app, threads[1] ?? 0, 'More of Cora.'),
  ]
  const shown = () => threads.map((id) => served(`/forum/threads/${id}`)).join()
  await eventually(() => expect(shown()).toMatch(/Words of Cora.*More of Cora/))
  await app.post('/api/admin/erasures', { topic: 'forum', id: replies[0] }, ada)
  await within(3000, () => expect(shown()).not.toContain('of Cora'))
  expect(shown()).toContain('[erased]')
})

describe('older threads', () => {
  const older = (page: number) => `/forum/general/older/${page}`

  /** In the order of the lists, the oldest first: of two at once, the one with the lower id may be public later. */
  async function startThreads(app: TestApp, count: number): Promise<number[]> {
    const ids = await together(count, () => startThread(app))
    await allProjected(app)
    const { rows } = await app.database.pool.query<{ id: number }>(
      'SELECT id FROM read.forum_threads WHERE id = ANY ($1) ORDER BY place',
      [ids],
    )
    return rows.map(({ id }) => id)
  }

  /** Content of a page: its threads and the targets of its links; null when it does not exist. */
  function pageIn(served: (path: string) => string | null, path: string) {
    const { threads, older, newer } = JSON.parse(served(path) ?? '{}')
    return threads ? { ids: threads.map(({ id }: { id: number }) => id), older, newer } : null
  }
  const newestFirst = (ids: number[], from: number, to?: number) => ids.slice(from, to).toReversed()

  it('have their own pages once the first one is full; a thread keeps its page', async () => {
    const { app, served, rendered } = await forumWithPages()
    const shown = (path: string) => pageIn(served, path)
    const ids = await startThreads(app, 99)
    await eventually(() => expect(shown('/forum/general')).toEqual({ ids: newestFirst(ids, 0), older: null }))
    expect(served(older(1))).toBeNull()
    ids.push(...(await startThreads(app, 1)))
    await withinASecond(() => {
      expect(shown('/forum/general')).toEqual({ ids: newestFirst(ids, 50), older: 1 })
      expect(shown(older(1))).toEqual({ ids: newestFirst(ids, 0, 50), older: null, newer: null })
      expect(served('/sitemap.xml')).toContain(`<loc>${siteUrl}${older(1)}</loc>`)
    })
    ids.push(...(await startThreads(app, 50)))
    await withinASecond(() => {
      expect(shown('/forum/general')).toEqual({ ids: newestFirst(ids, 100), older: 2 })
      expect(shown(older(2))).toEqual({ ids: newestFirst(ids, 50, 100), older: 1, newer: null })
      expect(shown(older(1))).toEqual({ ids: newestFirst(ids, 0, 50), older: null, newer: 2 })
    })
    expect([served(older(0)), served(older(3)), served('/forum/campaign-events/older/1')]).toEqual([null, null, null])
    expect(rendered.filter((path) => path === older(1))).toHaveLength(2)
  })

  it('show a change within a second, and no other page is rendered', async () => {
    const { app, served, rendered } = await forumWithPages()
    const shown = (path: string) => pageIn(served, path)
    const ids = await startThreads(app, 150)
    const [, second = 0, third = 0] = ids
    await eventually(() => {
      expect(shown('/forum/general')?.ids).toEqual(newestFirst(ids, 100))
      expect([shown(older(2))?.older, shown(older(1))?.newer]).toEqual([1, 2])
      expect(shown('/forum')?.ids).toEqual(newestFirst(ids, 140))
    })
    const without = (gone: number) => newestFirst(ids, 0, 50).filter((id) => id !== gone)
    const rendersOnly = async (paths: string[], change: () => Promise<unknown>, check: () => void) => {
      rendered.length = 0
      await change()
      await withinASecond(check)
      // The thread itself, and the page of the forum, which shows the latest threads and counts all, may follow later.
      const others = [...new Set(rendered)].filter((path) => path !== '/forum' && !path.startsWith('/forum/threads/'))
      expect(others.toSorted()).toEqual(paths)
    }

    await rendersOnly(
      [older(1)],
      () => postReply(app, second, 'Late to it.'),
      () => expect(served(older(1))).toContain('"replyCount":1'),
    )
    await rendersOnly(
      [older(1)],
      () => app.remove(`/api/admin/forum/threads/${second}`, ada),
      () => expect(shown(older(1))?.ids).toEqual(without(second)),
    )
    await rendersOnly(
      [older(1)],
      () => app.post(`/api/admin/forum/messages/${second}/restore`, {}, ada),
      () => expect(shown(older(1))?.ids).toEqual(newestFirst(ids, 0, 50)),
    )
    const pin = (isPinned: boolean) => app.put(`/api/admin/forum/threads/${third}`, { isPinned }, ada)
    await rendersOnly(
      ['/forum/general', older(1)],
      () => pin(true),
      () => {
        expect(shown('/forum/general')?.ids).toEqual([third, ...newestFirst(ids, 100)])
        expect(shown(older(1))?.ids).toEqual(without(third))
      },
    )
    await rendersOnly(
      ['/forum/general', older(1)],
      () => pin(false),
      () => {
        expect(shown('/forum/general')?.ids).toEqual(newestFirst(ids, 100))
        expect(shown(older(1))?.ids).toEqual(newestFirst(ids, 0, 50))
      },
    )
  })

  it('link to a new following page immediately', async () => {
    // Nothing is checked a second time unless something changes.
    const { app, served, refresher } = await forumWithPages({ pollInterval: 600_000 })
    const shown = (path: string) => pageIn(served, path)
    await startThreads(app, 100)
    refresher.look()
    await withinASecond(() => expect(shown(older(1))).toMatchObject({ newer: null }))
    const newest = (await startThreads(app, 50)).at(-1)
    refresher.look()
    await withinASecond(() => expect([shown(older(2))?.older, shown(older(1))?.newer]).toEqual([1, 2]))
    await app.remove(`/api/admin/forum/threads/${newest}`, ada)
    refresher.look()
    await withinASecond(() => expect([shown(older(2)), shown(older(1))?.newer]).toEqual([null, null]))
  })

  it('return to the first page when too few are left on it, and their page is gone', async () => {
    const app = await forum()
    const ids = await startThreads(app, 200)
    const { served } = await forumWithPages({ app })
    const shown = (path: string) => pageIn(served, path)
    await eventually(() => expect(shown(older(3))?.older).toBe(2))
    await Promise.all(ids.slice(100).map((id) => app.remove(`/api/admin/forum/threads/${id}`, ada)))
    await withinASecond(() => {
      expect(shown('/forum/general')).toEqual({ ids: newestFirst(ids, 50, 100), older: 1 })
      expect(shown(older(1))).toEqual({ ids: newestFirst(ids, 0, 50), older: null, newer: null })
      expect([served(older(2)), served(older(3))]).toEqual([null, null])
      expect(served('/sitemap.xml')).not.toContain(older(2))
    })
  })

  it('are unchanged after a restart, except for changes made in between', async () => {
    const app = await forum()
    const ids = await startThreads(app, 150)
    const first = await forumWithPages({ app })
    const [oldest = 0] = ids
    await eventually(() => expect(pageIn(first.served, older(1))?.newer).toBe(2))
    await first.refresher.stop()
    await first.app.remove(`/api/admin/forum/threads/${oldest}`, ada)
    const { served, rendered } = await forumWithPages(first)
    expect(pageIn(served, older(2))?.ids).toEqual(newestFirst(ids, 50, 100))
    await withinASecond(() => expect(pageIn(served, older(1))?.ids).toEqual(newestFirst(ids, 1, 50)))
    expect(rendered.filter((path) => path.includes('/older/'))).toEqual([older(1)])
  })

  it('lose the text of an erased author', async () => {
    const { app, served } = await forumWithPages()
    const id = await startThread(app, { title: 'Words of Cora' }, cora)
    await startThreads(app, 99)
    await eventually(() => expect(served(older(1))).toContain('Words of Cora'))
    await app.post('/api/admin/erasures', { topic: 'forum', id }, ada)
    await within(3000, () => expect(served(older(1))).toContain('[erased]'))
    expect(served(older(1))).not.toContain('Words of Cora')
  })
})
