import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Page, request } from '@playwright/test'
import { z } from 'zod'
import { emailCampaignTabs } from '../../site/lib/email-campaign-place.ts'
import { settingsTabs } from '../../site/lib/paths.ts'
import { adminTabs } from '../../site/stores/admin/console.ts'
import { campaign, volunteerInterests } from '../fixtures/second-campaign/campaign.ts'
import { createTestApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { makeFirstAdmin, newPerson, type SignedIn } from './people.ts'
import { copyForSecondCampaign, tracesIn } from './second-campaign.ts'
import { settling } from './settled.ts'
import { test as base, desktop, expect, expectAccessible, full, lending, phone } from './test.ts'

type Second = { url: string; home: string; mails: string; admin: SignedIn }

const test = base.extend<object, { second: Second }>({
  second: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const { home, remove } = await copyForSecondCampaign()
      const folder = temporaryDataFolder()
      const app = await createTestApp({
        http: 'socket',
        folder,
        env: { DEMO_CONTENT: 'on', CAMPAIGN_DIR: join(home, 'campaign') },
        home,
      })
      try {
        const admin = await makeFirstAdmin(app.url, app.firstAdminLink ?? '')
        await use({ url: app.url, home, mails: join(folder.path, 'outbox'), admin })
      } finally {
        await app.stop()
        await folder.remove()
        await remove()
      }
    },
    lending,
  ],
  baseURL: async ({ second }, use) => use(second.url),
})

/** Pages for signed-in people, or for admins. */
const ownPages = ['/dashboard', '/profile', ...settingsTabs.map((tab) => `/settings?tab=${tab}`)]
const staffPages = [
  '/moderation',
  '/genetic-analytics',
  '/imports',
  ...emailCampaignTabs.map(({ id }) => `/email-campaigns?tab=${id}`),
  ...adminTabs.map(({ id }) => `/admin?tab=${id}`),
]
const pathOf = (address: string) => address.replace(/\?.*/, '')
const signedInPages = new Set([...ownPages, ...staffPages].map(pathOf))
/** Shows the home page in a frame of the page above. */
const framedPage = '/genetic-analytics/preview'

const pagesOfBuild = z.object({ pages: z.array(z.object({ path: z.string(), contentType: z.string() })) })

/** Every page of the build that a visitor may open. */
async function builtPages({ home }: Second): Promise<string[]> {
  const { pages } = pagesOfBuild.parse(JSON.parse(await readFile(join(home, 'dist', 'pages.json'), 'utf8')))
  const html = pages.filter(({ contentType }) => contentType.startsWith('text/html')).map(({ path }) => path)
  return [...html, '/no-such-page'].filter((path) => path !== framedPage && !signedInPages.has(path))
}

/** Every page that only the sitemap lists: articles, events, threads. */
async function publishedPages(page: Page, second: Second): Promise<string[]> {
  const listed = (await (await page.request.get('/sitemap.xml')).text()).match(/(?<=<loc>)[^<]+/g) ?? []
  const built = new Set(await builtPages(second))
  return listed.map((address) => new URL(address).pathname).filter((path) => !built.has(path))
}

async function textFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => /\.(html|js|mjs|css|svg|json|xml|txt)$/.test(name)).map((name) => join(folder, name))
}

test('a second campaign: no word or color of the first is left in what is built', full, async ({ second }) => {
  const found = new Map<string, string[]>()
  for (const file of await textFilesIn(join(second.home, 'dist', 'client'))) {
    const traces = tracesIn(await readFile(file, 'utf8'))
    if (traces.length > 0) found.set(file.slice(second.home.length), traces)
  }
  expect([...found]).toEqual([])
})

async function expectOwnWords(page: Page, paths: readonly string[]): Promise<void> {
  const untilSettled = settling(page)
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path)
      await untilSettled()
      expect(tracesIn(await page.content()), path).toEqual([])
      if (path !== '/privacy' && path !== '/terms') await expect(page.locator('body')).not.toContainText(/pray/i)
      await expect(page.locator('footer')).toContainText(campaign.paidForBy)
      await expectToFit(page, path)
      await expectAccessible(page, [phone, desktop])
    })
}

test(
  'a second campaign: its public pages have its words and colors only, speak of no prayers, fit and can be read',
  full,
  async ({ page, second }) => {
    const paths = await builtPages(second)
    for (const path of ['/', '/about', '/forum/harbors', '/setup', '/unsubscribe']) expect(paths).toContain(path)
    await expectOwnWords(page, paths)
  },
)

