import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { forumPages, forumThreadFamily } from '../../backend/pages/forum.ts'
import { createPageCopies } from '../../backend/pages/page-copies.ts'
import { createPageRefresher } from '../../backend/pages/page-refresher.ts'
import { createPageStore } from '../../backend/pages/page-store.ts'
import { addSitemap } from '../../backend/pages/sitemap.ts'
import { createTestApp } from '../support/app.ts'
import { ada, cora, postReply, startThread, withPeople } from '../support/forum.ts'

const siteUrl = 'https://campaign.example.org'
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
const withinASecond = (check: () => unknown) => vi.waitFor(check, { timeout: 1000, interval: 10 })

/** The forum and the process that keeps its pages; templates are of one line. */
async function forumWithPages() {
  const app = await withPeople(await createTestApp())
  const folder = await mkdtemp(join(tmpdir(), 'forum-pages-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = createPageStore()
  const refresher = createPageRefresher({
    pool: app.database.pool,
    store,
    build: 'build-1',
    siteUrl,
    render: async (_path, content) => ({ html: Buffer.from(JSON.stringify(content)), csp: '' }),
    families: [forumThreadFamily],
    pages: forumPages,
    copies: createPageCopies(folder),
    onListed: () => addSitemap(store, siteUrl),
  })
  onTestFinished(() => refresher.stop())
  refresher.start()
  const served = (path: string) => store.get(path)?.answers.identity.body.toString() ?? null
  await eventually(() => expect(served('/forum/general')).not.toBeNull())
  return { app, served }
}

it('a thread and a reply are on their pages, in the feed and in the sitemap within a second', async () => {
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

it('a long thread is on its page to the last reply', async () => {
  const { app, served } = await forumWithPages()
  const id = await startThread(app)
  for (let n = 1; n <= 210; n++) await postReply(app, id, `Reply ${n}.`)
  await eventually(() => expect(served(`/forum/threads/${id}`)).toContain('"content":"Reply 210."'))
  expect(served(`/forum/threads/${id}`)?.match(/"content":"Reply/g)).toHaveLength(210)
})

it('what waits is on no page; approved it is within a second, deleted it is gone', async () => {
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

it('the words of somebody who is erased leave every page soon, without waiting for the round of all pages', async () => {
  const { app, served } = await forumWithPages()
  const threads = [await startThread(app), await startThread(app)]
  const replies = [
    await postReply(app, threads[0] ?? 0, 'Words of Cora.'),
    await postReply(app, threads[1] ?? 0, 'More of Cora.'),
  ]
  const shown = () => threads.map((id) => served(`/forum/threads/${id}`)).join()
  await eventually(() => expect(shown()).toMatch(/Words of Cora.*More of Cora/))
  await app.post('/api/admin/erasures', { topic: 'forum', id: replies[0] }, ada)
  await vi.waitFor(() => expect(shown()).not.toContain('of Cora'), { timeout: 3000, interval: 20 })
  expect(shown()).toContain('[erased]')
})
