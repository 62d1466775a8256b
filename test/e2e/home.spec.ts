import { answer } from './network.ts'
import { fontsLoaded } from './settled.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

test('the home page shows the candidate, slogan, district and principles', main, async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/for Congress/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('for Congress')
  const main = page.getByRole('main')
  await expect(main.getByText('Defend Freedom, Empower Hoosiers')).toBeVisible()
  await expect(main.getByText(/^Indiana[’']s 4th$/)).toBeVisible()
  await expect(main.getByRole('img').first()).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Core Principles' })).toBeVisible()
  for (const principle of ['Individual Liberty', 'Tech Innovation', 'Constitutional Governance'])
    await expect(main.getByRole('heading', { name: principle })).toBeVisible()
  await expect(main.locator('a[href="/issues"]').first()).toBeVisible()
})

test('its buttons link to volunteering, prayers and the external donation page', main, async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Join the Movement' })).toHaveAttribute('href', '/volunteer')
  await expect(main.getByRole('link', { name: 'Pray for Us' })).toHaveAttribute('href', '/prayers')
  await expect(main.getByRole('link', { name: 'Donate Now' })).toHaveAttribute('href', '/go/donate')
  await main.getByRole('link', { name: 'Pray for Us' }).click()
  await expect(page).toHaveURL('/prayers')
})

test('nothing moves when the supporter tracker appears', full, async ({ page }) => {
  const tracker = page.getByRole('region', { name: 'Supporters' })
  const counts = async (count: number) => {
    for (const path of ['/api/email-signup-count', '/api/volunteer-count'])
      await answer(page, { method: 'GET', path }, { count })
  }
  const heroHeight = () => page.locator('[data-hero]').evaluate((hero) => hero.getBoundingClientRect().height)
  for (const width of [320, 390, 640, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await counts(0)
    const counted = page.waitForResponse('**/api/volunteer-count')
    await page.goto('/')
    await counted
    await fontsLoaded(page)
    await expect(tracker).toBeHidden()
    const without = await heroHeight()
    await counts(123_456)
    await page.reload()
    await fontsLoaded(page)
    await expect(tracker).toBeVisible()
    expect(await heroHeight(), `at ${width}`).toBe(without)
  }
})

test('it is accessible, including the supporter tracker', main, async ({ page }) => {
  await answer(page, { method: 'GET', path: '/api/email-signup-count' }, { count: 25 })
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Supporters' })).toBeVisible()
  await expectAccessible(page)
})
