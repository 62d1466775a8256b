import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../backend/kernel/database/connect.ts'
import { createPool } from '../../backend/kernel/database/pool.ts'
import { createPages } from '../../backend/pages/projected.ts'
import { createPageCopies } from '../../backend/pages/rendering/page-copies.ts'
import { createPageRefresher } from '../../backend/pages/rendering/page-refresher.ts'
import type { RenderPage } from '../../backend/pages/rendering/page-renderer.ts'
import { createPageStore } from '../../backend/pages/serving/page-store.ts'
import { asOwner, createTestDatabase } from '../support/database/database.ts'
import { countChange, createReadTables, insertPrayer } from '../support/database/read-model.ts'
import { withinASecond } from '../support/run/timeouts.ts'

const forRain = expect.stringContaining('For rain')
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 10 })

let database: Database
let folder: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'pages-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

/** A one-line template replaces Astro; test/api/pages-build.test.ts uses the real one. */
const template =
  (name: string): RenderPage =>
  async (path, content) => {
    const words = JSON.stringify(content)
    if (words.includes('poison')) throw new Error('This prayer cannot be rendered.')
    return { html: Buffer.from(`<h1>${name} ${path}</h1>${words}`), csp: "script-src 'self'" }
  }

/** One process: its own store, starting with the build. */
function startProcess({ build = 'build-1', pool = database.pool, pages = folder, pollInterval = 250 } = {}) {
  const store = createPageStore()
  const identity = Buffer.from('<h1>as built</h1>')
  const bodies = { identity, gzip: null, br: null }
  for (const path of ['/prayers', '/endorsements'])
    store.set({ path, status: 200, contentType: 'text/html', caching: 'revalidate', csp: '', isListed: true, bodies })
  const errors: string[] = []
  const refresher = createPageRefresher({
    pool,
    store,
    build,
    siteUrl: 'https://campaign.example.org',
    pages: createPages().pages.filter(({ path }) => store.get(path)),
    families: [],
    pollInterval,
    render: template(build),
    copies: createPageCopies(pages, (_error, path) => errors.push(`no copy of ${path}`)),
    onError: (_error, message) => errors.push(message),
  })
  onTestFinished(() => refresher.stop())
  const served = (path = '/prayers') => store.get(path)?.answers.identity.body.toString() ?? ''
  return { store, refresher, errors, served }
}

async function publish(id: number, prayer: string) {
  await insertPrayer(database, id, prayer)
  await countChange(database, 'prayers')
}

it('shows a published prayer on every process within a second, in every encoding and with a new ETag', async () => {
  await createReadTables(database)
  const [one, two] = [startProcess(), startProcess({ pages: join(folder, 'two') })]
  const before = one.store.get('/prayers')?.etag
  one.refresher.start()
  two.refresher.start()
  await eventually(() => expect([one.served(), two.served()].join()).not.toContain('as built'))
  await publish(1, 'For rain')
  await withinASecond(() => expect([one.served(), two.served()]).toEqual([forRain, forRain]))
  const page = one.store.get('/prayers')
  expect(page?.etag).not.toBe(before)
  expect(brotliDecompressSync(page?.answers.br.body ?? Buffer.alloc(0)).toString()).toBe(one.served())
})

it('checks immediately on a hint', async () => {
  await createReadTables(database)
  const { refresher, served } = startProcess({ pollInterval: 60_000 })
  refresher.start()
  await eventually(() => expect(served()).not.toContain('as built'))
  await publish(1, 'For rain')
  refresher.look()
  await eventually(() => expect(served()).toContain('For rain'))
})

it('never puts an email address on a page', async () => {
  await createReadTables(database)
  await publish(1, 'For rain')
  const { refresher, served } = startProcess()
  refresher.start()
  await eventually(() => expect(served()).toContain('For rain'))
  expect(served()).toContain('"name":"Ann","location":"Muncie","createdAt":"2026-01-02T03:04:05.000Z"')
  expect(served()).not.toContain('@')
})

it('serves the previous bytes before querying the database, and catches up with later publications', async () => {
  await createReadTables(database)
  await publish(1, 'For rain')
  const first = startProcess()
  first.refresher.start()
  await eventually(async () => expect((await readdir(folder)).length).toBe(2))
  await first.refresher.stop()
  await publish(2, 'For sun')

  const second = startProcess()
  await second.refresher.restore()
  expect(second.served()).toContain('For rain')
  expect(second.served()).not.toContain('For sun')
  second.refresher.start()
  await eventually(() => expect(second.served()).toContain('For sun'))
})

it('renders the pages of another build again from their own content, without the database', async () => {
  await createReadTables(database)
  await publish(1, 'For rain')
  const first = startProcess()
  first.refresher.start()
  await eventually(async () => expect((await readdir(folder)).length).toBe(2))
  await first.refresher.stop()

  const second = startProcess({ build: 'build-2' })
  await second.refresher.restore()
  expect(second.served()).toMatch(/<h1>build-2 .*For rain/)
})

