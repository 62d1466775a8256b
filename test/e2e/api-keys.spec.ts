import type { Page } from '@playwright/test'
import { openConsole } from './console.ts'
import { expectErrorToast, expectFieldError, expectToast, fill, tabTo } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function openKeys(page: Page) {
  await openConsole(page, 'users')
  await page.getByRole('button', { name: 'API keys' }).press('Enter')
  return dialogOf(page, 'API keys')
}

/** The status that a program gets with a key. */
const statusWith = async (page: Page, secret: string) =>
  (await fetch(new URL('/api/admin/volunteers', page.url()), { headers: { authorization: `Bearer ${secret}` } })).status

test('an admin issues a key for a program, copies it once, and revokes it', main, async ({ adminPage, proveAdmin }) => {
  await proveAdmin()
  await adminPage.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const keys = await openKeys(adminPage)
  await expect(keys).toContainText('No API keys yet.')

  await keys.getByRole('button', { name: 'New Key' }).press('Enter')
  const dialog = dialogOf(adminPage, 'New API key')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await fill(dialog, { Name: 'Phone bank' })
  await dialog.getByLabel('Name').press('Enter')
  const [first] = await dialog.getByRole('checkbox').all()
  await expectFieldError(first ?? dialog, 'Choose at least one right.')
  await expectErrorToast(adminPage, 'Error issuing API key', 'Choose at least one right.')
  await expectAccessible(adminPage)
  await expect(dialog.getByRole('checkbox', { name: /^Grants|^Accounts/ })).toHaveCount(0)
  const volunteers = dialog.getByRole('checkbox', { name: 'Volunteers Read, enter, correct and remove volunteers.' })
  await tabTo(adminPage, volunteers)
  await volunteers.press('Space')
  await dialog.getByRole('button', { name: 'Issue Key' }).press('Enter')

  const shown = dialogOf(adminPage, 'Copy the new API key')
  await expect(shown.getByRole('button', { name: 'Copy' })).toBeFocused()
  await expectAccessible(adminPage)
  await adminPage.keyboard.press('Escape')
  const warning = adminPage.getByRole('alertdialog', { name: 'Close without copying the key?' })
  await warning.getByRole('button', { name: 'Keep it open' }).click()
  await shown.getByRole('button', { name: 'Copy' }).click()
  await expectToast(adminPage, 'API key copied')
  const secret = await adminPage.evaluate(() => navigator.clipboard.readText())
  expect(secret).toMatch(/^campaign_key_[\w-]{43}$/)
  await expect(shown).toContainText(secret)
  await shown.getByRole('button', { name: 'Close' }).click()
  await expect(shown).toBeHidden()
  expect(await adminPage.content()).not.toContain(secret)
  expect(await statusWith(adminPage, secret)).toBe(200)

  const row = keys.getByRole('listitem')
  await expect(row).toContainText(
    /^Phone bank.*Read, enter, correct and remove volunteers\..*Last day: .*Not used yet\./,
  )
  await expectAccessible(adminPage)
  await row.getByRole('button', { name: 'Revoke Phone bank' }).press('Enter')
  const question = adminPage.getByRole('alertdialog', { name: 'Revoke this API key?' })
  await question.getByLabel('Reason').fill('The vendor changed.')
  await expectAccessible(adminPage)
  await question.getByRole('button', { name: 'Revoke key' }).click()
  await expectToast(adminPage, 'API key revoked', 'It doesn’t work any more.')
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(await statusWith(adminPage, secret)).toBe(401)

  await openConsole(adminPage, 'actions')
  await expect(adminPage.getByRole('row').filter({ hasText: 'Revoke API key' })).toContainText('The vendor changed.')
})

test('a key that is closed without being copied stays in the list', full, async ({ adminPage, proveAdmin }) => {
  await proveAdmin()
  const keys = await openKeys(adminPage)
  await keys.getByRole('button', { name: 'New Key' }).click()
  const dialog = dialogOf(adminPage, 'New API key')
  await fill(dialog, { Name: 'Website' })
  await adminPage.keyboard.press('Escape')
  await adminPage.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('checkbox', { name: /^News/ }).check()
  await dialog.getByRole('checkbox', { name: /^Events/ }).check()
  await dialog.getByRole('button', { name: 'Issue Key' }).click()
  await dialogOf(adminPage, 'Copy the new API key').getByRole('button', { name: 'Close' }).click()
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialogOf(adminPage, 'Copy the new API key')).toBeHidden()
  const row = keys.getByRole('listitem').filter({ hasText: 'Website' })
  await row.getByText('2 rights').press('Enter')
  await expect(row).toContainText('Write, publish and delete articles.')
  await keys.getByRole('button', { name: 'New Key' }).click()
  await fill(dialog, { Name: 'Website' })
  await dialog.getByRole('checkbox', { name: /^News/ }).check()
  await dialog.getByRole('button', { name: 'Issue Key' }).click()
  const why = 'There is an API key named “Website”. Choose another name.'
  await expectErrorToast(adminPage, 'Error issuing API key', why)
})
