import { describe, expect, it, onTestFinished } from 'vitest'
import { compress } from '../../backend/pages/serving/compress.ts'
import { createFirstSource } from '../../backend/pages/serving/first-source.ts'
import { createPageStore } from '../../backend/pages/serving/page-store.ts'
import type { Caching } from '../../backend/pages/serving/ready-page.ts'
import { firstSourceCookie, sourceInCookie } from '../../contract/sources.ts'
import { listenWithPages } from '../support/app/page-listener.ts'

const html = 'text/html; charset=utf-8'
const fromOutside = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }
const within = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }

async function openSite({ isHttps = false } = {}) {
  const store = createPageStore({ securityHeaders: {} })
  const pages: [path: string, contentType: string, caching: Caching, status: number][] = [
    ['/', html, 'revalidate', 200],
    ['/issues', html, 'revalidate', 200],
    ['/dashboard', html, 'never', 200],
    ['/news/not-found', html, 'revalidate', 404],
    ['/style.css', 'text/css', 'immutable', 200],
  ]
  for (const [path, contentType, caching, status] of pages) {
    const bodies = await compress(Buffer.from('the words of the page'), contentType, { quality: 'quick' })
    store.set({ path, contentType, caching, status, csp: '', isListed: true, bodies })
  }
  return listenWithPages(store, onTestFinished, createFirstSource({ isHttps }))
}
type Site = Awaited<ReturnType<typeof openSite>>

async function asked(site: Site, path: string, headers: Record<string, string>, method = 'GET') {
  const answer = await site.ask(path, { method, headers })
  const [cookie = null] = answer.headers['set-cookie'] ?? []
  const value = cookie === null ? undefined : /=([^;]*)/.exec(cookie)?.[1]
  const source = sourceInCookie(value)
  return { ...answer, cookie, source: source && Object.fromEntries(Object.entries(source).filter(([, part]) => part)) }
}

describe('the first page of a visit', () => {
  it('remembers the parameters of its address, the site before it and its own path, and nothing else', async () => {
    const site = await openSite()
    const address =
      '/issues?utm_source=news&utm_medium=email&utm_campaign=May+Day&utm_content=a&utm_term=b&s=k7f2&m=7.3&x=1'
    const { source, cookie } = await asked(site, address, { ...fromOutside, referer: 'https://Search.example/?q=me' })
    expect(source).toEqual({
      ...{ utmSource: 'news', utmMedium: 'email', utmCampaign: 'May Day', utmContent: 'a', utmTerm: 'b' },
      ...{ code: 'k7f2', mailLink: '7.3', referrer: 'search.example', landingPage: '/issues' },
    })
    expect(cookie).toMatch(/^first-source=[\w-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('is sent unchanged, and kept by no shared cache', async () => {
    const site = await openSite()
    const usual = await site.ask('/issues')
    const { headers, body, cookie } = await asked(site, '/issues?s=k7f2', fromOutside)
    expect(cookie).not.toBeNull()
    expect(body).toEqual(usual.body)
    expect([usual.headers['cache-control'], headers['cache-control']]).toEqual(['no-cache', 'private, no-cache'])
    expect(headers.etag).toBe(usual.headers.etag)
    const again = await asked(site, '/issues?s=k7f2', { ...fromOutside, 'if-none-match': String(headers.etag) })
    expect([again.status, again.headers['cache-control']]).toEqual([304, 'private, no-cache'])
    expect(again.cookie).not.toBeNull()
    expect((await asked(site, '/dashboard?s=k7f2', fromOutside)).headers['cache-control']).toBe('no-store')
  })

  it('has a cookie for this host alone and for https, where the site has https', async () => {
    const { cookie } = await asked(await openSite({ isHttps: true }), '/', fromOutside)
    expect(cookie).toMatch(/^__Host-first-source=[\w-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    expect(firstSourceCookie(true)).toBe('__Host-first-source')
  })

  it('is remembered when it was typed or comes from an old browser that names the site before it', async () => {
    const site = await openSite()
    expect((await asked(site, '/', { 'sec-fetch-site': 'none' })).source).toEqual({ landingPage: '/' })
    const old = await asked(site, '/', { referer: 'http://news.example/story' })
    expect(old.source).toEqual({ landingPage: '/', referrer: 'news.example' })
  })

  it('keeps the first source: a later one does not replace it', async () => {
    const site = await openSite()
    const first = await asked(site, '/?utm_source=news', fromOutside)
    const kept = { cookie: `theme=dark; ${first.cookie?.split(';')[0]}` }
    expect((await asked(site, '/issues?utm_source=other-news', { ...fromOutside, ...kept })).cookie).toBeNull()
  })
})

describe('no cookie is set', () => {
  it.each([
    ['for a page opened from another page of the site', '/issues', within],
    ['for a program', '/issues', {}],
    [
      'for an old browser that comes from the site itself',
      '/issues',
      { referer: 'http://ours.example/', host: 'ours.example' },
    ],
    ['with Global Privacy Control', '/?utm_source=news', { ...fromOutside, 'sec-gpc': '1' }],
    ['with Do Not Track', '/?utm_source=news', { ...fromOutside, dnt: '1' }],
    ['for a page that a browser loads ahead', '/?s=k7f2', { ...fromOutside, 'sec-purpose': 'prefetch' }],
    ['inside a frame', '/?s=k7f2', { ...fromOutside, 'sec-fetch-dest': 'iframe' }],
    ['with a file', '/style.css?utm_source=news', fromOutside],
    ['with a page that does not exist', '/news/7?utm_source=news', fromOutside],
  ])('%s', async (_case, path, headers: Record<string, string>) => {
    const { cookie, headers: sent } = await asked(await openSite(), path, headers)
    expect(cookie).toBeNull()
    expect(sent['cache-control']).not.toContain('private')
  })

  it('for HEAD', async () => {
    expect((await asked(await openSite(), '/?s=k7f2', fromOutside, 'HEAD')).cookie).toBeNull()
  })
})

describe('what a link claims', () => {
  it.each([
    ['utm_source', 'x'.repeat(2000), 'utmSource'],
    ['utm_source', 'ruth@example.org', 'utmSource'],
    ['utm_campaign', 'ruth%40example.org', 'utmCampaign'],
    ['utm_term', '<script>alert(1)</script>', 'utmTerm'],
    ['utm_content', 'two\nlines', 'utmContent'],
    ['s', 'y'.repeat(2000), 'code'],
    ['s', 'k7 f2', 'code'],
  ])('becomes "other" when it cannot be kept: %s', async (parameter, value, part) => {
    const { source } = await asked(await openSite(), `/?${new URLSearchParams({ [parameter]: value })}`, fromOutside)
    expect(source).toEqual({ landingPage: '/', [part]: 'other' })
  })

  it('is dropped when it names no email campaign', async () => {
    expect((await asked(await openSite(), '/?m=7.3.x', fromOutside)).source).toEqual({ landingPage: '/' })
  })

  it.each(['', 'not base64!', 'W10', 'bnVsbA', 'eyJ1dG1Tb3VyY2UiOjF9', 'a'.repeat(5000)])(
    'is read from a forged cookie like any other input: %s',
    (value) => {
      const source = sourceInCookie(value)
      expect(Object.values(source ?? {}).filter((part) => part !== null)).toEqual([])
    },
  )
})
