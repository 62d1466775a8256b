import type { Page, Request } from '@playwright/test'
import type { GenePool } from '../../contract/gene-pool.ts'
import type { PageVariation } from '../../contract/page-variations.ts'
import { drawAhead } from './drawn-ahead.ts'
import { fontsLoaded } from './settled.ts'
import { expect, expectAccessible, full, loadAxe, main, standards, test } from './test.ts'

const person = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const colors = ['cardinal', 'gold', 'paper'] as const
const layouts = ['split', 'centered'] as const
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const metrics = '/api/genetic-test/metrics'
const isReport = (request: Request) => new URL(request.url()).pathname === metrics

const variation = (
  buttonColor: PageVariation['config']['buttonColor'],
  hero: PageVariation['config']['layout']['hero'],
): PageVariation => ({
  id: 'gen1_test',
  generation: 1,
  viewId: 'A'.repeat(32),
  config: {
    headline: 'for Honest Government',
    issueHighlight: {
      title: 'Keep more of what you earn',
      description:
        'Simpler taxes, honest budgets and fewer hurdles for farms and small businesses, so that work pays for families again.',
    },
    buttonColor,
    layout: { hero, features: 'vertical', cta: 'inline' },
  },
})

/** The server's response waits for the test; reports are captured instead of sent. */
async function mockVariation(page: Page, given: PageVariation) {
  const loading = Promise.withResolvers<void>()
  const reports: unknown[] = []
  await page.route('**/api/genetic-test/variation', async (route) => {
    await loading.promise
    await route.fulfill({ json: given })
  })
  await page.route(`**${metrics}`, async (route) => {
    reports.push(route.request().postDataJSON())
    await route.fulfill({ status: 202 })
  })
  return { respond: loading.resolve, reports }
}

/** Adds up the layout shifts from now on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') shifted += entry.value
      document.documentElement.dataset.shifted = String(shifted)
    }).observe({ type: 'layout-shift' })
  })
  return async () => Number((await page.locator('html').getAttribute('data-shifted')) ?? 0)
}

// Without cross-fades, since these tests are not about page transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const hero = (page: Page) => page.locator('[data-hero]')

for (const [size, viewport] of Object.entries(sizes))
  for (const layout of layouts)
    for (const color of colors)
      test(
        `${layout} in ${color} on a ${size}: it causes no layout shift and is accessible`,
        full,
        async ({ page }) => {
          await page.setViewportSize(viewport)
          const { respond } = await mockVariation(page, variation(color, layout))
          await page.goto('/')
          await expect(page.getByRole('heading', { level: 1 })).toContainText('for Congress')
          await page.waitForLoadState('load')
          await fontsLoaded(page)
          const below = page.locator('[data-hero] + *').first()
          const before = await below.boundingBox()
          const shifted = await watchShifts(page)
          respond()
          await expect(page.getByRole('heading', { level: 1 })).toContainText('for Honest Government')
          await expect(page.getByRole('heading', { name: 'Keep more of what you earn' })).toBeVisible()
          await expect(hero(page)).toHaveAttribute('data-color', color)
          await expect(hero(page)).toHaveAttribute('data-layout', layout)
          await expect(page.getByRole('link', { name: 'Join the Movement' })).toBeVisible()
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
          expect(await shifted()).toBe(0)
          expect((await below.boundingBox())?.y).toBe(before?.y)
          await expectAccessible(page, [viewport])
        },
      )

test.describe('a view is reported once', () => {
  test('when a button is clicked, and not again on leaving the page', full, async ({ page }) => {
    const { respond, reports } = await mockVariation(page, variation('cardinal', 'split'))
    respond()
    await page.goto('/')
    await expect(hero(page)).toContainText('Keep more of what you earn')
    await page.getByRole('link', { name: 'Join the Movement' }).click()
    await page.waitForURL('**/volunteer')
    await expect.poll(() => reports.length).toBe(1)
    expect(reports).toEqual([
      {
        variationId: 'gen1_test',
        viewId: 'A'.repeat(32),
        timeOnPage: expect.any(Number),
        donated: false,
        volunteered: true,
      },
    ])
  })

  test('on leaving the page', full, async ({ page }) => {
    const { respond, reports } = await mockVariation(page, variation('cardinal', 'split'))
    respond()
    await page.goto('/')
    await expect(hero(page)).toContainText('Keep more of what you earn')
    // Playwright cannot capture what a closing page sends, so the page only gets the event.
    await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pagehide')))
    await expect.poll(() => reports).toMatchObject([{ donated: false, volunteered: false }])
  })

  test('when the page is hidden, as on a phone put in a pocket', full, async ({ page }) => {
    const { respond, reports } = await mockVariation(page, variation('cardinal', 'split'))
    respond()
    await page.goto('/')
    await expect(hero(page)).toContainText('Keep more of what you earn')
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
      dispatchEvent(new Event('pagehide'))
    })
    await expect.poll(() => reports.length).toBe(1)
  })

  test('not from a background tab, and with the time for which people see it', full, async ({ page }) => {
    await page.clock.install()
    await page.addInitScript(() => {
      let isSeen = false
      Object.defineProperty(document, 'visibilityState', { get: () => (isSeen ? 'visible' : 'hidden') })
      addEventListener('look', () => {
        isSeen = !isSeen
        document.dispatchEvent(new Event('visibilitychange'))
      })
    })
    const { respond, reports } = await mockVariation(page, variation('cardinal', 'split'))
    respond()
    await page.goto('/')
    await expect(hero(page)).toContainText('Keep more of what you earn')
    await page.clock.fastForward(60_000)
    await page.evaluate(() => window.captureMetrics?.({}))
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.evaluate(() => dispatchEvent(new Event('look')))
    await page.clock.runFor(5000)
    expect(reports).toEqual([])
    await page.evaluate(() => dispatchEvent(new Event('look')))
    await expect.poll(() => reports).toMatchObject([{ timeOnPage: 5000 }])
    await page.clock.resume()
  })

  test('not while the browser draws it ahead; it is no view until people open it', full, async ({ page }) => {
    const { open } = await drawAhead(page)
    const { respond, reports } = await mockVariation(page, variation('cardinal', 'split'))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    respond()
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    expect(asked).not.toContain('/api/genetic-test/variation')
    await open()
    await expect(hero(page)).toContainText('Keep more of what you earn')
    await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pagehide')))
    await expect.poll(() => reports.length).toBe(1)
  })

  test('after 30 seconds, and a later call to the host’s hook changes nothing', main, async ({ page }) => {
    await page.clock.install()
    const { respond, reports } = await mockVariation(page, variation('cardinal', 'split'))
    respond()
    await page.goto('/')
    await expect(hero(page)).toContainText('Keep more of what you earn')
    expect(reports).toEqual([])
    await page.clock.fastForward(30_000)
    await expect.poll(() => reports.length).toBe(1)
    await page.evaluate(() => window.captureMetrics?.({ donated: true }))
    await expect.poll(() => reports).toMatchObject([{ donated: false, timeOnPage: expect.any(Number) }])
  })
})

