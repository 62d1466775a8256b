import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createPageRenderer } from '../../backend/pages/rendering/page-renderer.ts'
import { loadBuiltPages } from '../../backend/pages/serving/built-pages.ts'
import { createPageStore, type PageStore } from '../../backend/pages/serving/page-store.ts'
import { addSitemap } from '../../backend/pages/sitemap.ts'
import { listenWithPages } from '../support/app/page-listener.ts'
import { readyBrowser } from '../support/browser/browser.ts'
import { buildFixtureSite } from './fixture-site.ts'

let dist: string
let browser: Browser
const cleanUps: (() => Promise<void>)[] = []
beforeAll(async () => {
  dist = await buildFixtureSite((cleanUp) => cleanUps.push(cleanUp))
  browser = await chromium.launch(readyBrowser())
  cleanUps.push(() => browser.close())
})
afterAll(() => Promise.all(cleanUps.map((cleanUp) => cleanUp())))

function builtSite() {
  const store = createPageStore()
  const build = loadBuiltPages(dist, store)
  return { store, build }
}

const textOf = (store: PageStore, path: string) => store.get(path)?.answers.identity.body.toString() ?? ''

it('lists every page and file of the build by path', () => {
  const { store, build } = builtSite()
  const paths = [...store.all()].map(({ path }) => path)
  expect(paths.filter((path) => !path.startsWith('/_astro/')).sort()).toEqual([
    '/',
    '/404',
    '/about',
    '/endorsements',
    '/icons/180.png',
    '/icons/192.png',
    '/icons/512.png',
    '/og/site.png',
    '/prayers',
  ])
  expect(store.get('/404')?.status).toBe(404)
  expect(
    paths.filter((path) => path.startsWith('/_astro/')).every((path) => store.get(path)?.caching === 'immutable'),
  ).toBe(true)
  expect(build).toMatch(/^[\w-]{22}$/)
})

it('has an empty version of the projected pages from the first start on', () => {
  expect(textOf(builtSite().store, '/prayers')).toContain('No prayers yet')
})

it('says what to do when the site has not been built', () => {
  expect(() => loadBuiltPages('/nowhere', createPageStore())).toThrow('Run `npm run build`.')
})

it('renders a projected page with escaped content', async () => {
  const render = createPageRenderer({ entry: join(dist, 'server/entry.mjs'), siteUrl: 'https://campaign.example.org' })
  const prayers = [{ name: 'Ann', prayer: '<script>stolen()</script>' }]
  const { html, csp } = await render('/prayers', { prayers })
  expect(html.toString()).toContain('Ann: &lt;script&gt;stolen()&lt;/script&gt;')
  expect(csp).toMatch(/script-src 'self' 'sha256-/)
})

it('does not mistake an error page for a rendered one', async () => {
  const render = createPageRenderer({ entry: join(dist, 'server/entry.mjs'), siteUrl: 'https://campaign.example.org' })
  await expect(render('/prayers', { prayers: [{ prayer: 'poison' }] })).rejects.toThrow()
  await expect(render('/unknown', {})).rejects.toThrow('The page /unknown could not be rendered: status 404')
})

it('lists the public pages in the sitemap', async () => {
  const { store } = builtSite()
  await addSitemap(store, 'https://campaign.example.org')
  expect(textOf(store, '/sitemap.xml').match(/<loc>.*<\/loc>/g)).toEqual([
    '<loc>https://campaign.example.org/</loc>',
    '<loc>https://campaign.example.org/about</loc>',
    '<loc>https://campaign.example.org/endorsements</loc>',
    '<loc>https://campaign.example.org/prayers</loc>',
  ])
  expect(textOf(store, '/robots.txt')).toContain('Sitemap: https://campaign.example.org/sitemap.xml')
})

describe('the content security policy', () => {
  it('is a header with hashes, without unsafe-inline, and only for elements on the page', async () => {
    const site = await listenWithPages(builtSite().store, onTestFinished)
    const policy = async (path: string) => String((await site.ask(path)).headers['content-security-policy'])
    expect(await policy('/')).toMatch(/script-src 'self' 'sha256-.*style-src 'self' 'sha256-/)
    expect(await policy('/prayers')).toContain("script-src 'self' 'sha256-")
    expect(await policy('/about')).toContain("script-src 'self'; style-src 'self'; img-src")
    for (const path of ['/', '/about', '/prayers', '/404']) {
      expect(await policy(path)).toMatch(/^default-src 'self'; .*frame-ancestors 'none'$/)
      expect(await policy(path)).not.toContain('unsafe')
      expect((await site.ask(path)).body.toString()).not.toContain('http-equiv')
    }
  })

  it('lets islands, scripts and styles work in a browser, and blocks injected ones', async () => {
    const { store } = builtSite()
    const { url } = await listenWithPages(store, onTestFinished)
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))

    await page.goto(url)
    await page.getByRole('button', { name: 'At once: 0' }).click()
    await page.getByRole('button', { name: 'At once: 1' }).waitFor()
    await page.getByRole('button', { name: 'When seen' }).scrollIntoViewIfNeeded()
    await page.locator('astro-island[client="visible"]:not([ssr])').waitFor()
    await page.getByRole('button', { name: 'When seen: 0' }).click()
    await page.getByRole('button', { name: 'When seen: 1' }).waitFor()
    expect(await page.locator('#script').textContent()).toBe('on')
    expect(await page.locator('.tall').evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)')
    await page.goto(`${url}/prayers`)
    await page.locator('astro-island:not([ssr])').waitFor()
    await page.getByRole('button', { name: 'Amen: 0' }).click()
    await page.getByRole('button', { name: 'Amen: 1' }).waitFor()
    expect(complaints).toEqual([])

    await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "stolen"'
      document.body.append(script)
    })
    expect(await page.title()).toBe('Prayers')
    expect(complaints.join()).toContain('Content Security Policy')
  })
})
