import type { Locator, Page } from '@playwright/test'
import { editUser, find } from './console.ts'
import { answer } from './network.ts'
import { newPerson, register } from './people.ts'
import { createEvent } from './submissions.ts'
import { expect, full, test } from './test.ts'

/** Look of an element once forced colors have taken its own colors. */
const looksOf = (element: Locator) =>
  element.evaluate((node) => {
    const { backgroundColor, outlineStyle, outlineWidth, borderBlockEndColor } = getComputedStyle(node)
    return JSON.stringify([backgroundColor, outlineStyle === 'none' ? 0 : outlineWidth, borderBlockEndColor])
  })

async function expectDifferent(one: Locator, other: Locator): Promise<void> {
  await expect(one).toBeVisible()
  expect(await looksOf(one)).not.toBe(await looksOf(other))
}

const force = (page: Page) => page.emulateMedia({ forcedColors: 'active' })

test('with forced colors the current tab and tool of the console can be told apart', full, async ({ adminPage }) => {
  await force(adminPage)
  await adminPage.goto('/admin?tab=prayers')
  const tab = (name: RegExp) => adminPage.getByRole('tab', { name })
  await expectDifferent(tab(/^Prayers/), tab(/^Users/))
  await adminPage.goto('/email-campaigns')
  await expectDifferent(
    adminPage.getByRole('link', { name: 'Email campaigns' }),
    adminPage.getByRole('link', { name: 'Imports' }),
  )
  await expectDifferent(tab(/^Segments/), tab(/^Analytics/))
  // A line below every tab would look like the current one.
  const [line, words] = await tab(/^Analytics/).evaluate((node) => {
    const { borderBlockEndColor, color } = getComputedStyle(node)
    return [borderBlockEndColor, color]
  })
  expect(line).not.toBe(words)
  await adminPage.goto('/genetic-analytics')
  await expectDifferent(tab(/^Analytics/), tab(/^Replay/))
})

test('with forced colors the history marks what a change changed', full, async ({ adminPage, request }) => {
  const person = newPerson()
  const id = await register(request, person)
  await editUser(adminPage, id, { isActive: false })
  await force(adminPage)
  await find(adminPage, 'users', person.email)
  await adminPage.getByRole('button', { name: /^History of the user/ }).click()
  const state = adminPage.getByRole('dialog').locator('.state')
  await adminPage
    .getByRole('dialog')
    .getByRole('button', { name: /deactivated/ })
    .click()
  const [changed, kept] = [
    state.locator('[data-changed]').first(),
    state.locator('dl > div:not([data-changed])').first(),
  ]
  const mark = (row: Locator) => row.evaluate((node) => getComputedStyle(node).borderInlineStartWidth)
  expect([await mark(changed), await mark(kept)]).toEqual(['4px', '0px'])
})

test('with forced colors switches show whether they are on', full, async ({ adminPage }) => {
  const ruth = { firstName: 'Ruth', lastName: 'Ames', email: 'ruth@example.org', isErased: false, revision: 0 }
  const flags = { isActive: true, isAdmin: false, isBanned: false, isEmailVerified: true, mailSuppression: null }
  const dates = { banReason: null, bannedUntil: null, createdAt: '2025-08-01T16:00:00.000Z', lastActiveAt: null }
  await answer(
    adminPage,
    { method: 'GET', path: '/api/admin/users' },
    { users: [{ id: 7, ...ruth, ...flags, ...dates }], total: 1 },
  )
  await force(adminPage)
  await adminPage.goto('/admin?tab=users')
  await adminPage.getByRole('button', { name: 'Edit user Ruth Ames' }).click()
  const [on, off] = ['Active', 'Admin'].map((name) => adminPage.getByRole('switch', { name, exact: true }))
  if (!on || !off) throw new Error('There are two names.')
  await expectDifferent(on, off)
  for (const one of [on, off]) {
    const thumb = one.locator('.switch-thumb')
    const ground = await one.evaluate((element) => getComputedStyle(element).backgroundColor)
    await expect(thumb).not.toHaveCSS('background-color', ground)
  }
})

test('with forced colors the current page and settings tab can be told apart', full, async ({ page }) => {
  await force(page)
  await page.goto('/news')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expectDifferent(main.getByRole('link', { name: 'News' }), main.getByRole('link', { name: 'Issues' }))
  await register(page.request, newPerson())
  await page.goto('/settings')
  await expectDifferent(page.getByRole('tab', { selected: true }), page.getByRole('tab', { selected: false }).first())
})

test('with forced colors the way to the next goal can be seen, and links have no lines', full, async ({ page }) => {
  await answer(page, { method: 'GET', path: '/api/email-signup-count' }, { count: 52 })
  await answer(page, { method: 'GET', path: '/api/volunteer-count' }, { count: 49 })
  await force(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  const track = page.getByRole('progressbar', { name: /^Next goal/ })
  await expect(track).toBeVisible()
  const ground = await track.evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect(track.locator('[data-bar]')).not.toHaveCSS('background-color', ground)
  const about = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' })
  await expect(about).toHaveCSS('border-block-start-width', '0px')
})

test('with forced colors a badge on the public site is not just another word', full, async ({ page, adminPage }) => {
  const { id } = await createEvent(adminPage)
  await force(page)
  await page.goto(`/events/${id}`)
  const badge = page.getByRole('main').locator('.badge').first()
  const [line, ground] = await badge.evaluate((node) => {
    const { outlineColor, outlineStyle, backgroundColor } = getComputedStyle(node)
    return [outlineStyle === 'none' ? 'none' : outlineColor, backgroundColor]
  })
  expect(line).toMatch(/^rgb\(/)
  expect(line).not.toBe(ground)
})
