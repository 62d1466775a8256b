import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openEarlyServer } from '../../backend/kernel/http/early-server.ts'
import { createHttp } from '../../backend/kernel/http/server.ts'
import type { BuiltPage } from '../../backend/pages/serving/built-pages.ts'
import { createEarlyPages } from '../../backend/pages/serving/early-pages.ts'

const page = (path: string, about: Partial<BuiltPage> = {}): BuiltPage => ({
  path,
  status: 200,
  contentType: 'text/html; charset=utf-8',
  caching: 'revalidate',
  csp: '',
  isListed: true,
  isProjected: false,
  etag: 'W/"1"',
  files: { identity: 'page.html', gzip: null, br: null },
  ...about,
})

function builtSite(): string {
  const dist = mkdtempSync(join(tmpdir(), 'campaign-dist-'))
  onTestFinished(() => rmSync(dist, { recursive: true }))
  const pages = [
    page('/'),
    page('/news', { isProjected: true }),
    page('/news/not-found', { status: 404 }),
    page('/404', { status: 404 }),
  ]
  writeFileSync(join(dist, 'page.html'), 'from the build')
  writeFileSync(join(dist, 'pages.json'), JSON.stringify({ build: '1', siteUrl: 'http://localhost:3000', pages }))
  return dist
}

const settings = { publicUrl: undefined, securityHeaders: { 'x-content-type-options': 'nosniff' }, keepAlive: 72 }
const address = { port: 0, host: '127.0.0.1' }

async function openWithPages() {
  const pages = createEarlyPages(builtSite(), settings)
  if (!pages) throw new Error('The build was not accepted.')
  const early = openEarlyServer(address, pages.tryServe)
  await early.opened
  const http = createHttp({ isHttps: false, trustProxy: [], logLevel: 'silent' }, () => false, early)
  onTestFinished(() => http.close())
  const place = http.server.address()
  const url = `http://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`
  http.get('/*', async (request) => `${request.url} from the program`)
  http.post('/api/prayers', async (request) => request.body)
  return { early, pages, http, url, listen: () => http.listen(address) }
}

it('answers the pages of the build before the program is loaded, with all their headers', async () => {
  const { url, pages, listen } = await openWithPages()
  const response = await fetch(url)
  expect(await response.text()).toBe('from the build')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    etag: 'W/"1"',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  })
  expect((await fetch(url, { headers: { 'if-none-match': 'W/"1"' } })).status).toBe(304)
  await listen()
  const visits: string[] = []
  pages.countServed((_request, { statusCode }, { path }) => void visits.push(`${statusCode} ${path}`))
  expect(visits).toEqual(['200 /', '304 /'])
})

it('lets requests that the build cannot answer wait for the program: published pages, missing pages, the API', async () => {
  const { url, listen, http } = await openWithPages()
  const paths = ['/news', '/news/1', '/news/', '/nowhere', '/api/prayers?page=1']
  let answered = 0
  const count = () => void answered++
  const waiting = Promise.all(paths.map(async (path) => (await fetch(url + path)).text().finally(count)))
  const posted = fetch(`${url}/api/prayers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prayer: 'x'.repeat(100_000) }),
  }).then((response) => response.json())
  // All six have arrived; none may be answered yet.
  await expect.poll(() => new Promise((resolve) => http.server.getConnections((_, count) => resolve(count)))).toBe(6)
  expect(answered).toBe(0)
  await listen()
  expect(await waiting).toEqual(paths.map((path) => `${path} from the program`))
  expect(await posted).toEqual({ prayer: 'x'.repeat(100_000) })
  expect(await (await fetch(url)).text()).toBe('/ from the program')
})

it('closes with the program', async () => {
  const { url, listen, http } = await openWithPages()
  await listen()
  await http.close()
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})

it('says when the address is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const place = other.address()
  const port = typeof place === 'object' && place ? place.port : 0
  await expect(openEarlyServer({ port, host: '127.0.0.1' }, () => false).opened).rejects.toThrow('EADDRINUSE')
})

it('stays closed without a build, and with the build of another site', () => {
  expect(createEarlyPages('/nowhere', settings)).toBeNull()
  expect(createEarlyPages(builtSite(), { ...settings, publicUrl: 'https://www.example.org' })).toBeNull()
  expect(createEarlyPages(builtSite(), { ...settings, publicUrl: 'http://localhost:3000/' })).not.toBeNull()
})
