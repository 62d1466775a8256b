import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from './demo-site.ts'
import { full, main } from './test.ts'

const builtSite = join(import.meta.dirname, '..', '..', 'dist', 'pages.json')
/** The URL the pages were built for. */
const siteUrl = (): string => JSON.parse(readFileSync(builtSite, 'utf8')).siteUrl

const kindOf = (path: string) =>
  path === '/about'
    ? 'Person'
    : path.startsWith('/news/')
      ? 'NewsArticle'
      : path.startsWith('/events/')
        ? 'Event'
        : path.startsWith('/forum/threads/')
          ? 'DiscussionForumPosting'
          : 'Organization'

/** The Open Graph type: 'article' for pages with an author and a date. */
const typeOf = (path: string) => (/^\/(news|forum\/threads)\//.test(path) ? 'article' : 'website')

test('every page has metadata for search engines and shared links', full, async ({ page, demo }) => {
  const titles = new Map<string, string>()
  const descriptions = new Map<string, string>()
  const pictures = new Set<string>()
  for (const path of demo.paths)
    await test.step(path, async () => {
      await page.goto(demo.url + path)
      const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`)
      const content = async (name: string) => (await meta(name).getAttribute('content')) ?? ''
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)

      const title = await page.title()
      expect(title.length, title).toBeLessThanOrEqual(80)
      expect(titles.get(title), title).toBeUndefined()
      titles.set(title, path)
      const description = await content('description')
      expect(description.length, description).toBeGreaterThan(40)
      expect(description.length, description).toBeLessThanOrEqual('…'.length + 200)
      expect(descriptions.get(description), description).toBeUndefined()
      descriptions.set(description, path)

      const canonical = new URL(path, siteUrl()).href
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', canonical)
      expect(await content('og:url')).toBe(canonical)
      expect(title).toContain(await content('og:title'))
      expect(await content('og:description')).toBe(description)
      expect(await content('og:type')).toBe(typeOf(path))
      expect(await content('twitter:card')).toBe('summary_large_image')
      await expect(meta('robots')).toHaveCount(0)
      pictures.add(new URL(await content('og:image')).pathname)
    })
  for (const picture of pictures) {
    const { width, height } = await sharp(await (await page.request.get(demo.url + picture)).body()).metadata()
    expect([width, height], picture).toEqual([1200, 630])
  }
})

test('every page has structured data, and subpages have breadcrumbs', full, async ({ page, demo }) => {
  for (const path of demo.paths)
    await test.step(path, async () => {
      await page.goto(demo.url + path)
      const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
      const [thing, trail, ...more] = texts.map((text) => JSON.parse(text))
      expect(thing).toMatchObject({ '@context': 'https://schema.org', '@type': kindOf(path) })
      expect(more).toEqual([])
      const parent = path.match(/^\/(?:news|events|forum)(?=\/)/)?.[0]
      if (parent === undefined) return expect(trail).toBeUndefined()
      expect(trail).toMatchObject({
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, name: 'Home', item: new URL('/', siteUrl()).href },
          { position: 2, item: new URL(parent, siteUrl()).href },
          { position: 3, name: await page.getByRole('heading', { level: 1 }).textContent() },
        ],
      })
    })
})

test('the sitemap and robots.txt list public pages; private pages have noindex', main, async ({ page, demo }) => {
  for (const path of [
    '/',
    '/about',
    '/issues',
    '/volunteer',
    '/news',
    '/events',
    '/donate',
    '/prayers',
    '/endorsements',
  ])
    expect(demo.paths).toContain(path)
  for (const path of [
    '/login',
    '/login/code',
    '/dashboard',
    '/admin',
    '/setup',
    '/events/cancel',
    '/events/off-calendar',
    '/unsubscribe',
    '/my-campaign',
    '/why-this-email',
    '/confirm-subscription',
    '/subscribe-again',
    '/no-such-page',
    '/news/999',
  ])
    await test.step(path, async () => {
      expect(demo.paths).not.toContain(path)
      const html = await (await page.request.get(demo.url + path)).text()
      expect(html).toMatch(/<meta name="robots" content="noindex"\s*\/?>/)
      expect(html).not.toContain('rel="canonical"')
    })
  const robots = await (await page.request.get(`${demo.url}/robots.txt`)).text()
  expect(robots).toMatch(/^User-agent: \*\nDisallow: \/api\/\n\nSitemap: https?:\/\/\S+\/sitemap\.xml\n$/)
})
