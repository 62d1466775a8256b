import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../backend/kernel/database/connect.ts'
import { retryStopped } from '../../backend/kernel/projector/checkpoints.ts'
import { rebuild } from '../../backend/kernel/projector/rebuild.ts'
import { newsFamily, newsPages, newsPictures } from '../../backend/pages/news.ts'
import { createPageCopies, type PageCopies } from '../../backend/pages/rendering/page-copies.ts'
import { createPageRefresher } from '../../backend/pages/rendering/page-refresher.ts'
import type { RenderPage } from '../../backend/pages/rendering/page-renderer.ts'
import type { PageFamily } from '../../backend/pages/rendering/projected-page.ts'
import { createPageStore } from '../../backend/pages/serving/page-store.ts'
import { addSitemap } from '../../backend/pages/sitemap.ts'
import { allProjected } from '../support/app/all-projected.ts'
import { createTestApp, type TestApp } from '../support/app/app.ts'
import { listenWithPages } from '../support/app/page-listener.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { countChange, createReadTables } from '../support/database/read-model.ts'
import { length } from '../support/run/length.ts'
import { withinASecond } from '../support/run/timeouts.ts'

const siteUrl = 'https://campaign.example.org'
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 50_000, interval: 20 })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'families-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

type Process = {
  database: Database
  build?: string
  families?: readonly PageFamily[]
  copies?: PageCopies
  pages?: string
  pollInterval?: number
  packedLimit?: number
}

/** One process: its store starts with the build, with one-line templates. */
function startProcess({
  database,
  build = 'build-1',
  families = [newsFamily],
  copies,
  pages = folder,
  pollInterval,
  packedLimit,
}: Process) {
  const store = createPageStore(packedLimit === undefined ? {} : { packedLimit })
  const built = (path: string, status: number) => {
    const bodies = { identity: Buffer.from(`<h1>built ${path}</h1>`), gzip: null, br: null }
    const page = { path, status, contentType: 'text/html', caching: 'revalidate', csp: '', bodies } as const
    store.set({ ...page, isListed: status === 200 })
  }
  built('/news', 200)
  built('/news/not-found', 404)
  const rendered: string[] = []
  const broken = new Set<string>()
  const render: RenderPage = async (path, content) => {
    const words = JSON.stringify(content)
    if (words.includes('poison') || broken.has(path)) throw new Error('This article cannot be rendered.')
    rendered.push(path)
    return { html: Buffer.from(`<h1>${build} ${path}</h1>${words}`), csp: '' }
  }
  const errors: string[] = []
  const refresher = createPageRefresher({
    pool: database.pool,
    store,
    build,
    siteUrl,
    render,
    families,
    pollInterval,
    pages: newsPages().pages,
    copies: copies ?? createPageCopies(pages),
    onListed: () => addSitemap(store, siteUrl),
    onError: (_error, message) => errors.push(message),
  })
  onTestFinished(() => refresher.stop())
  const served = (path: string) => store.get(path)?.answers.identity.body.toString() ?? null
  return { store, refresher, rendered, broken, served, errors }
}

const as = { as: 'admin' } as const
const words = { title: 'Broadband', excerpt: '', content: 'For every road.', category: 'policy', imageUrl: null }

async function publish({ post }: TestApp, title = words.title, other: Partial<typeof words> = {}): Promise<number> {
  return (await post('/api/admin/news', { ...words, ...other, title, isPublished: true }, as)).json().id
}
const takeBack = ({ put }: TestApp, id: number) => put(`/api/admin/news/${id}`, { ...words, isPublished: false }, as)

