import type { Page } from '@playwright/test'
import { type DemoSite, expect, test } from './demo-site.ts'
import { settling } from './settled.ts'
import { full, isBrokenOffTransition } from './test.ts'

/** Paths that redirect, and where to. */
const redirects: Record<string, RegExp> = {
  '/go/donate': /^https:\/\//,
  // Not configured here, so they redirect back to the login page, which says so.
  '/api/auth/google': /^\/login\?provider=google&problem=not-configured/,
  '/api/auth/facebook': /^\/login\?provider=facebook&problem=not-configured/,
}

type Visit = { links: string[]; ids: string[] }

/** Every URL in this document. */
function readPage(): Visit {
  const named = [
    ...document.querySelectorAll('[href], [src], [action], meta[property="og:image"], meta[property="og:url"]'),
  ]
  const address = (element: Element) =>
    ['href', 'src', 'action', 'content'].map((name) => element.getAttribute(name)).find((value) => value !== null) ?? ''
  const links = named
    .map((element) => URL.parse(address(element), document.baseURI)?.href)
    .filter((link) => link !== undefined)
  return { links, ids: [...document.querySelectorAll('[id]')].map(({ id }) => id) }
}

/** Every absolute URL in a sitemap, a feed, a calendar or robots.txt. */
const addressesIn = (text: string) => text.match(/https?:\/\/[^\s"'<>\\]+/g) ?? []

/** Follows every link from the home page. Returns the faults it finds, each with the page that links there. */
async function crawl(page: Page, { url }: DemoSite): Promise<{ faults: string[]; pages: string[] }> {
  const faults: string[] = []
  const visits = new Map<string, Visit>()
  const from = new Map([['/', 'the start']])
  const anchors: { path: string; id: string; from: string }[] = []
  const untilSettled = settling(page)
  let here = ''
  page.on('console', (message) => message.type() === 'error' && faults.push(`${here}: ${message.text()}`))
  page.on('pageerror', (error) => isBrokenOffTransition(error) || faults.push(`${here}: ${error.message}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`CSP: ${violatedDirective} ${blockedURI}`),
    )
  })

  await page.goto(url)
  // Canonical links and everything derived from them use the URL the site was built for.
  const canonical = await page.locator('link[rel="canonical"]').getAttribute('href')
  const sitemapUrl = addressesIn(await (await page.request.get('/sitemap.xml')).text()).find((one) =>
    one.endsWith('/about'),
  )
  const own = [url, canonical ?? url, sitemapUrl ?? url].map((one) => new URL(one).origin)

  function note(link: string): void {
    const target = URL.parse(link)
    if (target === null || !own.includes(target.origin)) return
    const path = target.pathname + target.search
    if (!from.has(path)) from.set(path, here)
    if (target.hash.length > 1) anchors.push({ path, id: decodeURIComponent(target.hash.slice(1)), from: here })
  }

  for (const path of ['/sitemap.xml', '/robots.txt']) from.set(path, 'the start')
  for (const path of from.keys()) {
    here = `${path}, from ${from.get(path)}`
    const redirect = redirects[path.replace(/\?.*/, '')]
    const answer = await page.request.get(path, { maxRedirects: 0 })
    const status = answer.status()
    if (redirect !== undefined) {
      if (![302, 303].includes(status) || !redirect.test(answer.headers().location ?? ''))
        faults.push(`${here}: leads nowhere`)
    } else if (status !== 200) faults.push(`${here}: ${status}`)
    else if (answer.headers()['content-type']?.startsWith('text/html')) {
      await page.goto(path)
      // Islands may show data from the API.
      await untilSettled()
      const visit = await readWhenStill(page)
      visits.set(path, visit)
      for (const link of visit.links) note(link)
    } else if (/^(text\/(plain|calendar)|application\/)/.test(answer.headers()['content-type'] ?? ''))
      for (const link of addressesIn(await answer.text())) note(link)
  }
  for (const { path, id, from } of anchors)
    if (visits.get(path)?.ids.includes(id) === false) faults.push(`${path}#${id}, from ${from}: no such place`)
  return { faults, pages: [...visits.keys()] }
}

/** A private page may be redirecting to the login page right now. */
async function readWhenStill(page: Page): Promise<Visit> {
  for (;;) {
    try {
      return await page.evaluate(readPage)
    } catch (error) {
      if (!String(error).includes('navigation')) throw error
      await page.waitForLoadState('load')
    }
  }
}

test('the public site has no broken links and no console errors', full, async ({ browser, demo }) => {
  const context = await browser.newContext({ baseURL: demo.url, reducedMotion: 'reduce' })
  const { faults, pages } = await crawl(await context.newPage(), demo)
  expect(faults).toEqual([])
  expect(pages).toEqual(expect.arrayContaining(demo.paths))
  await context.close()
})

test('the site has no broken links or console errors for a signed-in admin', full, async ({ browser, demo }) => {
  const context = await browser.newContext({ baseURL: demo.url, storageState: demo.admin, reducedMotion: 'reduce' })
  const { faults, pages } = await crawl(await context.newPage(), demo)
  expect(faults).toEqual([])
  expect(pages).toEqual(expect.arrayContaining(['/admin', '/dashboard']))
  await context.close()
})
