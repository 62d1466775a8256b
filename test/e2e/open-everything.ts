import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Addresses that the server refused to this page for lack of a right. */
export function refusals(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
  })
  return refused
}

/** Buttons that only open something, which Escape or a second press closes. */
const opens =
  /^(History of|Bans of|Edit|Guests of|Create|Add|Find|New|Invite|Keyboard|Campaign mail to|Delete|Reject)( |$)/

/** Opens what the first rows and the head of the panel offer. */
export async function openEverything(page: Page, untilSettled: () => Promise<void>): Promise<void> {
  const panel = page.getByRole('tabpanel')
  for (const summary of await panel.locator('summary:visible').all()) await summary.click()
  await untilSettled()
  const names = await panel
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''))
  const kinds = new Set<string>()
  for (const name of names.filter((one) => opens.test(one))) {
    // One of each kind: 'Edit event …' of every row is the same button.
    const kind = name.split(' ').slice(0, 2).join(' ')
    if (kinds.has(kind)) continue
    kinds.add(kind)
    // By keyboard: on a small table the toolbar may lie above the last column.
    await panel.getByRole('button', { name, exact: true }).first().press('Enter')
    await untilSettled()
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first(), name).toBeVisible({
      timeout: 5000,
    })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0)
  }
}
