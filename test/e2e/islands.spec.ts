import { serveBuilt } from './built-page.ts'
import { answer } from './network.ts'
import { expect, expectAccessible, full, test } from './test.ts'

const prayer = {
  id: 1,
  prayer: 'For the harvest.',
  name: 'Ruth',
  location: null,
  createdAt: '2025-08-02T02:30:00.000Z',
}

test('an island that cannot be rendered says so and can retry', full, async ({ page, cleanConsole }) => {
  const { createdAt, ...undated } = prayer
  await serveBuilt(page, '/prayers')
  await answer(page, { method: 'GET', path: '/api/prayers' }, [undated])
  await page.goto('/prayers')
  const notice = page.getByRole('alert').filter({ hasText: 'This part of the page could not be shown.' })
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  // The form next to it is another island, and works.
  await expect(page.getByLabel('Name')).toBeEditable()
  expect(cleanConsole.join()).toContain('Invalid time value')
  cleanConsole.length = 0

  await page.unrouteAll()
  await answer(page, { method: 'GET', path: '/api/prayers' }, [{ ...prayer, createdAt }])
  await expect(async () => {
    if (await notice.isVisible()) await notice.getByRole('button', { name: 'Try again' }).click({ timeout: 500 })
    await expect(page.getByText('For the harvest.')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(notice).toHaveCount(0)
  cleanConsole.length = 0
})

for (const [path, script, shown] of [
  ['/prayers', /_astro\/PrayerList\./, 'Share Your Prayer'],
  ['/forum', /_astro\/Forum\./, 'Policy Discussion'],
  ['/unsubscribe', /_astro\/MailConsent\./, 'we’ll send you your own link'],
] as const)
  test(
    `${path}: an island with a missing script says so and comes back with a reload`,
    full,
    async ({ page, cleanConsole }) => {
      await page.route(script, (route) => route.fulfill({ status: 404 }))
      await page.goto(path)
      const notice = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' })
      await notice.scrollIntoViewIfNeeded()
      await expectAccessible(page)
      await expect(page.getByText('You are offline')).toHaveCount(0)
      await expect(page.locator('main .skeleton:visible')).toHaveCount(0)
      await page.unroute(script)
      await notice.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText(shown).first()).toBeVisible()
      await expect(notice).toHaveCount(0)
      cleanConsole.length = 0
    },
  )

test(
  'a console tab with a missing script says so and comes back with a reload',
  full,
  async ({ adminPage, cleanConsole }) => {
    const script = /_astro\/AdminNews\./
    await adminPage.goto('/admin')
    await adminPage.route(script, (route) => route.fulfill({ status: 404 }))
    await adminPage.getByRole('tab', { name: 'News' }).click()
    const notice = adminPage.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' })
    await expect(notice).toBeVisible()
    await adminPage.unroute(script)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(
      adminPage.getByRole('button', { name: 'Create Article' }).or(adminPage.getByRole('table')).first(),
    ).toBeVisible()
    await expect(adminPage).toHaveURL('/admin?tab=news')
    cleanConsole.length = 0
  },
)
