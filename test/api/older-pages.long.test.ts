import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { newsPages } from '../../backend/pages/news.ts'
import { createPageCopies } from '../../backend/pages/rendering/page-copies.ts'
import { createPageRefresher } from '../../backend/pages/rendering/page-refresher.ts'
import { joinPages } from '../../backend/pages/rendering/projected-page.ts'
import { createPageStore } from '../../backend/pages/serving/page-store.ts'
import { addSitemap } from '../../backend/pages/sitemap.ts'
import { supporterPages } from '../../backend/pages/supporters.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { within, withinASecond } from '../support/run/timeouts.ts'
import { together } from '../support/together.ts'

const siteUrl = 'https://campaign.example.org'
const as = { as: 'admin' } as const

type Topic = 'prayers' | 'endorsements' | 'articles'
const paths = { prayers: '/prayers', endorsements: '/endorsements', articles: '/news' }

/** The pages of these topics, with one-line templates. */
async function pagesOf(app: TestApp) {
  const folder = await mkdtemp(join(tmpdir(), 'older-pages-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const store = createPageStore()
  const { pages, families } = joinPages([supporterPages(), newsPages()])
  const refresher = createPageRefresher({
    pool: app.database.pool,
    store,
    build: 'build-1',
    siteUrl,
    render: async (_path, content) => ({ html: Buffer.from(JSON.stringify(content)), csp: '' }),
    pages,
    families: families.filter(({ isSlow }) => !isSlow),
    copies: createPageCopies(folder),
    onListed: () => addSitemap(store, siteUrl),
  })
  onTestFinished(() => refresher.stop())
  refresher.start()
  const served = (path: string) => store.get(path)?.answers.identity.body.toString() ?? null
  await vi.waitFor(() => expect(served('/prayers')).not.toBeNull(), { timeout: 20_000 })
  return served
}

const submitted = {
  prayers: (n: number) => ({
    prayer: `For rain ${n}.`,
    firstName: 'Ruth',
    email: `ruth${n}@example.org`,
    location: null,
  }),
  endorsements: (n: number) => ({ name: `Ruth ${n}`, email: `ruth${n}@example.org`, title: '', endorsementText: '' }),
}

async function submit({ post }: TestApp, topic: 'prayers' | 'endorsements', n: number): Promise<number> {
  return (await post(`/api/${topic}`, submitted[topic](n))).json().id
}

/** Publishes so many items one after another, numbered from `first`; their ids, in this order. */
async function publish(app: TestApp, topic: Topic, count: number, first = 0): Promise<number[]> {
  const ids: number[] = []
  for (let n = first; n < first + count; n++) ids.push(await publishOne(app, topic, n))
  return ids
}

async function publishOne(app: TestApp, topic: Topic, n: number): Promise<number> {
  if (topic === 'articles') {
    const article = { title: `Roads ${n}`, content: 'For every town.', isPublished: true }
    return (await app.post('/api/admin/news', article, as)).json().id
  }
  const id = await submit(app, topic, n)
  await app.post(`/api/admin/${topic}/${id}/approve`, {}, as)
  return id
}

const removed = ({ remove }: TestApp, topic: Topic, id: number) =>
  remove(`/api/admin/${topic === 'articles' ? 'news' : topic}/${id}`, as)

/** Content of a page: its items and the targets of its links; null when it does not exist. */
function shownOn(html: string | null, topic: Topic) {
  if (html === null) return null
  const { [topic]: items, older, newer } = JSON.parse(html)
  return { ids: items.map(({ id }: { id: number }) => id), older, newer }
}
const newestFirst = (ids: number[], from: number, to?: number) => ids.slice(from, to).toReversed()

describe.each(['prayers', 'endorsements', 'articles'] as const)('%s beyond the first page', (topic) => {
  const path = paths[topic]
  const older = (page: number) => `${path}/older/${page}`

  it('have pages of their own, in the sitemap; an item keeps its page, and an empty page disappears', async () => {
    const app = await createTestApp()
    const served = await pagesOf(app)
    const shown = (path: string) => shownOn(served(path), topic)
    const ids = await publish(app, topic, 99)
    await withinASecond(() => expect(shown(path)).toEqual({ ids: newestFirst(ids, 0), older: null }))
    expect(served(older(1))).toBeNull()
    ids.push(...(await publish(app, topic, 101)))
    await withinASecond(() => {
      expect(shown(path)).toEqual({ ids: newestFirst(ids, 150), older: 3 })
      expect(shown(older(3))).toEqual({ ids: newestFirst(ids, 100, 150), older: 2, newer: null })
      expect(shown(older(2))).toEqual({ ids: newestFirst(ids, 50, 100), older: 1, newer: 3 })
      expect(shown(older(1))).toEqual({ ids: newestFirst(ids, 0, 50), older: null, newer: 2 })
      expect(served('/sitemap.xml')).toContain(`<loc>${siteUrl}${older(1)}</loc>`)
    })
    expect([served(older(0)), served(older(4))]).toEqual([null, null])

    await Promise.all(ids.slice(50, 100).map((id) => removed(app, topic, id)))
    await withinASecond(() => {
      expect(served(older(2))).toBeNull()
      expect([shown(older(3))?.older, shown(older(1))?.newer]).toEqual([1, 3])
      expect(served('/sitemap.xml')).not.toContain(older(2))
    })
  })
})

it('pending and rejected items are on no page, and create none', async () => {
  const app = await createTestApp()
  const served = await pagesOf(app)
  const ids = await publish(app, 'prayers', 1)
  await together(60, (n) => submit(app, 'prayers', n))
  ids.push(...(await publish(app, 'prayers', 98)))
  await withinASecond(() =>
    expect(shownOn(served('/prayers'), 'prayers')).toEqual({ ids: newestFirst(ids, 0), older: null }),
  )
  ids.push(...(await publish(app, 'prayers', 1)))
  await withinASecond(() => {
    expect(shownOn(served('/prayers'), 'prayers')).toEqual({ ids: newestFirst(ids, 50), older: 1 })
    expect(shownOn(served('/prayers/older/1'), 'prayers')).toEqual({
      ids: newestFirst(ids, 0, 50),
      older: null,
      newer: null,
    })
  })
  expect(served('/prayers/older/2')).toBeNull()
})

it('the words of an erased person leave the older pages', async () => {
  const app = await createTestApp()
  const served = await pagesOf(app)
  const [id] = await publish(app, 'prayers', 1)
  await publish(app, 'prayers', 99, 1)
  await withinASecond(() => expect(served('/prayers/older/1')).toContain('For rain 0.'))
  await app.post('/api/admin/erasures', { topic: 'prayers', id }, as)
  await within(3000, () => expect(served('/prayers/older/1')).not.toContain('For rain 0.'))
  expect(served('/prayers')).not.toContain('For rain 0.')
})
