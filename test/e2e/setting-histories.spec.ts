import { expect, expectAccessible, full, main, test } from './test.ts'

for (const [path, setting, entry] of [
  ['/admin?tab=genetics', 'the gene pool', 'Gene pool changed'],
  ['/admin?tab=genetics', 'the fitness formula', 'Fitness changed'],
  ['/moderation', 'the moderation policy', null],
  ['/email-campaigns?tab=send', 'the welcome series', null],
] as const)
  test(
    `${setting} has a history at ${path}`,
    setting === 'the gene pool' ? main : full,
    async ({ adminPage: page }) => {
      await page.goto(path)
      await page.getByRole('button', { name: `History of ${setting}` }).click()
      const dialog = page.getByRole('dialog', { name: `History of ${setting}` })
      await expect(
        dialog
          .getByRole('button', { name: entry ?? '' })
          .or(dialog.getByText('Nothing has changed yet.'))
          .first(),
      ).toBeVisible()
      if (entry !== null) await expect(dialog.getByRole('button', { name: entry }).first()).toContainText('System')
      await expect(dialog.getByRole('button', { name: 'Erase personal data' })).toHaveCount(0)
      await expectAccessible(page)
    },
  )
