import { answer } from './network.ts'
import { expect, expectAccessible, full, test } from './test.ts'

const prayer = {
  id: 1,
  prayer: 'For the harvest.',
  name: 'Ruth',
  location: null,
  createdAt: '2025-08-02T02:30:00.000Z',
}

test('an island that cannot be drawn says so and can be tried again', full, async ({ page, cleanConsole }) => {
  const { createdAt, ...undated } = prayer
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
