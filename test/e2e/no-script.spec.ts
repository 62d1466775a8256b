import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readSite } from '../../backend/pages/serving/built-pages.ts'
import { mailConsentMessages } from '../../site/lib/mail-consent-messages.ts'
import { type Message, messages } from '../../site/lib/messages.ts'
import { messages as endorsementWords } from '../../site/lib/reviewed/endorsements.ts'
import { messages as prayerWords } from '../../site/lib/reviewed/prayers.ts'
import { withinASecond } from '../support/run/timeouts.ts'
import { unique } from './people.ts'
import { approve, submitEndorsement, submitPrayer } from './submissions.ts'
import { expect, main, test } from './test.ts'

test.use({ javaScriptEnabled: false })

// Playwright's own text locators skip the content of a <noscript>.
const noscriptItem = (page: Page, words: string) =>
  page.locator('noscript :is(li, p)').filter({ hasText: words }).first()

/** Opens the page once its HTML contains this text, which must be within a second of the approval. */
async function openOnceUpdated(page: Page, path: string, words: string): Promise<void> {
  await withinASecond(async () => expect(await (await page.request.get(path)).text()).toContain(words))
  await page.goto(path)
}

test(
  'approved prayers can be read without JavaScript, pending ones cannot',
  main,
  async ({ page, adminPage, request }) => {
    const approved = await submitPrayer(request, { location: 'Lafayette', prayer: unique('For <those> & us') })
    const pending = await submitPrayer(request)
    await approve(adminPage, 'prayers', approved.id)
    await openOnceUpdated(page, '/prayers', approved.firstName)
    const item = page.getByRole('listitem').filter({ hasText: approved.prayer })
    await expect(item).toContainText(approved.firstName)
    await expect(item).toContainText('Lafayette')
    await expect(page.getByText(pending.prayer)).toHaveCount(0)
    await expect(page.getByRole('status', { name: 'Loading prayers' })).toBeHidden()
  },
)

test('approved endorsements can be read without JavaScript', main, async ({ page, adminPage, request }) => {
  const { id, name, endorsementText } = await submitEndorsement(request)
  await approve(adminPage, 'endorsements', id)
  await openOnceUpdated(page, '/endorsements', name)
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(`“${endorsementText}”`)
})

for (const [path, sentence] of [
  ['/login', 'This page needs JavaScript.'],
  ['/dashboard', 'The dashboard needs JavaScript.'],
  ['/admin', 'The console needs JavaScript.'],
  ['/moderation', 'The moderation queue needs JavaScript.'],
  ['/genetic-analytics', 'The analytics need JavaScript.'],
] as const)
  test(`${path} says what needs JavaScript`, main, async ({ page }) => {
    await page.goto(path)
    await expect(noscriptItem(page, sentence)).toBeVisible()
  })

test('menu and links work without JavaScript', main, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
})

/** Text that a text browser shows: it knows neither style sheets nor `hidden`. */
const shownText = (html: string) =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('no page says what has not happened, even to browsers without style sheets', main, async ({ request }) => {
  const done: Message[] = [
    messages.signUp.done,
    messages.volunteer.done,
    endorsementWords.done,
    prayerWords.done,
    messages.rsvp.confirmed,
    messages.rsvp.waiting,
    mailConsentMessages.mailed,
    mailConsentMessages.unsubscribed,
    mailConsentMessages.subscribed,
    mailConsentMessages.saved,
    mailConsentMessages.confirmed,
    mailConsentMessages.erased,
  ]
  const claims = [
    ...done.map(({ title, description }) => description ?? title),
    mailConsentMessages.noToken,
    mailConsentMessages.expired,
    messages.login.needsCookies,
    '0 volunteers',
    '0 Active Volunteers',
  ]
  const outcomes = /^\/(thanks|unsubscribe|confirm-subscription|subscribe-again)\//
  const pages = readSite(join(import.meta.dirname, '..', '..', 'dist')).pages.filter(
    ({ path, contentType }) => contentType.startsWith('text/html') && !outcomes.test(path),
  )
  expect(pages.length).toBeGreaterThan(20)
  for (const { path } of pages) {
    const shown = shownText(await (await request.get(path)).text()).replaceAll('&#39;', "'")
    expect([path, claims.filter((claim) => shown.includes(claim))]).toEqual([path, []])
  }
})