test(
  'a second campaign: its articles, events and threads have its words and colors only, fit and can be read',
  full,
  async ({ page, second }) => {
    // They are rendered in the background after a start.
    for (const path of ['/news/1', '/events/1', '/forum/threads/1'])
      await expect.poll(() => publishedPages(page, second)).toContain(path)
    const paths = await publishedPages(page, second)
    await expectOwnWords(page, paths)
  },
)

test(
  'a second campaign: its portrait is shown, and missing pages have its words and colors only',
  full,
  async ({ page, second }) => {
    await page.goto('/')
    await expect(page.getByRole('img', { name: `Portrait of ${campaign.candidate}` })).toBeVisible()
    await expect(page.getByRole('heading', { name: campaign.highlightedIssue.title })).toBeVisible()
    for (const path of ['/prayers', '/api/prayers']) expect((await page.request.get(path)).status(), path).toBe(404)
    await page.goto('/volunteer')
    await expect(page.getByText('Active Volunteers')).toBeVisible()
    await expect(page.getByText('Hours Logged')).toHaveCount(0)
    await expect(page.getByRole('checkbox')).toHaveCount(volunteerInterests.length)
    for (const path of [
      '/api/docs',
      '/api/docs.css',
      '/news/feed.xml',
      '/events/calendar.ics',
      '/favicon.svg',
      '/sitemap.xml',
      '/api/forum/categories',
      '/api/genetic-test/variation',
    ]) {
      const answer = await page.request.get(path)
      expect(answer.ok(), path).toBe(true)
      expect(tracesIn(await answer.text()), path).toEqual([])
    }
    expect(second.url).toContain('127.0.0.1')
  },
)

test(
  'a second campaign: the console and the account have its words and colors only, fit and can be read',
  full,
  async ({ browser, second }) => {
    const context = await browser.newContext({
      baseURL: second.url,
      storageState: second.admin,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const untilSettled = settling(page)
    for (const path of [...ownPages, ...staffPages])
      await test.step(path, async () => {
        await page.goto(path)
        await untilSettled()
        expect(tracesIn(await page.content()), path).toEqual([])
        await expectToFit(page, path)
        await expectAccessible(page, [desktop])
      })
    await context.close()
  },
)

test('a second campaign: its long name is read in full in the header on a phone', full, async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/about')
  const name = page.getByRole('banner').getByText(campaign.candidate).first()
  await expect(name).toBeVisible()
  const { cut, height, bar } = await name.evaluate((words) => ({
    cut: words.scrollHeight - words.clientHeight,
    height: words.parentElement?.getBoundingClientRect().height ?? 0,
    bar: words.closest('header')?.getBoundingClientRect().height ?? 0,
  }))
  // A tail that hangs below the last line counts as two pixels.
  expect(cut).toBeLessThanOrEqual(2)
  expect(height).toBeLessThanOrEqual(bar)
})

test('a second campaign: its mails have its words and colors only', full, async ({ second }) => {
  const browser = await request.newContext({ baseURL: second.url, extraHTTPHeaders: { origin: second.url } })
  const person = newPerson()
  const { firstName, lastName, email } = person
  const sent = [
    browser.post('/api/auth/register', { data: person }),
    browser.post('/api/auth/magic-link/send', { data: { email } }),
    browser.post('/api/events/2/rsvp', { data: { name: firstName, email } }),
    browser.post('/api/email-signup', { data: { email } }),
    browser.post('/api/volunteers', { data: { firstName, lastName, email } }),
    browser.post('/api/endorsements', { data: { name: firstName, email, title: '', endorsementText: '' } }),
  ]
  for (const answer of await Promise.all(sent)) expect(answer.ok(), await answer.text()).toBe(true)
  // Messages that are still being written have another ending.
  const complete = async () => (await readdir(second.mails).catch(() => [])).filter((name) => name.endsWith('.json'))
  await expect.poll(async () => (await complete()).length).toBeGreaterThanOrEqual(2)
  for (const name of await complete()) {
    const mail = await readFile(join(second.mails, name), 'utf8')
    expect(tracesIn(mail), name).toEqual([])
    for (const own of [campaign.candidate, campaign.paidForBy, campaign.postalAddress, campaign.colors.night])
      expect(mail, name).toContain(own)
  }
  await browser.dispose()
})

/** No horizontal scrolling, and no heading or link that is cut off. */
async function expectToFit(page: Page, path: string): Promise<void> {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0)
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('header a, header button, h1, main a, main button')].flatMap((element) => {
        const { left, right, width: wide } = element.getBoundingClientRect()
        const isScrolled = element.closest('.table-scroll, [role="tablist"], [popover], table, pre, nav') !== null
        return wide > 0 && !isScrolled && (left < -1 || right > innerWidth + 1) ? [element.textContent] : []
      }),
    )
    expect(outside, `${path} at ${width}`).toEqual([])
  }
}
