import { expect, type Locator, type Page } from '@playwright/test'

/** A form whose script is running, so the browser does not submit it natively. */
export const form = (page: Page, name: string | RegExp) =>
  page.getByRole('form', { name, exact: true }).and(page.locator('[novalidate]'))

/** Fills in fields, each found by the start of its label. */
export async function fill(form: Locator, fields: { [label: string]: string }): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text)
}

/** Expects the only toast on the screen to be a plain one with this text. */
export const expectToast = (page: Page, title: string, description = '') =>
  expectOnlyToast(page, page.getByRole('status'), title, description)

/** Expects the only toast on the screen to be an error with this text. */
export const expectErrorToast = (page: Page, title: string, description = '') =>
  expectOnlyToast(page, page.getByRole('alert'), title, description)

/** The sentence for people who lose their last role while they work. */
export const rightsEnded =
  'You no longer have the right to work here, so nothing can be saved here. It stays open: copy what you typed before you leave.'

/** Expects what is wrong with the fields to stand below them, and no toast. */
export async function expectFormError(page: Page, title: string, description = ''): Promise<void> {
  const words = description === '' ? title : `${title}: ${description}`
  await expect(page.locator('form > .alert').filter({ hasText: words })).toHaveText(words)
  await expect(toasts(page)).toHaveCount(0)
}

export const toasts = (page: Page) => page.locator('.toast')

async function expectOnlyToast(page: Page, region: Locator, title: string, description: string): Promise<void> {
  const toast = region.locator('.toast')
  await expect(toast.locator('.title')).toHaveText(title)
  await expect(toast.locator('.description')).toHaveText(description)
  await expect(toasts(page)).toHaveCount(1)
}

/** Expects the field to be marked invalid and say why. */
export async function expectFieldError(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(`${RegExp.escape(message)}$`))
}

/** Reaches the target with the Tab key alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    if (await isFocused()) return
  }
  throw new Error(`The Tab key does not lead to ${target}.`)
}
