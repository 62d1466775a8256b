import type { Locator, Page } from '@playwright/test'
import { openConsole } from './console.ts'
import { answer } from './network.ts'
import { running } from './settled.ts'
import { expect, full, main, phone, test } from './test.ts'

/** Elements that can be reached by keyboard in a drawer, as it stands on the screen. */
const stops = (drawer: Locator) =>
  drawer
    .locator('a[href], button, input, select, textarea, summary, [tabindex="0"]')
    .filter({ visible: true })
    .and(drawer.page().locator(':not([tabindex="-1"], [data-base-ui-focus-guard])'))

/** Presses a key until it went around; returns how many stops of the drawer it reached, and what outside of it. */
async function walk(page: Page, drawer: Locator, key: 'Tab' | 'Shift+Tab') {
  const all = await stops(drawer).elementHandles()
  const inside = new Set<number>()
  const outside: string[] = []
  // Behind the last stop comes the browser itself; a date has four stops of its own.
  for (let presses = 0; presses < 4 * (all.length + 2); presses += 1) {
    await page.keyboard.press(key)
    // A dialog's own guard passes the focus on a moment later, to the other end.
    await page.waitForFunction(() => document.activeElement?.matches('[data-base-ui-focus-guard]') === false)
    const at = await page.evaluate((elements) => elements.indexOf(document.activeElement ?? document.body), all)
    if (at >= 0) inside.add(at)
    else outside.push(await drawer.evaluate(placeOutside))
  }
  return { inside: inside.size, outside: outside.filter((place) => place !== '') }
}

/** Runs in the page. The browser itself counts as inside. */
function placeOutside(drawer: Element): string {
  const now = document.activeElement
  return now === document.body || drawer.contains(now) ? '' : (now?.outerHTML ?? 'nothing')
}

/** Tab and Shift+Tab go through the whole drawer and nothing else. */
async function expectHeld(page: Page, drawer: Locator): Promise<void> {
  const count = await stops(drawer).count()
  expect(count).toBeGreaterThan(2)
  for (const key of ['Tab', 'Shift+Tab'] as const)
    expect(await walk(page, drawer, key), key).toEqual({ inside: count, outside: [] })
}

const isFocusIn = (drawer: Locator) => drawer.evaluate((element) => element.contains(document.activeElement))

const isInert = (part: Locator) => part.evaluate((element) => element.closest('[inert], [aria-hidden="true"]') !== null)

test.describe('by keyboard on a phone', () => {
  test.use({ viewport: phone })

  test('the menu of the site holds the focus and gives it back', main, async ({ page }) => {
    await page.goto('/about')
    const button = page.getByRole('button', { name: 'Menu', exact: true })
    const drawer = page.locator('#drawer')
    const behind = [page.locator('main'), page.locator('footer'), page.locator('.site-header .bar')]
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(drawer).toBeVisible()
    await expect.poll(() => isFocusIn(drawer)).toBe(true)
    for (const part of behind) expect(await isInert(part)).toBe(true)
    await expectHeld(page, drawer)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(button).toBeFocused()
    for (const part of behind) expect(await isInert(part)).toBe(false)
  })

  test('the menu of the console holds the focus and gives it back', main, async ({ adminPage }) => {
    await adminPage.setViewportSize(phone)
    await openConsole(adminPage, 'prayers')
    const button = adminPage.getByRole('button', { name: /^Menu:/ })
    const drawer = adminPage.locator('.rail')
    const behind = [adminPage.locator('#console-panel'), adminPage.getByRole('link', { name: 'View site' })]
    await button.focus()
    await adminPage.keyboard.press('Enter')
    await expect(adminPage.getByRole('tab', { name: 'News' })).toBeVisible()
    expect(await isFocusIn(drawer)).toBe(true)
    for (const part of behind) expect(await isInert(part)).toBe(true)
    await expectHeld(adminPage, drawer)
    await adminPage.keyboard.press('Escape')
    await expect(adminPage.getByRole('tab', { name: 'News' })).toBeHidden()
    await expect(button).toBeFocused()
    for (const part of behind) expect(await isInert(part)).toBe(false)
  })

  test('no entry of the menu of the console runs into the next one', full, async ({ adminPage }) => {
    const pending = { prayers: 1234, endorsements: 1234, moderation: 1234, appeals: 0 }
    await answer(adminPage, { method: 'GET', path: '/api/admin/pending' }, pending)
    for (const width of [390, 820]) {
      await adminPage.setViewportSize({ width, height: 800 })
      await openConsole(adminPage, 'prayers')
      await adminPage.getByRole('button', { name: /^Menu:/ }).click()
      const entry = adminPage.getByRole('tab', { name: /^Endorsements/ })
      await expect(entry).toContainText('1,234')
      expect(await entry.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
  })

  test('a tool beside the console has the same menu', full, async ({ adminPage }) => {
    await adminPage.setViewportSize(phone)
    await adminPage.goto('/imports')
    const button = adminPage.getByRole('button', { name: /^Menu:/ })
    await expect(adminPage.getByRole('heading', { name: 'Past imports' })).toBeVisible()
    await running(button)
    await button.focus()
    await adminPage.keyboard.press('Enter')
    await expect(adminPage.getByRole('link', { name: 'News' })).toBeVisible()
    expect(await isInert(adminPage.getByText('Past imports'))).toBe(true)
    await expectHeld(adminPage, adminPage.locator('.rail'))
    await adminPage.keyboard.press('Escape')
    await expect(button).toBeFocused()
    expect(await isInert(adminPage.getByRole('heading', { name: 'Past imports' }))).toBe(false)
  })

  test('the sheet of filters holds the focus and gives it back', main, async ({ adminPage }) => {
    await adminPage.setViewportSize(phone)
    await openConsole(adminPage, 'actions')
    const button = adminPage.getByRole('button', { name: /^Filters/ })
    const sheet = adminPage.getByRole('dialog', { name: 'Filters' })
    const behind = [adminPage.locator('#console-panel'), adminPage.locator('.rail')]
    await button.focus()
    await adminPage.keyboard.press('Enter')
    await expect(sheet).toBeVisible()
    await expect.poll(() => isFocusIn(sheet)).toBe(true)
    for (const part of behind) expect(await isInert(part)).toBe(true)
    await expectHeld(adminPage, sheet)
    await adminPage.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(button).toBeFocused()
    for (const part of behind) expect(await isInert(part)).toBe(false)
  })
})