it('renders again when its copy on disk cannot be read', async () => {
  await createReadTables(database)
  await publish(1, 'For rain')
  const first = startProcess()
  first.refresher.start()
  await eventually(async () => expect((await readdir(folder)).length).toBe(2))
  await first.refresher.stop()
  for (const name of await readdir(folder)) await writeFile(join(folder, name), '{"path":"/pray')

  const second = startProcess()
  await second.refresher.restore()
  expect(second.served()).toContain('as built')
  second.refresher.start()
  await eventually(() => expect(second.served()).toContain('For rain'))
})

it('publishes even when the copy cannot be written to disk', async () => {
  await createReadTables(database)
  await publish(1, 'For rain')
  const notAFolder = join(folder, 'file')
  await writeFile(notAFolder, '')
  const { refresher, served, errors } = startProcess({ pages: notAFolder })
  refresher.start()
  await eventually(() => expect(served()).toContain('For rain'))
  await eventually(() => expect(errors).toContain('no copy of /prayers'))
})

it('keeps serving while the database is down and resumes refreshing when it is back', async () => {
  await createReadTables(database)
  await publish(1, 'For rain')
  const role = `r${randomUUID().replaceAll('-', '')}`
  await asOwner(
    database.pool,
    `CREATE ROLE ${role} LOGIN PASSWORD 'test'; GRANT USAGE ON SCHEMA read TO ${role};
    GRANT SELECT ON ALL TABLES IN SCHEMA read TO ${role}`,
  )
  const url = new URL(database.url)
  url.username = role
  url.password = 'test'
  const pool = createPool(url.href, 10)
  onTestFinished(async () => {
    await pool.end()
    await asOwner(database.pool, `DROP OWNED BY ${role}; DROP ROLE ${role}`)
  })
  const { refresher, served } = startProcess({ pool })
  refresher.start()
  await eventually(() => expect(served()).toContain('For rain'))

  await asOwner(database.pool, `ALTER ROLE ${role} NOLOGIN`)
  await asOwner(database.pool, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role])
  await eventually(() => expect(refresher.status().isDatabaseReachable).toBe(false))
  await publish(2, 'For sun')
  expect(served()).toContain('For rain')

  await asOwner(database.pool, `ALTER ROLE ${role} LOGIN`)
  await eventually(() => expect(served()).toContain('For sun'))
  expect(refresher.status().isDatabaseReachable).toBe(true)
})

it('waits for the read model to be created', async () => {
  const { refresher, served, errors } = startProcess()
  refresher.start()
  await createReadTables(database)
  await publish(1, 'For rain')
  await eventually(() => expect(served()).toContain('For rain'))
  expect(errors).toEqual([])
})

it('keeps the previous bytes of a page that cannot be rendered, reports it, and recovers with the next change', async () => {
  await createReadTables(database)
  await publish(1, 'For rain')
  const { refresher, served, errors } = startProcess()
  refresher.start()
  await eventually(() => expect(served()).toContain('For rain'))

  await publish(2, 'poison')
  const failing = { path: '/prayers', state: 'failing', error: 'This prayer cannot be rendered.' }
  await eventually(() => expect(refresher.status().pages).toContainEqual(failing))
  expect(served()).toContain('For rain')
  expect(errors[0]).toBe('The page /prayers could not be rendered; its previous bytes are still served.')
  await countChange(database, 'endorsements')
  await eventually(() => expect(served('/endorsements')).toContain('"endorsements":[]'))

  await database.pool.query('DELETE FROM read.prayers WHERE id = 2')
  await countChange(database, 'prayers')
  await eventually(() =>
    expect(refresher.status().pages).toContainEqual({ path: '/prayers', state: 'current', error: null }),
  )
})

it('shows what a rebuild has changed, although no item was counted', async () => {
  await createReadTables(database)
  await publish(1, 'For rain')
  const { refresher, served } = startProcess()
  refresher.start()
  await eventually(() => expect(served()).toContain('For rain'))
  await database.pool.query(`
    BEGIN;
    UPDATE read.prayers SET prayer = 'For sun';
    CREATE TABLE read.rebuilt (LIKE read.prayers_page_tags INCLUDING ALL);
    INSERT INTO read.rebuilt SELECT * FROM read.prayers_page_tags;
    DROP TABLE read.prayers_page_tags;
    ALTER TABLE read.rebuilt RENAME TO prayers_page_tags;
    COMMIT`)
  await withinASecond(() => expect(served()).toContain('For sun'))
})

it('no longer shows erased people', async () => {
  await createReadTables(database)
  await publish(1, 'For rain')
  const { refresher, served } = startProcess()
  refresher.start()
  await eventually(() => expect(served()).toContain('For rain'))
  await database.pool.query('UPDATE read.prayers SET is_erased = true')
  await database.pool.query('UPDATE read.prayers_page_tags SET erasures = erasures + 1 WHERE item_id = 0')
  await eventually(() => expect(served()).toContain('"prayers":[]'))
})
