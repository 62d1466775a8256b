import type { Page, Request } from '@playwright/test'
import { screenOf } from '../support/run/screens.ts'
import { expect, test } from './demo-site.ts'
import { fontsLoaded, settling } from './settled.ts'
import { desktop, expectAccessible, full, main, phone } from './test.ts'

/** Pages outside the sitemap that anyone can open without an account. */
const unlistedPaths = [
  '/login',
  '/login/code',
  '/setup',
  '/events/cancel',
  '/events/off-calendar',
  '/unsubscribe',
  '/confirm-subscription',
  '/subscribe-again',
  '/no-such-page',
  '/news/999',
  '/events/999',
]
/** Links into the forum app, built from the sitemap paths. */
const forumLinks = (paths: string[]) => [
  '/forum?category=1',
  ...paths.flatMap((path) => path.match(/(?<=^\/forum\/threads\/)\d+/) ?? []).map((id) => `/forum?thread=${id}`),
]
const widths = [320, 390, 768, 1280, 1920]

// The first page is opened with an empty cache.
test.use({ ownContext: true })

/** Runs in the page before its own scripts: adds up its layout shifts. */
function watchShifts(): void {
  let shifted = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && typeof entry.value === 'number') shifted += entry.value
    document.documentElement.dataset.shifted = String(shifted)
  }).observe({ type: 'layout-shift', buffered: true })
}

async function expectNoShift(page: Page, path: string): Promise<void> {
  await fontsLoaded(page)
  const shifted = Number((await page.locator('html').getAttribute('data-shifted')) ?? 0)
  expect(shifted, path).toBeLessThan(0.02)
}

async function expectNoOverflow(page: Page, path: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0)
  }
}

test(
  'a page waits for two fonts and one script, a form for one more, and accents for a font of their own',
  full,
  async ({ page, demo }) => {
    const loadedBy = async (path: string) => {
      const settled = settling(page)
      const loaded: string[] = []
      const add = (request: Request) =>
        /\.(?:js|woff2)$/.test(request.url()) &&
        loaded.push(new URL(request.url()).pathname.replace(/^\/_astro\/|\.[^.]+(?=\.\w+$)/g, ''))
      page.on('request', add)
      await page.goto(demo.url + path)
      await settled()
      page.off('request', add)
      return loaded.toSorted()
    }
    const fonts = ['sans-common.woff2', 'serif-bold-common.woff2']
    expect(await loadedBy('/about')).toEqual(['EveryPage.js', ...fonts])
    expect(await loadedBy('/volunteer')).toEqual(['EveryForm.js', 'EveryPage.js', ...fonts])
    const accents = page.waitForRequest(/\/sans-other\.[^/]+\.woff2$/)
    await page.getByLabel('First Name').fill('José')
    await accents
  },
)

test(
  'browsers accept every font face, so text keeps its place when a font arrives late',
  full,
  async ({ page, demo }) => {
    await page.goto(demo.url)
    const faces = await page.evaluate(() => [...document.fonts].map(({ family }) => family.replaceAll('"', '')))
    expect(Object.groupBy(faces, (family) => family)).toEqual({
      'Source Serif 4': Array(4).fill('Source Serif 4'),
      'Public Sans': Array(2).fill('Public Sans'),
      'Roman Fallback': Array(6).fill('Roman Fallback'),
      'Sans Fallback': Array(3).fill('Sans Fallback'),
    })
  },
)

/** Opens these pages one after the other on a phone: one visit for all three, since most time goes into loading them. */
async function expectSound(page: Page, url: string, paths: readonly string[]): Promise<void> {
  const untilSettled = settling(page)
  await page.addInitScript(watchShifts)
  for (const path of paths)
    await test.step(path, async () => {
      await page.setViewportSize(phone)
      await page.goto(url + path)
      await untilSettled()
      await expectNoShift(page, path)
      await expectAccessible(page, [phone, desktop])
      await expectNoOverflow(page, path)
    })
}

/** The first page of each kind, and all others. */
function byKind(paths: readonly string[]): { first: string[]; others: string[] } {
  const kindOf = (path: string) => screenOf(path, 200) ?? path
  const first = [...Map.groupBy(paths, kindOf).values()].flatMap((ofKind) => ofKind.slice(0, 1))
  return { first, others: paths.filter((path) => !first.includes(path)) }
}

test(
  'each kind of public page loads on a phone without a layout shift, fits from 320 to 1920 pixels, and is accessible in light and in dark',
  main,
  ({ page, demo }) => expectSound(page, demo.url, byKind([...demo.paths, ...unlistedPaths]).first),
)

test('every other public page does, too', full, ({ page, demo }) =>
  expectSound(page, demo.url, byKind([...demo.paths, ...unlistedPaths]).others),
)

test(
  'no public page has a layout shift while it loads on a desktop, and no link into the forum on either',
  full,
  async ({ page, demo }) => {
    const untilSettled = settling(page)
    await page.addInitScript(watchShifts)
    const visits = [
      ...[...demo.paths, ...unlistedPaths].map((path) => ({ path, size: desktop })),
      ...[phone, desktop].flatMap((size) => forumLinks(demo.paths).map((path) => ({ path, size }))),
    ]
    for (const { path, size } of visits)
      await test.step(`${path} at ${size.width}`, async () => {
        await page.setViewportSize(size)
        await page.goto(demo.url + path)
        await untilSettled()
        await expectNoShift(page, path)
      })
  },
)