describe('an article whose bytes were dropped', () => {
  it('comes back from its copy, from its row without one, and not when it is no longer public', async () => {
    const app = await createTestApp()
    // Of random words, each page has 2,300 bytes and more, however well it is compressed.
    const long = () => ({ content: randomBytes(2250).toString('base64') })
    const [first, second] = [await publish(app, 'First', long()), await publish(app, 'Second', long())]
    const { refresher, served, rendered, store } = startProcess({ database: app.database, packedLimit: 4500 })
    await refresher.restore()
    refresher.start()
    await eventually(() => expect(rendered).toEqual(expect.arrayContaining([`/news/${first}`, `/news/${second}`])))
    const dropped = () => [first, second].filter((id) => served(`/news/${id}`) === null)
    await eventually(() => expect([dropped().length, store.has(`/news/${first}`)]).toEqual([1, true]))
    await refresher.stop()
    const [id = 0] = dropped()
    const count = rendered.length
    expect(await refresher.bringBack(`/news/${id}`)).toBe(true)
    expect(served(`/news/${id}`)).toContain(id === first ? 'First' : 'Second')
    expect([dropped().length, rendered.length]).toEqual([1, count])

    await rm(folder, { recursive: true })
    const [other = 0] = dropped()
    await Promise.all([refresher.bringBack(`/news/${other}`), refresher.bringBack(`/news/${other}`)])
    expect(served(`/news/${other}`)).toContain(other === first ? 'First' : 'Second')
    expect(rendered.slice(count)).toEqual([`/news/${other}`])

    await takeBack(app, id)
    expect(served(`/news/${id}`)).toBeNull()
    await rm(folder, { recursive: true, force: true })
    await refresher.bringBack(`/news/${id}`)
    expect([served(`/news/${id}`), store.has(`/news/${id}`)]).toEqual([null, false])
  })
})

