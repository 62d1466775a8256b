import type { Page } from '@playwright/test'
import { test as base, expect } from './demo-site.ts'
import { settling } from './settled.ts'
import { full } from './test.ts'

const screen = { width: 360, height: 800 }

/** A browser whose text size is set to 'Very large': 24 pixels, for media queries, too. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=24'] }),
    { scope: 'worker' },
  ],
})

test.use({ viewport: screen })

const publicPaths = [
  ...['/', '/volunteer', '/forum', '/forum?category=1', '/forum?thread=1', '/events', '/events/1', '/news', '/news/1'],
  ...[
    '/about',
    '/issues',
    '/endorsements',
    '/prayers',
    '/privacy',
    '/login',
    '/setup',
    '/unsubscribe',
    '/no-such-page',
  ],
]
const tabs = ['dashboard', 'users', 'volunteers', 'emails', 'prayers', 'endorsements', 'news', 'events', 'forum']
const staffPaths = [
  ...['/dashboard', '/profile', '/settings', '/settings?tab=security', '/moderation', '/email-campaigns', '/imports'],
  ...['/genetic-analytics', ...[...tabs, 'genetics', 'traffic', 'actions'].map((tab) => `/admin?tab=${tab}`)],
]

/** Any element that is wider than the window, or has a name that is cut. */
async function faultsOf(page: Page, paths: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  const untilSettled = settling(page)
  for (const path of paths) {
    await page.goto(path)
    await untilSettled()
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) faults.push(`${path} is ${over} pixels wider than the window`)
    const cut = await page
      .locator('header .brand *')
      .evaluateAll((parts) => Math.max(0, ...parts.map((part) => part.scrollHeight - part.clientHeight)))
    if (cut > 3) faults.push(`${path} cuts ${cut} pixels of the name`)
  }
  return faults
}

test('with large letters on a phone, no public page scrolls sideways', full, async ({ page }) => {
  expect(await faultsOf(page, publicPaths)).toEqual([])
})

test('with large letters on a phone, no page for people who signed in does', full, async ({ browser, demo }) => {
  const context = await browser.newContext({ baseURL: demo.url, storageState: demo.admin, viewport: screen })
  expect(await faultsOf(await context.newPage(), staffPaths)).toEqual([])
  await context.close()
})
