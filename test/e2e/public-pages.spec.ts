import { expect, test } from './demo-site.ts'
import { settling } from './settled.ts'
import { desktop, expectAccessible, phone } from './test.ts'

/** Pages outside the sitemap that anyone can open without an account. */
const unlistedPaths = ['/login', '/login/code', '/setup', '/events/cancel', '/no-such-page', '/news/999', '/events/999']
/** Links into the forum app, built from the sitemap paths. */
const forumLinks = (paths: string[]) => [
  '/forum?category=1',
  ...paths.flatMap((path) => path.match(/(?<=^\/forum\/threads\/)\d+/) ?? []).map((id) => `/forum?thread=${id}`),
]
const widths = [320, 390, 768, 1280, 1920]

test.setTimeout(180_000)

test('every public page is accessible on a phone and on a desktop, in light and in dark', async ({ page, demo }) => {
  const untilSettled = settling(page)
  for (const path of [...demo.paths, ...unlistedPaths])
    await test.step(path, async () => {
      await page.setViewportSize(phone)
      await page.goto(demo.url + path)
      await untilSettled()
      await expectAccessible(page, [phone, desktop])
    })
})

test('no page is wider than the window, from 320 to 1920 pixels', async ({ page, demo }) => {
  for (const path of [...demo.paths, ...unlistedPaths]) {
    await page.goto(demo.url + path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
})

test('no page has a layout shift while it loads', async ({ page, demo }) => {
  const untilSettled = settling(page)
  await page.addInitScript(() => {
    let shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && typeof entry.value === 'number') shifted += entry.value
      document.documentElement.dataset.shifted = String(shifted)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const size of [phone, desktop])
    for (const path of [...demo.paths, ...unlistedPaths, ...forumLinks(demo.paths)]) {
      await page.setViewportSize(size)
      await page.goto(demo.url + path)
      await page.evaluate(() => document.fonts.ready)
      await untilSettled()
      const shifted = Number((await page.locator('html').getAttribute('data-shifted')) ?? 0)
      expect(shifted, `${path} at ${size.width}`).toBeLessThan(0.02)
    }
})
