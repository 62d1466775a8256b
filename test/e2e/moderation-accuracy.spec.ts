import type { AccuracyRow } from '../../contract/moderation-accuracy.ts'
import { answer } from './network.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const figures = { method: 'GET', path: '/api/moderation/accuracy' } as const
const weeks = Array.from({ length: 26 }, (_, n) => new Date(Date.UTC(2026, 0, 5 + 7 * n)).toISOString().slice(0, 10))
const row = (week: number, violationType: AccuracyRow['violationType'], counts: [number, number, number]) => {
  const [right, wrong, missed] = counts
  return { week: weeks[week], violationType, right, wrong, missed }
}
const summary = 'How often people agree with the check'

test('precision and recall stand in a chart and a table, per type and week', main, async ({ adminPage }) => {
  await answer(adminPage, figures, {
    weeks,
    rows: [
      row(24, 'spam', [3, 1, 1]),
      row(25, 'harassment', [9, 1, 0]),
      row(25, 'spam', [0, 1, 0]),
      row(25, 'none', [0, 0, 2]),
    ],
  })
  await adminPage.goto('/moderation')
  await adminPage.getByText(summary).click()
  await expect(adminPage.getByText('Only posts that people looked at count')).toBeVisible()
  await expect(adminPage.getByText('Last six months: precision 80%, recall 80%, from 18 decisions.')).toBeVisible()
  const slider = adminPage.getByRole('slider', { name: 'Precision and recall per week: week' })
  await expect(slider).toHaveAttribute('aria-valuetext', 'Week of Jun 29, 2026, precision 82%, recall 82%')
  await slider.press('ArrowLeft')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Week of Jun 22, 2026, precision 75%, recall 75%')
  await slider.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Week of Jan 5, 2026, precision unknown, recall unknown')
  await adminPage.getByLabel('Type of violation').selectOption('Spam')
  await expect(adminPage.getByText('Last six months: precision 60%, recall 75%, from 6 decisions.')).toBeVisible()
  await adminPage.getByText('Show the figures as a table').click()
  const table = adminPage.getByRole('region', { name: 'Table of precision and recall per week' })
  await expect(table.getByRole('row').nth(1)).toHaveText('Jun 29, 20260%–010')
  await expect(table.getByRole('row').nth(2)).toHaveText('Jun 22, 202675%75%311')
  await expectAccessible(adminPage)
})

test('without decisions it says so, and a failure can be tried again', full, async ({ adminPage }) => {
  await answer(adminPage, figures, {}, 503)
  await adminPage.goto('/moderation')
  await adminPage.getByText(summary).click()
  await expect(adminPage.getByText('Error loading the figures')).toBeVisible()
  await adminPage.unrouteAll()
  await answer(adminPage, figures, { weeks, rows: [] })
  await adminPage.getByRole('button', { name: 'Try again' }).click()
  await expect(adminPage.getByText('Moderators haven’t decided on any such post in the last six months.')).toBeVisible()
})
