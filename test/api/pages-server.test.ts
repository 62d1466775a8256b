import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { compress } from '../../backend/pages/serving/compress.ts'
import { createPageStore, type PageStore } from '../../backend/pages/serving/page-store.ts'
import type { PageSource } from '../../backend/pages/serving/ready-page.ts'
import { listenWithPages } from '../support/app/page-listener.ts'

const html = Buffer.from(`<!DOCTYPE html><title>About</title>${'<p>Words that repeat.</p>'.repeat(50)}`)
const typeOfHtml = 'text/html; charset=utf-8'

async function page(path: string, about: Partial<PageSource> = {}): Promise<PageSource> {
  const bodies = await compress(about.bodies?.identity ?? html, typeOfHtml, { quality: 'quick' })
  return {
    path,
    status: 200,
    contentType: typeOfHtml,
    caching: 'revalidate',
    csp: '',
    isListed: true,
    ...about,
    bodies,
  }
}

let store: PageStore
let site: Awaited<ReturnType<typeof listenWithPages>>
beforeEach(async () => {
  store = createPageStore({ securityHeaders: { 'x-content-type-options': 'nosniff' } })
  for (const path of ['/', '/about']) store.set(await page(path))
  store.set(await page('/404', { status: 404 }))
  store.set(await page('/_astro/page.D3kq.css', { contentType: 'text/css', caching: 'immutable', csp: null }))
  site = await listenWithPages(store, onTestFinished)
})