describe('an article', () => {
  it('appears on its page, in the list, the feed and the sitemap within a second, in every process', async () => {
    const app = await createTestApp()
    const processes = ['one', 'two'].map((name) => startProcess({ ...app, pages: join(folder, name) }))
    for (const { refresher } of processes) refresher.start()
    await eventually(() => expect(processes.every(({ served }) => served('/news')?.includes('build-1'))).toBe(true))
    const id = await publish(app)
    for (const { served } of processes)
      await withinASecond(() => {
        expect(served(`/news/${id}`)).toContain('For every road.')
        expect(served('/news')).toContain('"title":"Broadband"')
        expect(served('/news/feed.xml')).toContain(`<id>${siteUrl}/news/${id}</id>`)
        expect(served('/sitemap.xml')).toContain(`<loc>${siteUrl}/news/${id}</loc>`)
      })
  })

  it.each([
    ['taken back', takeBack],
    ['deleted', ({ remove }: TestApp, id: number) => remove(`/api/admin/news/${id}`, as)],
  ])('that is %s disappears from all of them and from disk within a second', async (_how, takeAway) => {
    const app = await createTestApp()
    const [id, other] = [await publish(app), await publish(app, 'Roads')]
    const { refresher, served, store } = startProcess(app)
    const site = await listenWithPages(store, onTestFinished)
    refresher.start()
    await eventually(async () => expect(await readdir(folder)).toHaveLength(4))

    await takeAway(app, id)
    await withinASecond(() => {
      expect(served(`/news/${id}`)).toBeNull()
      expect(served('/news')).not.toContain('Broadband')
      expect(served('/news/feed.xml')).not.toContain(`/news/${id}<`)
      expect(served('/sitemap.xml')).not.toContain(`/news/${id}<`)
    })
    expect(served('/sitemap.xml')).toContain(`/news/${other}<`)
    expect((await site.ask(`/news/${other}`)).status).toBe(200)
    const gone = await site.ask(`/news/${id}`)
    expect([gone.status, gone.body.toString()]).toEqual([404, '<h1>built /news/not-found</h1>'])
    await eventually(async () => {
      const copies = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'))
      expect((await Promise.all(copies)).join()).not.toContain(`"path":"/news/${id}"`)
    })
  })

  it('comes back when it is published again', async () => {
    const app = await createTestApp()
    const id = await publish(app)
    const { refresher, served } = startProcess(app)
    refresher.start()
    await eventually(() => expect(served(`/news/${id}`)).not.toBeNull())
    await takeBack(app, id)
    await withinASecond(() => expect(served(`/news/${id}`)).toBeNull())
    await app.put(`/api/admin/news/${id}`, { ...words, title: 'Fiber', isPublished: true }, as)
    await withinASecond(() => expect(served(`/news/${id}`)).toContain('Fiber'))
  })

  it('is rendered again when it changes, and no other', async () => {
    const app = await createTestApp()
    const [one, two] = [await publish(app), await publish(app)]
    const { refresher, served, rendered } = startProcess(app)
    refresher.start()
    await eventually(() => expect([served(`/news/${one}`), served(`/news/${two}`)]).not.toContain(null))
    rendered.length = 0
    await app.put(`/api/admin/news/${one}`, { ...words, content: 'Sooner.', isPublished: true }, as)
    await withinASecond(() => expect(served(`/news/${one}`)).toContain('Sooner.'))
    expect(rendered.filter((path) => path !== '/news')).toEqual([`/news/${one}`])
  })

  it('that cannot be rendered keeps its previous bytes, is reported, and does not delay others', async () => {
    const app = await createTestApp()
    const id = await publish(app)
    const { refresher, served, errors } = startProcess(app)
    refresher.start()
    await eventually(() => expect(served(`/news/${id}`)).not.toBeNull())
    await app.put(`/api/admin/news/${id}`, { ...words, content: 'poison', isPublished: true }, as)
    await eventually(() => expect(errors.join()).toContain(`/news/${id} could not be rendered`))
    const other = await publish(app, 'Roads')
    await withinASecond(() => expect(served(`/news/${other}`)).toContain('Roads'))
    expect(served(`/news/${id}`)).toContain('For every road.')
    const failing = { path: `/news/${id}`, state: 'failing', error: 'This article cannot be rendered.' }
    expect(refresher.status().pages).toContainEqual(failing)
  })

  it('that could not be rendered is tried again without a change', async () => {
    const app = await createTestApp()
    const { refresher, served, errors, broken } = startProcess(app)
    const path = `/news/${await publish(app)}`
    broken.add(path)
    refresher.start()
    await eventually(() => expect(errors.join()).toContain(`${path} could not be rendered`))
    expect(served(path)).toBeNull()
    broken.delete(path)
    await eventually(() => expect(served(path)).toContain('For every road.'))
    expect(refresher.status().pages.filter(({ state }) => state === 'failing')).toEqual([])
  })

  it('shows its row again after a rebuild, which changes no count, and no other is rendered', async () => {
    const app = await createTestApp()
    const [one, two] = [await publish(app), await publish(app)]
    const { refresher, served, rendered } = startProcess(app)
    refresher.start()
    await eventually(() => expect([served(`/news/${one}`), served(`/news/${two}`)]).not.toContain(null))
    await allProjected(app)
    await app.database.pool.query(`UPDATE read.news_articles SET title = 'Altered' WHERE id = $1`, [one])
    await countChange(app.database, 'news', one)
    await eventually(() => expect(served(`/news/${one}`)).toContain('Altered'))
    rendered.length = 0
    await rebuild({ ...app.core, pool: app.database.pool, only: ['news'], fresh: true })
    await withinASecond(() => expect(served(`/news/${one}`)).toContain('Broadband'))
    await withinASecond(() => expect(served('/news')).not.toContain('Altered'))
    expect(rendered.filter((path) => path !== '/news')).toEqual([`/news/${one}`])
  })

  it('appears as soon as its projection continues, because row and count arrive together', async () => {
    const app = await createTestApp()
    const { pool } = app.database
    const { refresher, served } = startProcess(app)
    refresher.start()
    await eventually(() => expect(served('/news')).toContain('build-1'))
    await pool.query(`ALTER TABLE read.news_articles ADD CONSTRAINT no_storm CHECK (title <> 'Storm')`)
    const id = await publish(app, 'Storm')
    const stopped = async () =>
      (await app.projector.status()).projections.find(({ name }) => name === 'news')?.stopped ?? null
    await expect.poll(stopped).not.toBeNull()
    const { rows } = await pool.query('SELECT FROM read.news_page_tags')
    expect(rows).toEqual([])

    await pool.query('ALTER TABLE read.news_articles DROP CONSTRAINT no_storm')
    await retryStopped(pool, 'news')
    await expect.poll(stopped).toBeNull()
    await allProjected(app)
    await withinASecond(() => expect(served(`/news/${id}`)).toContain('Storm'))
  })

  it('has an image for shared links, whose text never becomes markup', async () => {
    const app = await createTestApp()
    const id = await publish(app, '</path><script>go()</script><image href="https://example.org/spy.png"/>')
    const { refresher, store } = startProcess({ ...app, families: [newsFamily, newsPictures] })
    refresher.start()
    const path = `/og/news/${id}.png`
    await eventually(() => expect(store.get(path)?.contentType).toBe('image/png'))
    const png = store.get(path)?.answers.identity.body ?? Buffer.alloc(0)
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    await app.remove(`/api/admin/news/${id}`, as)
    await withinASecond(() => expect(store.get(path)).toBeUndefined())
  })
})