test(
  'a variation that a script error keeps from being shown is never reported',
  full,
  async ({ page, cleanConsole }) => {
    const given = variation('cardinal', 'split')
    const { respond, reports } = await mockVariation(page, given)
    await page.route('**/api/genetic-test/variation', (route) =>
      route.fulfill({ json: { ...given, config: { ...given.config, issueHighlight: null } } }),
    )
    respond()
    const failed = page.waitForEvent('pageerror')
    await page.goto('/')
    await failed
    cleanConsole.length = 0
    await page.evaluate(async () => {
      dispatchEvent(new PageTransitionEvent('pagehide'))
      // A report would be on its way before this request.
      await fetch('/robots.txt')
    })
    expect(reports).toEqual([])
  },
)

test('without a response, the page stays as built and shows no error', main, async ({ page }) => {
  await page.route('**/api/genetic-test/variation', (route) => route.fulfill({ status: 503, json: { message: 'No.' } }))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('for Congress')
  await page.getByRole('link', { name: 'Pray for Us' }).click()
  await page.waitForURL('**/prayers')
})

test('a visitor keeps the same variation, and the server accepts the report', main, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ userAgent: person, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  const open = async () => {
    const answer = page.waitForResponse('**/api/genetic-test/variation')
    await page.goto('/')
    const { id, viewId, config }: PageVariation = await (await answer).json()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(config.headline)
    return { id, viewId }
  }
  const first = await open()
  const reported = page.waitForResponse((answer) => isReport(answer.request()))
  await page.evaluate(() => window.captureMetrics?.({}))
  expect((await reported).status()).toBe(202)
  const second = await open()
  expect(second.id).toBe(first.id)
  expect(second.viewId).not.toBe(first.viewId)
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'variation')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  await context.close()
})

