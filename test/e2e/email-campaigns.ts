import type { APIRequestContext, Locator, Page } from '@playwright/test'
import type { SegmentId, SegmentStats } from '../../contract/email-segments.ts'
import { sameOrigin, uniqueEmail } from './people.ts'
import { expectToast } from './screen.ts'
import { expect } from './test.ts'

export async function volunteer(
  request: APIRequestContext,
  email = uniqueEmail(),
  firstName = 'Ruth',
): Promise<string> {
  const data = { firstName, lastName: 'Miller', email }
  expect((await request.post('/api/volunteers', { headers: sameOrigin(), data })).status()).toBe(201)
  return email
}

export const open = (page: Page, search = '') => page.goto(`/email-campaigns${search}`)
export const question = (page: Page) => page.getByRole('dialog', { name: /^Send this email to/ })
export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Answers the question of a card. */
export async function confirmSend(page: Page): Promise<void> {
  await question(page)
    .getByRole('button', { name: /^Send to \d/ })
    .click()
}

/** Sends these words to all volunteers from the open tab; returns the row of the campaign. */
export async function updateVolunteers(page: Page, words: string): Promise<Locator> {
  const rows = rowOf(page, 'Volunteer update')
  await expect(page.getByText(/^Showing \d|^No campaigns yet/)).toBeVisible()
  const before = await rows.count()
  await page.getByLabel('Custom content').first().fill(words)
  await page.getByRole('button', { name: 'Send to Volunteers' }).click()
  await confirmSend(page)
  await expectToast(page, 'Volunteer update sent successfully!')
  await expect(rows).toHaveCount(before + 1)
  return rows.first()
}

/** Number of people that a segment reaches. */
export async function reach(adminPage: Page, id: SegmentId): Promise<number> {
  const stats: SegmentStats[] = await (await adminPage.request.get('/api/email-segments/stats')).json()
  return stats.find(({ segmentId }) => segmentId === id)?.count ?? 0
}

/** Adds volunteers and waits until they are counted; returns how many people the segment reaches. */
export async function volunteers(adminPage: Page, count: number): Promise<number> {
  const before = await reach(adminPage, 'active-volunteers')
  for (let left = count; left > 0; left -= 1) await volunteer(adminPage.request)
  await expect.poll(() => reach(adminPage, 'active-volunteers')).toBe(before + count)
  return before + count
}