it('what has changed is asked once, for pages and images alike', async () => {
  const app = await createTestApp()
  const id = await publish(app)
  let asked = 0
  const { pool } = app.database
  const counting = new Proxy(pool, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key, target)
      return (query: pg.QueryConfig, values?: unknown[]) => {
        if (query.name === 'page-tags') asked++
        return target.query(query, values)
      }
    },
  })
  const database = { ...app.database, pool: counting }
  const families = [newsFamily, newsPictures]
  const { refresher, served } = startProcess({ database, families, pollInterval: 60_000 })
  refresher.start()
  await eventually(() => expect([served(`/news/${id}`), served(`/og/news/${id}.png`)]).not.toContain(null))
  expect(asked).toBe(1)
})

describe('a crash between event and render', () => {
  it('is repaired by the next start: published articles appear, unpublished ones disappear', async () => {
    const app = await createTestApp()
    const [stays, goes] = [await publish(app, 'Stays'), await publish(app, 'Goes')]
    const first = startProcess(app)
    first.refresher.start()
    await eventually(async () => expect(await readdir(folder)).toHaveLength(4))
    await first.refresher.stop()
    await takeBack(app, goes)
    const comes = await publish(app, 'Comes')

    const second = startProcess(app)
    await second.refresher.restore()
    await second.refresher.restored()
    expect(second.served(`/news/${stays}`)).toContain('Stays')
    second.refresher.start()
    await withinASecond(() => {
      expect(second.served(`/news/${comes}`)).toContain('Comes')
      expect(second.served(`/news/${goes}`)).toBeNull()
      expect(second.served('/sitemap.xml')).not.toContain(`/news/${goes}<`)
    })
    expect(second.rendered).not.toContain(`/news/${stays}`)
  })

  it('copies of another state of the database are replaced after a start', async () => {
    const app = await createTestApp()
    const path = `/news/${await publish(app)}`
    const first = startProcess(app)
    first.refresher.start()
    await eventually(async () => expect(await readdir(folder)).toHaveLength(3))
    await first.refresher.stop()
    await allProjected(app)
    await app.database.pool.query(`UPDATE read.news_articles SET title = 'Fiber'`)

    const second = startProcess(app)
    await second.refresher.restore()
    await second.refresher.restored()
    expect(second.served(path)).toContain('Broadband')
    second.refresher.start()
    await withinASecond(() => {
      for (const page of [path, '/news', '/news/feed.xml']) expect(second.served(page)).toContain('Fiber')
    })
  })

  it('a new build renders the newest pages before serving, and shows the others unchanged until their turn', async () => {
    const app = await createTestApp()
    const ids: number[] = []
    for (let n = 1; n <= 25; n++) ids.push(await publish(app, `Article ${n}`))
    const [oldest, newest] = [`/news/${ids[0]}`, `/news/${ids.at(-1)}`]
    const first = startProcess(app)
    first.refresher.start()
    await eventually(async () => expect(await readdir(folder)).toHaveLength(27))
    await first.refresher.stop()

    const second = startProcess({ ...app, build: 'build-2' })
    await second.refresher.restore()
    await second.refresher.restored()
    expect(second.served(newest)).toContain('build-2')
    expect(second.served(oldest)).toContain('build-1')
    second.refresher.start()
    await eventually(() => expect(second.served(oldest)).toContain('build-2'))
  })

  it('a new build reads the row where the copy of an earlier build has disappeared', async () => {
    const app = await createTestApp()
    const path = `/news/${await publish(app)}`
    const first = startProcess(app)
    first.refresher.start()
    await eventually(async () => expect(await readdir(folder)).toHaveLength(3))
    await first.refresher.stop()

    const copies: PageCopies = { ...createPageCopies(folder), one: async () => null }
    const second = startProcess({ ...app, build: 'build-2', copies })
    await second.refresher.restore()
    await second.refresher.restored()
    expect(second.served(path)).toContain('build-1')
    second.refresher.start()
    await eventually(() => expect(second.served(path)).toContain('build-2'))
  })
})

