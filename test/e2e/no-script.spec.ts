import type { Page } from '@playwright/test'
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
