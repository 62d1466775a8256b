import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './demo-site.ts'
import { fixWords } from './fixed-words.ts'
import { fontsLoaded, pendingIslands } from './settled.ts'
import { desktop, full, phone } from './test.ts'

/** The screens, by the names of their pictures: what visitors see, people who signed in, and staff. */
const screens = {
  home: '/',
  about: '/about',
  volunteer: '/volunteer',
  donate: '/donate',
  news: '/news',
  event: '/events/2',
  prayers: '/prayers',
  forum: '/forum?category=1',
  thread: '/forum/threads/1',
  login: '/login',
  dashboard: '/dashboard',
  profile: '/profile',
  settings: '/settings?tab=security',
  'console-volunteers': '/admin?tab=volunteers',
  'console-endorsements': '/admin?tab=endorsements',
  'console-events': '/admin?tab=events',
  moderation: '/moderation',
  'email-campaigns': '/email-campaigns',
  'genetic-analytics': '/genetic-analytics',
  imports: '/imports',
}
const needSignIn = /^.(dashboard|profile|settings|admin|moderation|email|genetic|imports)/

/** Each screen on a phone and on a laptop, one of the two dark. */
const pictures = Object.entries(screens).flatMap(([name, path], nth) =>
  [phone, desktop].map((viewport, size) => {
    const colorScheme = (nth + size) % 2 === 0 ? ('light' as const) : ('dark' as const)
    return { name: `${name}-${viewport.width}-${colorScheme}`, path, viewport, colorScheme }
  }),
)

/** The home page is drawn by lot from several; without an answer, it stays the one that was built. */
const keepDefaultVariation = (page: Page) =>
  page.addInitScript(() => {
    const ask = window.fetch
    window.fetch = (input, options) =>
      String(input).startsWith('/api/genetic-test/variation')
        ? Promise.reject(new TypeError('none'))
        : ask(input, options)
  })

/** Islands run, and nothing says any more that it loads. What still comes later, the comparison waits for. */
async function untilDrawn(page: Page): Promise<void> {
  await expect(page.locator(pendingIslands)).toHaveCount(0)
  const loading = page.locator('[aria-busy=true], .skeleton, .spinner').filter({ visible: true })
  await expect(loading).toHaveCount(0)
  await fontsLoaded(page)
}

for (const { name, path, viewport, colorScheme } of pictures)
  test(`${name} looks as in its reference picture`, full, async ({ browser, demo }) => {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      baseURL: demo.url,
      timezoneId: 'America/Indiana/Indianapolis',
      ...(needSignIn.test(path) && { storageState: demo.admin }),
    })
    const page = await context.newPage()
    await keepDefaultVariation(page)
    await page.goto(path)
    await untilDrawn(page)
    await page.evaluate(fixWords)
    await expect(page).toHaveScreenshot(`${name}.png`)
    await context.close()
  })

/** New pictures, with a palette at less than half their size. The difference is below what the comparison sees. */
test.afterAll(async () => {
  for (const file of globSync(join(import.meta.dirname, 'pictures', '*.png'))) {
    const picture = readFileSync(file)
    const { isPalette } = await sharp(picture).metadata()
    if (!isPalette) writeFileSync(file, await sharp(picture).png({ palette: true, effort: 10, dither: 0 }).toBuffer())
  }
})
