import { expect, type Page } from '@playwright/test'

/** Opens a tab of the admin console and waits for its rows. */
export async function openConsole(
  adminPage: Page,
  tab: 'dashboard' | 'prayers' | 'endorsements' | 'campaign-events' | 'traffic' | 'actions',
): Promise<void> {
  await adminPage.goto(`/admin?tab=${tab}`)
  await expect(adminPage.getByRole('tabpanel').locator('> [aria-busy=false]')).toBeVisible()
}

/** The row that contains this text. */
export const rowOf = (adminPage: Page, text: string) => adminPage.getByRole('row').filter({ hasText: text })
