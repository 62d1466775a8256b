import { contentOf } from './downloads.ts'
import { expectToast, fill, form } from './screen.ts'
import { expect, expectAccessible, main, test } from './test.ts'

const phone = 'Mozilla/5.0 (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0'

test('an admin makes a short link, prints its QR code, and sees who followed it', main, async ({ adminPage, page }) => {
  await adminPage.goto('/admin?tab=traffic')
  await adminPage.getByText('Short links', { exact: true }).click()
  await adminPage.getByRole('button', { name: 'Make Short Link' }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Make a short link' })
  await fill(form(adminPage, 'Make a short link'), {
    Name: 'Posters at the county fair',
    Page: `${new URL(adminPage.url()).origin}/volunteer`,
    Code: 'fair 26',
  })
  await dialog.getByRole('button', { name: 'Make Short Link' }).click()
  await expect(dialog).toContainText('Use 2 to 32 letters, digits and hyphens, such as fair-26.')
  await dialog.getByLabel('Code').fill('Fair-26')
  await dialog.getByRole('button', { name: 'Make Short Link' }).click()
  await expectToast(adminPage, 'Short link made')
  await expect(dialog).toBeHidden()

  const row = adminPage.getByRole('list', { name: 'Short links' }).getByRole('listitem')
  await expect(row).toContainText('/go/fair-26 leads to /volunteer')
  await expectAccessible(adminPage)

  await page.goto('/go/fair-26')
  await expect(page).toHaveURL(/\/volunteer(\?s=fair-26)?$/)
  // A browser without a screen counts as a program.
  await page.request.get('/go/fair-26', { headers: { 'user-agent': phone }, maxRedirects: 0 })
  const download = adminPage.waitForEvent('download')
  await row.getByRole('link', { name: 'QR SVG of Posters at the county fair' }).click()
  expect(await contentOf(await download)).toMatch(/^<svg/)

  await row.getByRole('button', { name: 'Edit Posters at the county fair' }).click()
  const edit = adminPage.getByRole('dialog', { name: 'Edit short link' })
  await edit.getByLabel('Page').fill('/events')
  await edit.getByRole('button', { name: 'Save Short Link' }).click()
  await expectToast(adminPage, 'Short link changed')
  await expect(row).toContainText('Followed once, in the last 30 days 1')
  await page.goto('/go/FAIR-26')
  await expect(page).toHaveURL(/\/events(\?s=fair-26)?$/)

  await row.getByRole('button', { name: 'Retire Posters at the county fair' }).click()
  await expect(row).toContainText('leads to the home page')
  await adminPage.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('leads to /events')
})
