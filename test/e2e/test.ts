import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, test as base, expect, type Page, type TestInfo } from '@playwright/test'
import type axe from 'axe-core'
import { visit } from './every-screen.ts'
import { admin, prove } from './people.ts'
import { type Product, withProduct } from './product.ts'
import { SharedContext } from './shared-context.ts'

type Fixtures = {
  /** For tests of a first visit: a context that no other test had, with nothing in its cache. */
  ownContext: boolean
  /** The same for tests whose contexts have the same options. */
  contextKey: string
  /** Errors on this test's pages: logged errors, exceptions and content security policy violations. */
  cleanConsole: string[]
  /** A page in the admin's signed-in browser. */
  adminPage: Page
}

type WorkerFixtures = {
  /** This worker's running product, which no other worker's tests change. */
  product: Product
  /** Lends the context of `page`. */
  sharedContext: SharedContext
  adminContext: BrowserContext
  /** Proves the admin’s identity again, unless it just did: the suite takes longer than a sign-in counts. */
  proveAdmin(): Promise<void>
}

/** A proof counts for ten minutes: enough for the longest test after it. */
const proofEvery = 4 * 60_000 // ms

/** The tier of `npm test`: the main journey of every screen and form in each role, and what visitors would meet first. */
export const main = { tag: '@main' }
/** Only in `npm run test:all`: faults, widths, dark and forced colors, rare states. */
export const full = { tag: '@full' }

/** Only what hangs runs into it: a busy machine takes several times as long to start a product. */
export const lending = { scope: 'worker', timeout: 300_000 } as const

const lend = (use: (product: Product) => Promise<void>, env?: Record<string, string>) =>
  withProduct(async (product) => {
    process.env.BASE_URL = product.url
    await use(product)
  }, env)

/** The tests of one file, on a product of their own with these settings. */
export const testWith = (env: Record<string, string>) =>
  test.extend<object, { product: Product }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
      async ({}, use) => lend(use, env),
      lending,
    ],
  })

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => lend(use),
    lending,
  ],
  baseURL: async ({ product }, use) => use(product.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  cleanConsole: async ({}, use) => {
    const complaints: string[] = []
    await use(complaints)
    // The browser logs a load error for each request a test makes fail on purpose.
    expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
  },
  sharedContext: [
    async ({ browser }, use) => {
      const shared = new SharedContext(browser)
      await use(shared)
      await shared.close()
    },
    { scope: 'worker' },
  ],
  ownContext: [false, { option: true }],
  contextKey: async (
    {
      baseURL,
      colorScheme,
      contextOptions,
      deviceScaleFactor,
      extraHTTPHeaders,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      permissions,
      storageState,
      timezoneId,
      userAgent,
      viewport,
    },
    use,
  ) => {
    const screen = { colorScheme, deviceScaleFactor, hasTouch, isMobile, viewport }
    const visitor = { extraHTTPHeaders, locale, permissions, storageState, timezoneId, userAgent }
    await use(JSON.stringify({ baseURL, javaScriptEnabled, contextOptions, ...screen, ...visitor }))
  },
  context: async ({ browser, sharedContext, ownContext, contextKey }, use, testInfo) => {
    if (ownContext) {
      const context = await browser.newContext()
      await use(context)
      return context.close()
    }
    await use(await sharedContext.lend(contextKey))
    // Its pages are pictured when it is closed.
    await (testInfo.status === testInfo.expectedStatus ? sharedContext.takeBack() : sharedContext.close())
  },
  page: async ({ page, cleanConsole }, use, { annotations }) => {
    listen(page, cleanConsole, annotations)
    await use(page)
  },
  adminContext: [
    async ({ browser, product }, use) => {
      const context = await browser.newContext({
        baseURL: product.url,
        storageState: product.admin,
        reducedMotion: 'reduce',
        // Set explicitly: it outlives the first test that uses it, and would inherit that test's options.
        javaScriptEnabled: true,
      })
      // Stays open: the tests' pages then share its process, which keeps their compiled scripts.
      await (await context.newPage()).goto('/favicon.svg')
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  proveAdmin: [
    async ({ adminContext }, use) => {
      let provedAt = Number.NEGATIVE_INFINITY
      await use(async () => {
        if (performance.now() - provedAt < proofEvery) return
        await prove(adminContext.request, admin.password)
        provedAt = performance.now()
      })
    },
    { scope: 'worker' },
  ],
  adminPage: async ({ adminContext, proveAdmin, cleanConsole }, use, { annotations }) => {
    const page = await adminContext.newPage()
    await proveAdmin()
    listen(page, cleanConsole, annotations)
    await use(page)
    await page.close()
  },
})

/**
 * Navigating while one page still fades into the next aborts that transition. The browser reports an exception that none
 * of our scripts threw, and nothing is wrong.
 */
export const isBrokenOffTransition = ({ name, message }: Error): boolean =>
  (name === 'AbortError' && message.startsWith('Transition was skipped')) ||
  (name === 'InvalidStateError' && message.startsWith('Transition was aborted because of invalid state'))

function listen(page: Page, complaints: string[], annotations: TestInfo['annotations']): void {
  page.on('response', (response) => {
    if (!response.request().isNavigationRequest()) return
    annotations.push({ type: visit, description: `${response.status()} ${new URL(response.url()).pathname}` })
  })
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => isBrokenOffTransition(error) || complaints.push(error.message))
}

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1280, height: 800 }

/** Runs in the page. Ends its animations, since colors in transition would give wrong results. */
function endAnimations(): void {
  for (const animation of document.getAnimations()) animation.finish()
}

/** Half the size of `axe.source`, which every page would have to parse. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

declare global {
  interface Window {
    axe?: typeof axe
  }
}

export async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeSource)
}

/** Frames only have previews of our own pages, so plain axe will do; its Playwright wrapper reloads it each time. */
async function violationsOf(page: Page, runOnly: axe.RunOnly): Promise<axe.Result[]> {
  await loadAxe(page)
  const results = await page.evaluate((options) => window.axe?.run(document, options), {
    runOnly,
    resultTypes: ['violations' as const],
    // No rule of ours reads the style sheets, which axe would copy.
    preload: { assets: ['media' as const] },
  })
  if (!results) throw new Error('The page went away while axe looked at it.')
  return results.violations
}

/** Expects no WCAG 2.2 A or AA violation and no horizontal scrolling, at the given sizes, in light and dark mode. */
export async function expectAccessible(page: Page, sizes = [phone, desktop]): Promise<void> {
  const faults: string[] = []
  for (const size of sizes) {
    await page.setViewportSize(size)
    // Else a link that is half below the header counts as too small.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (overflow > 0) faults.push(`${size.width}: ${overflow} pixels wider than the window`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(endAnimations)
      // Dark mode only changes colors.
      const violations = await violationsOf(
        page,
        colorScheme === 'dark' ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: standards },
      )
      for (const { id, nodes } of violations)
        faults.push(`${size.width} ${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    }
  }
  expect(faults).toEqual([])
}

export { expect }