it('uses the not-found page of a section for its unknown URLs only', async () => {
  const { store } = startProcess({ database: await createTestDatabase() })
  const site = await listenWithPages(store, onTestFinished)
  for (const path of ['/news/7', '/news/x', '/news/1/2', '/news/7/', '/news/%2e%2e', '/news/not-found'])
    expect((await site.ask(path)).status, path).toBe(404)
  expect((await site.ask('/news/')).status).toBe(308)
  expect((await site.ask('/events/7')).status).toBe(418)
  expect((await site.ask('/news/7', { method: 'POST' })).status).toBe(418)
})

it('no text of an article becomes markup in the feed', async () => {
  const app = await createTestApp()
  const title = 'A & B <script>go()</script> ]]> "quoted" \u0007 🌽'
  const { refresher, served } = startProcess(app)
  refresher.start()
  await app.post('/api/admin/news', { ...words, title, excerpt: '<b>bold</b>', isPublished: true }, as)
  await eventually(() => expect(served('/news/feed.xml')).toContain('<entry>'))
  const feed = served('/news/feed.xml') ?? ''
  expect(feed).toContain('A &amp; B &lt;script&gt;go()&lt;/script&gt; ]]&gt; &quot;quoted&quot;  🌽</title>')
  expect(feed).toContain('<summary type="text">&lt;b&gt;bold&lt;/b&gt;</summary>')
  expect(feed).not.toMatch(/<(script|b)>/)
})

describe('with many pages', () => {
  const nowhere: PageCopies = {
    async *all() {},
    one: async () => null,
    async save() {},
    remove() {},
    settled: async () => {},
  }

  /** Rows and counts as written by the projector. */
  async function insertArticles({ pool }: Database, many: number): Promise<void> {
    await pool.query(
      `INSERT INTO read.news_articles
         (id, title, excerpt, content, category, is_published, is_deleted, created_at, published_at, updated_at, revision)
       SELECT id, 'Article ' || id, '', 'Words', 'news', true, false, now(), now(), now(), 1
         FROM generate_series(1, $1::int) AS id`,
      [many],
    )
    await pool.query(
      'INSERT INTO read.news_publications (place, item_id, is_latest) SELECT id, id, true FROM generate_series(1, $1::int) AS id',
      [many],
    )
    await pool.query(
      `INSERT INTO read.news_page_tags (item_id, version, moved_at)
       SELECT id, 1, now() FROM generate_series(1, $1::int) AS id UNION ALL SELECT 0, $1, NULL`,
      [many],
    )
  }
  async function change({ pool }: Database, id: number, movedAt = 'now'): Promise<void> {
    await pool.query(
      `WITH article AS (UPDATE read.news_articles SET content = 'Changed' WHERE id = $1)
       UPDATE read.news_page_tags SET version = version + 1, moved_at = CASE WHEN item_id = $1 THEN $2::timestamptz END
        WHERE item_id IN (0, $1)`,
      [id, movedAt],
    )
  }

  async function processWith(many: number) {
    const database = await createTestDatabase()
    await createReadTables(database)
    await insertArticles(database, many)
    const process = startProcess({ database, copies: nowhere })
    process.refresher.start()
    const isArticle = (path: string) => /^\/news\/\d+$/.test(path)
    await eventually(() => expect(new Set(process.rendered.filter(isArticle)).size).toBe(many))
    return { ...process, database }
  }

  const crowd = length(10_000, 1000)

  it(`a change appears within a second and renders one page, among 10 as among ${crowd}`, async () => {
    for (const many of [10, crowd]) {
      const { database, rendered, served } = await processWith(many)
      rendered.length = 0
      await change(database, 1)
      await withinASecond(() => expect(served('/news/1')).toContain('Changed'))
      expect(rendered.filter((path) => path !== '/news')).toEqual(['/news/1'])
    }
  }, 60_000)

  it('finds changes despite a slow clock, because the counts must add up', async () => {
    const { database, served } = await processWith(100)
    await eventually(() => expect(served('/news/100')).not.toBeNull())
    await change(database, 7, '2001-01-01')
    await withinASecond(() => expect(served('/news/7')).toContain('Changed'))
  })
})
