import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { createPageCopies } from '../../backend/pages/rendering/page-copies.ts'
import { createSitePages } from '../../backend/pages/site-pages.ts'
import { ensureBuilt } from '../../backend/tools/site-build.ts'
import { createTestDatabase } from '../support/database/database.ts'

beforeAll(() => ensureBuilt(() => {}), 300_000)

const siteUrl = 'http://localhost:3000'
const articles = Array.from({ length: 200 }, (_, index) => `/news/${index + 1}`)

/** Copies that an earlier run of another build has left. */
async function copiesOfArticles(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'site-pages-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const copies = createPageCopies(folder)
  for (const path of articles) {
    const at = '2026-01-01T00:00:00.000Z'
    const words = { title: 'Roads', excerpt: '', content: 'For every town.', category: '', imageUrl: null }
    const content = JSON.stringify({ article: { id: 1, ...words, createdAt: at, publishedAt: at, updatedAt: at } })
    const bodies = { identity: Buffer.from(`Copy of ${path}`), gzip: null, br: null }
    copies.save({ path, build: 'old', versions: 'news:1:1', content, contentType: 'text/html', csp: '', bodies })
  }
  await copies.settled()
  return folder
}

it('a start does not wait for the copies of thousands of pages, but a request for one does', async () => {
  const { pool } = await createTestDatabase()
  const site = await createSitePages({
    pool,
    copiesFolder: await copiesOfArticles(),
    siteUrl,
    securityHeaders: {},
    keepAlive: 5,
    onServed: () => {},
    onHint: () => () => {},
    onError: () => {},
  })
  onTestFinished(() => site.refresher.stop())
  expect(site.refresher.isRestored).toBe(false)
  const app = fastify({
    serverFactory: (handler) =>
      createServer((request, response) => site.server.tryServe(request, response) || handler(request, response)),
  })
  app.setNotFoundHandler((request, reply) => site.notFound(request, reply))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const asked = ['/', '/news/1', '/news/999', '/sitemap.xml']
  const answers = await Promise.all(asked.map((path) => fetch(`${url}${path}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 200])
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(texts[1]).toBe('Copy of /news/1')
  for (const path of articles) expect(texts[3]).toContain(`<loc>${siteUrl}${path}</loc>`)
  await site.refresher.restored()
  expect((await fetch(`${url}/news/999`)).status).toBe(404)
})
