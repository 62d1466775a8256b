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
    await copies.save({ path, build: 'old', content, contentType: 'text/html', csp: '', bodies })
  }
  await copies.settled()
  return folder
}

/** The pages behind HTTP, with the copies of an earlier run. */
async function startSite(packedLimit?: number) {
  const { pool } = await createTestDatabase()
  const folder = await copiesOfArticles()
  const site = await createSitePages({
    pool,
    copiesFolder: folder,
    siteUrl,
    securityHeaders: {},
    keepAlive: 5,
    ...(packedLimit !== undefined && { packedLimit }),
    onServed: () => {},
    onHint: () => () => {},
    onError: () => {},
  })
  onTestFinished(() => site.refresher.stop())
  const app = fastify({
    serverFactory: (handler) =>
      createServer((request, response) => site.server.tryServe(request, response) || handler(request, response)),
  })
  app.setNotFoundHandler((request, reply) => site.notFound(request, reply))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { site, url, folder }
}

it('a start does not wait for the copies of thousands of pages, but a request for one does', async () => {
  const { site, url } = await startSite()
  expect(site.refresher.isRestored).toBe(false)
  const asked = ['/', '/news/1', '/news/999', '/sitemap.xml']
  const answers = await Promise.all(asked.map((path) => fetch(`${url}${path}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 200])
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(texts[1]).toBe('Copy of /news/1')
  for (const path of articles) expect(texts[3]).toContain(`<loc>${siteUrl}${path}</loc>`)
  await site.refresher.restored()
  expect((await fetch(`${url}/news/999`)).status).toBe(404)
})

it('a page whose bytes were dropped is rendered again from its copy; without one and a database, it is 503', async () => {
  // For some ten articles as rendered by this build.
  const { site, url, folder } = await startSite(40_000)
  await site.refresher.restored()
  const some = articles.slice(0, 40)
  const statuses: number[] = []
  for (const path of [...some, ...some]) {
    const answer = await fetch(`${url}${path}`)
    expect(await answer.text()).toContain('For every town.')
    statuses.push(answer.status)
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
  await site.refresher.stop()
  // No copy, and no read tables yet.
  await rm(folder, { recursive: true, force: true })
  const answer = await fetch(`${url}${some[0]}`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
})
