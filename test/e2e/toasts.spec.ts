import type { Page } from '@playwright/test'
import { answer } from './network.ts'
import { expectErrorToast, fill, form, toasts } from './screen.ts'
import { desktop, expect, expectAccessible, full, test } from './test.ts'

test.beforeEach(async ({ page }) => {
  await page.clock.install({ time: '2025-08-01T10:00:00Z' })
  await page.goto('/prayers')
  await expect(form(page, 'Share your prayer')).toBeVisible()
  await page.clock.pauseAt('2025-08-01T11:00:00Z')
})

const failed = ['Error', 'Failed to submit prayer. Please try again.'] as const

/** The server does not take it. */
async function submit(page: Page) {
  await answer(page, { method: 'POST', path: '/api/prayers' }, {}, 503)
  await fill(form(page, 'Share your prayer'), { Name: 'Ruth', Prayer: 'For rain' })
  await form(page, 'Share your prayer').getByRole('button', { name: 'Submit Prayer' }).click()
}

test('a toast disappears after 5000 ms', full, async ({ page }) => {
  await submit(page)
  await expectErrorToast(page, ...failed)
  await page.clock.runFor(4999)
  await expect(toasts(page)).toBeVisible()
  await page.clock.runFor(1)
  await expect(toasts(page)).toHaveCount(0)
})

test('a new toast replaces the previous one and stays its full time', full, async ({ page }) => {
  await submit(page)
  await expectErrorToast(page, ...failed)
  await page.clock.runFor(4000)
  await submit(page)
  await expectErrorToast(page, ...failed)
  await page.clock.runFor(4999)
  await expect(toasts(page)).toBeVisible()
  await page.clock.runFor(1)
  await expect(toasts(page)).toHaveCount(0)
})

test('a toast stays while the pointer is over it', full, async ({ page }) => {
  await submit(page)
  await toasts(page).hover()
  await page.clock.runFor(60_000)
  await expect(toasts(page)).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(5000)
  await expect(toasts(page)).toHaveCount(0)
})

test('a toast can be dismissed with its button and with Escape', full, async ({ page }) => {
  const dismiss = toasts(page).getByRole('button', { name: 'Dismiss' })
  await submit(page)
  await dismiss.click()
  await expect(toasts(page)).toHaveCount(0)
  await submit(page)
  await dismiss.focus()
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toHaveCount(0)
})

test('a toast is accessible, even on the narrowest phone', full, async ({ page }) => {
  await page.clock.resume()
  await submit(page)
  // A toast stays while it has focus.
  await toasts(page).getByRole('button', { name: 'Dismiss' }).focus()
  await expectAccessible(page, [{ width: 320, height: 568 }, desktop])
})