test(
  'Donate Now goes through the site’s own counter to the campaign’s donation page',
  full,
  async ({ page, request }) => {
    await page.goto('/')
    const link = page.getByRole('link', { name: 'Donate Now' })
    await expect(link).toHaveAttribute('href', '/go/donate')
    const answer = await request.get('/go/donate', { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([303, 'https://example.org/donate'])
  },
)

type Config = PageVariation['config']

/** Every page that the shipped alleles make. */
function configsOf({ alleles }: GenePool): Config[] {
  const of = (gene: string) => alleles.filter((allele) => allele.gene === gene)
  // The layout last: a change of it takes the longest.
  return layouts.flatMap((layout) =>
    of('headline').flatMap(({ text: headline }) =>
      of('issueFocus').flatMap(({ text: title, description }) =>
        colors.map((buttonColor) => ({
          headline,
          issueHighlight: { title, description: description ?? '' },
          buttonColor,
          layout: { hero: layout, features: 'vertical' as const, cta: 'inline' as const },
        })),
      ),
    ),
  )
}

type Rules = { type: 'tag' | 'rule'; values: string[] }
type Sweep = {
  configs: Config[]
  /** The checks of axe in the button’s first color, and in the other colors. */
  axe: { first: Rules; others: Rules } | null
  canShift: boolean
}

/**
 * Runs in the page, which is loaded once: the script of the hero runs again for each variation, with an API that
 * answers it. Each follows the previous one, so a page without a shift has everything where the page as built has it.
 * Resolves with the faults, by variation.
 */
async function sweep({ configs, axe, canShift }: Sweep): Promise<string[]> {
  const source = [...document.querySelectorAll('script')]
    .map(({ src }) => src)
    .find((src) => src.includes('/_astro/EveryForm.'))
  const hero = document.querySelector<HTMLElement>('[data-hero]')
  if (source === undefined || hero === null || window.axe === undefined) return ['The page has no hero.']
  const faults: string[] = []
  /** Distance by which everything moved, as browsers add it up. */
  let shift = 0
  const add = (entries: PerformanceEntryList) => {
    for (const entry of entries) if ('value' in entry && typeof entry.value === 'number') shift += entry.value
  }
  const shifts = new PerformanceObserver((list) => add(list.getEntries()))
  shifts.observe({ type: 'layout-shift' })
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  // Content below the hero must not move, whatever the hero shows.
  const height = hero.getBoundingClientRect().height
  for (const [number, config] of configs.entries()) {
    const { headline, issueHighlight, buttonColor, layout } = config
    const name = [headline, issueHighlight.title, buttonColor, layout.hero].join(' / ')
    window.fetch = async (address) =>
      String(address).endsWith('/variation')
        ? Response.json({ id: 'gen1_test', generation: 1, viewId: 'A'.repeat(32), config })
        : new Response(null, { status: 202 })
    // Another module in the eyes of the browser, which keeps its bytes.
    await import(`${source}#${performance.now()}-${number}`)
    const shown = () =>
      [
        document.querySelector('[data-headline]')?.textContent,
        document.querySelector('[data-issue-title]')?.textContent,
        hero.dataset.color,
        hero.dataset.layout,
      ].join(' / ')
    for (let tries = 0; tries < 1000 && shown() !== name; tries += 1) await new Promise((done) => setTimeout(done))
    // A new layout is hidden for two frames.
    while (hero.dataset.entering === 'unseen') await new Promise((done) => requestAnimationFrame(done))
    for (const animation of document.getAnimations()) animation.finish()
    if (shown() !== name) faults.push(`${name}: shows ${shown()}`)
    if (canShift) {
      await painted()
      add(shifts.takeRecords())
      if (shift > 0) faults.push(`${name}: a layout shift of ${shift}`)
      shift = 0
    }
    const grown = hero.getBoundingClientRect().height - height
    if (Math.abs(grown) > 0.5) faults.push(`${name}: ${grown} pixels higher than the page as built`)
    const overflow = document.documentElement.scrollWidth - innerWidth
    if (overflow > 0) faults.push(`${name}: ${overflow} pixels too wide`)
    const clipped = [...hero.querySelectorAll('h1 span, h2, p, a')].filter(
      (one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0,
    )
    if (clipped.length > 0)
      faults.push(`${name}: ${clipped.map(({ textContent }) => textContent).join(', ')} does not fit`)
    if (axe === null) continue
    const runOnly = buttonColor === 'cardinal' ? axe.first : axe.others
    const { violations } = await window.axe.run(hero, { runOnly, resultTypes: ['violations'], preload: false })
    for (const { id, nodes } of violations) faults.push(`${name}: ${id} ${nodes.map(({ html }) => html).join(' | ')}`)
  }
  return faults
}

const everything = { type: 'tag' as const, values: standards }
const contrast = { type: 'rule' as const, values: ['color-contrast'] }
// Dark mode and the button's color only change colors.
const lightRules = { first: everything, others: contrast }
const darkRules = { first: contrast, others: contrast }
for (const { width, colorScheme, axe, canShift } of [
  { width: 320, colorScheme: 'light', axe: lightRules, canShift: true },
  { width: 768, colorScheme: 'light', axe: null, canShift: true },
  { width: 1280, colorScheme: 'light', axe: lightRules, canShift: true },
  { width: 320, colorScheme: 'dark', axe: darkRules, canShift: false },
  { width: 1280, colorScheme: 'dark', axe: darkRules, canShift: false },
] as const)
  test(
    `all 192 variations fit, shift nothing and are accessible at ${width} pixels in ${colorScheme} mode`,
    full,
    async ({ page, adminPage }) => {
      const pool: GenePool = await (await adminPage.request.get('/api/genetic-test/gene-pool')).json()
      const configs = configsOf(pool)
      expect(configs).toHaveLength(192)
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await page.goto('/')
      await fontsLoaded(page)
      await loadAxe(page)
      expect(await page.evaluate(sweep, { configs, axe, canShift })).toEqual([])
    },
  )

test('a field in the hero keeps the focus when another layout arrives', main, async ({ page }) => {
  const { respond } = await mockVariation(page, variation('gold', 'centered'))
  await page.goto('/')
  const email = hero(page).getByRole('textbox').first()
  await email.focus()
  await page.keyboard.type('ruth')
  respond()
  await expect(hero(page)).toHaveAttribute('data-entering', 'fading')
  await page.keyboard.type('@example.org')
  await expect(email).toHaveValue('ruth@example.org')
})