describe('a page', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent as %s to clients that accept it', async (encoding, decode) => {
    const { status, headers, body } = await site.ask('/about', { headers: { 'accept-encoding': encoding } })
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
    expect(headers['content-length']).toBe(String(body.byteLength))
    expect(decode(body)).toEqual(html)
  })

  it('has an id of its own per request, also when it is not modified, redirected to or asked for on the last turn', async () => {
    const etag = String((await site.ask('/about')).headers.etag)
    const asked = ['/about', '/about', '/about/', '/_astro/page.D3kq.css'].map((path) => site.ask(path))
    asked.push(site.ask('/about', { headers: { 'if-none-match': etag } }))
    asked.push(site.ask('/about', { headers: { connection: 'close' } }))
    const ids = (await Promise.all(asked)).map(({ headers }) => headers['x-request-id'])
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is sent uncompressed to clients that accept nothing else', async () => {
    const { headers, body } = await site.ask('/about')
    expect(headers['content-encoding']).toBeUndefined()
    expect(body).toEqual(html)
  })

  it('is kept nowhere, and tells no site its address, when that holds the token of a mailed link', async () => {
    const { headers: usual } = await site.ask('/about')
    for (const query of ['?token=abc', '?next=%2F&token=abc']) {
      const condition = { 'if-none-match': String(usual.etag) }
      const { status, headers, body } = await site.ask(`/about${query}`, { headers: condition })
      expect([status, body.byteLength]).toEqual([200, html.byteLength])
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' })
      expect(headers).toMatchObject({ 'content-type': typeOfHtml, 'x-content-type-options': 'nosniff' })
      expect(headers.etag).toBeUndefined()
    }
    expect((await site.ask('/about?page=2')).headers['cache-control']).toBe('no-cache')
  })

  it('is kept nowhere when it shows what belongs to one person', async () => {
    store.set(await page('/dashboard', { caching: 'never' }))
    const { headers: first } = await site.ask('/dashboard')
    expect(first).toMatchObject({ 'cache-control': 'no-store', 'content-type': typeOfHtml })
    expect(first.etag).toBeUndefined()
    for (const condition of ['*', String(store.get('/dashboard')?.etag)]) {
      const { status, body } = await site.ask('/dashboard', { headers: { 'if-none-match': condition } })
      expect([status, body.byteLength]).toEqual([200, html.byteLength])
    }
  })

  it('is revalidated every time, and has its policy and the security headers', async () => {
    const { headers } = await site.ask('/about')
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': typeOfHtml,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      date: expect.stringMatching(/ GMT$/),
      connection: 'keep-alive',
    })
  })

  it('is the same for every query, cookie and range', async () => {
    const { etag } = (await site.ask('/about')).headers
    const headers = { cookie: 'sid=1', range: 'bytes=0-9' }
    const answer = await site.ask('/about?utm=1', { headers })
    expect(answer).toMatchObject({ status: 200, body: html, headers: { etag } })
  })

  it('answers HEAD with the headers of GET and no body', async () => {
    const get = await site.ask('/about', { headers: { 'accept-encoding': 'br' } })
    const head = await site.ask('/about', { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
    expect(head.status).toBe(200)
    const ofRequest = { date: '', 'x-request-id': '' }
    expect({ ...head.headers, ...ofRequest }).toEqual({ ...get.headers, ...ofRequest })
    expect(head.body.byteLength).toBe(0)
  })

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('leaves %s to the next handler', async (method) => {
    expect((await site.ask('/about', { method })).status).toBe(418)
  })

  it('redirects from a trailing slash to the URL without it, keeping the query', async () => {
    const { status, headers } = await site.ask('/about/?a=1')
    expect(status).toBe(308)
    expect(headers.location).toBe('/about?a=1')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it.each([
    '//about/',
    '/unknown/',
    '/about//',
    '//example.org/',
    '/../about',
    '/%61bout',
    '/_astro/../../package.json',
    '/_astro',
    '/_astro/',
    '/.git/config',
  ])('is not found at %s', async (path) => {
    expect((await site.ask(path)).status).toBe(418)
  })
})

describe('If-None-Match', () => {
  const changed = '"another"'
  it.each([
    ['the tag', (etag: string) => etag, 304],
    ['the tag without W/', (etag: string) => etag.slice(2), 304],
    ['a list with the tag', (etag: string) => `${changed}, ${etag} ,"a,b"`, 304],
    ['a star', () => '*', 304],
    ['another tag', () => changed, 200],
    ['a part of the tag', (etag: string) => `${etag.slice(0, -2)}"`, 200],
    ['nonsense', () => 'nonsense', 200],
    ['nothing', () => '', 200],
  ])('with %s', async (_name, header, status) => {
    const { etag = '' } = (await site.ask('/about')).headers
    for (const method of ['GET', 'HEAD']) {
      const answer = await site.ask('/about', { method, headers: { 'if-none-match': header(etag) } })
      expect(answer.status).toBe(status)
      expect(answer.headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' })
      if (status === 304) expect(answer.body.byteLength).toBe(0)
    }
  })

  it('no longer matches once the bytes have changed', async () => {
    const { etag = '' } = (await site.ask('/about')).headers
    const news = Buffer.from('<!DOCTYPE html><title>News</title>')
    store.set(await page('/about', { bodies: { identity: news, gzip: null, br: null } }))
    const answer = await site.ask('/about', { headers: { 'if-none-match': etag } })
    expect(answer).toMatchObject({ status: 200, body: news })
  })
})

it('lets browsers cache a file with a hash in its name forever, without a document policy', async () => {
  const { headers } = await site.ask('/_astro/page.D3kq.css')
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers['content-security-policy']).toBeUndefined()
  expect(headers['x-content-type-options']).toBe('nosniff')
})

it('responds with the 404 page on request', async () => {
  site.server.removeAllListeners('request')
  site.server.on('request', (req, res) => site.pages.notFound(req, res, 'a-request'))
  const answer = await site.ask('/nowhere', { headers: { 'if-none-match': '*' } })
  expect(answer).toMatchObject({ status: 404, body: html })
})

describe('on the wire', () => {
  async function exchange(text: string): Promise<string> {
    const socket = connect(site.port, '127.0.0.1')
    let received = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      received += chunk
    })
    socket.write(text)
    await once(socket, 'close')
    return received
  }

  it('answers pipelined requests in order and closes when asked', async () => {
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
    const received = await exchange(get('/about') + get('/nowhere') + get('/', 'Connection: close\r\n'))
    expect(received.match(/HTTP\/1\.1 \d+|Connection: [a-z-]+/g)).toEqual([
      'HTTP/1.1 200',
      'Connection: keep-alive',
      'HTTP/1.1 418',
      'Connection: keep-alive',
      'HTTP/1.1 200',
      'Connection: close',
    ])
    expect(received.split(html.toString('latin1'))).toHaveLength(3)
  })

  it('sends the same headers whether the connection stays open or closes', async () => {
    const headersOf = async (more: string) => {
      const received = await exchange(`GET /about HTTP/1.1\r\nHost: a\r\n${more}\r\nGET /nowhere HTTP/1.0\r\n\r\n`)
      const [head = ''] = received.split('\r\n\r\n')
      return head.split('\r\n').filter((line) => !/^(Date|X-Request-Id|Connection|Keep-Alive):/.test(line))
    }
    expect(await headersOf('')).toEqual(await headersOf('Connection: close\r\n'))
  })

  it('answers HTTP/1.0 and closes', async () => {
    const received = await exchange('GET /about HTTP/1.0\r\nHost: a\r\n\r\n')
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(received).toContain('Connection: close')
  })

  it('leaves a request without Host to the next handler', async () => {
    const received = await exchange('GET /about HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(received).toMatch(/^HTTP\/1\.1 418/)
  })

  it('closes every connection after its response once it is draining', async () => {
    site.pages.drain()
    const received = await exchange('GET /about HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(received).toContain('Connection: close')
  })
})

describe('one of thousands of pages', () => {
  it('is kept in one encoding and answered like any other', async () => {
    const path = '/news/7'
    const plain = createPageStore()
    plain.set(await page(path))
    const compact = createPageStore()
    compact.setCompact(await page(path))
    expect([...compact.all()]).toEqual([expect.objectContaining({ path, isListed: true })])
    for (let n = 0; n < 400; n++) {
      compact.setCompact(await page(`/news/other-${n}`))
      compact.get(`/news/other-${n}`)
    }
    const answersOf = async (pages: PageStore, method: string) => {
      const { ask } = await listenWithPages(pages, onTestFinished)
      const encodings = ['br', 'gzip', 'identity']
      const answers = await Promise.all(
        encodings.map((encoding) => ask(path, { method, headers: { 'accept-encoding': encoding } })),
      )
      return answers.map(({ status, headers: { date: _date, 'x-request-id': _id, ...headers }, body }) => ({
        status,
        headers,
        body,
      }))
    }
    for (const method of ['GET', 'HEAD'])
      expect(await answersOf(compact, method)).toEqual(await answersOf(plain, method))
  })

  it('loses its bytes to pages asked for later, once there are too many, and is still known', async () => {
    const sized = async (path: string) => {
      const bodies = { identity: Buffer.from(path.padEnd(100)), gzip: null, br: null }
      return { ...(await page(path)), bodies }
    }
    const paths = Array.from({ length: 400 }, (_, n) => `/news/${n}`)
    // For 350 pages of 100 bytes.
    const store = createPageStore({ packedLimit: 35_000 })
    for (const path of paths.slice(0, 350)) store.setCompact(await sized(path))
    store.get('/news/0')
    for (const path of paths.slice(350)) store.setCompact(await sized(path))
    expect(paths.filter((path) => !store.get(path))).toEqual(paths.slice(1, 51))
    expect([...store.all()]).toHaveLength(400)
    const { ask } = await listenWithPages(store, onTestFinished)
    expect(store.has('/news/1')).toBe(true)
    expect((await ask('/news/1')).status).toBe(418)
    expect((await ask('/news/1/')).status).toBe(308)
    store.setCompact(await sized('/news/1'))
    expect((await ask('/news/1')).status).toBe(200)
  })

  it('is replaced and removed like any other', async () => {
    const store = createPageStore()
    const textOf = () => store.get('/news/7')?.answers.identity.body.toString()
    store.setCompact(await page('/news/7'))
    expect(textOf()).toContain('Words')
    store.setCompact(await page('/news/7', { bodies: { identity: Buffer.from('Edited.'), gzip: null, br: null } }))
    expect(textOf()).toBe('Edited.')
    store.remove('/news/7')
    expect([store.has('/news/7'), textOf()]).toEqual([false, undefined])
  })
})
