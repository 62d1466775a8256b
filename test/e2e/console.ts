import { expect, type Page } from '@playwright/test'

/** Opens a tab of the admin console, with its rows loaded. */
export async function openConsole(
  adminPage: Page,
  tab: 'prayers' | 'endorsements' | 'campaign-events' | 'actions',
): Promise<void> {
  await adminPage.goto(`/admin?tab=${tab}`)
  await expect(adminPage.getByRole('tabpanel').locator('[aria-busy=false]')).toBeVisible()
}

/** The row that holds these words. */
export const rowOf = (adminPage: Page, words: string) => adminPage.getByRole('row').filter({ hasText: words })
