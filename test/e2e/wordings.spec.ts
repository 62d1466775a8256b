import { formNotes } from '../../contract/form-notes.ts'
import { find, openRow, rowOf } from './console.ts'
import { uniqueEmail } from './people.ts'
import { expectToast, fill, form } from './screen.ts'
import { expect, expectAccessible, full, test } from './test.ts'

const { text, hash } = formNotes['email-signups']

test('a visitor reads a sentence, and an admin later reads what it said', full, async ({ page, adminPage }) => {
  const email = uniqueEmail()

  await test.step('the form shows it and names it', async () => {
    await page.goto('/')
    const signUp = form(page, 'Mailing list')
    await expect(page.getByText(text)).toBeVisible()
    await expect(signUp.locator('[name=wording]')).toHaveValue(hash)
    await fill(signUp, { 'Email address': email })
    await signUp.getByRole('button', { name: 'Sign Up' }).click()
    await expectToast(page, 'Success!', "You've been added to our mailing list.")
    await expect(signUp.locator('[name=wording]')).toHaveValue(hash)
  })

  await test.step('the row and its history have it, with the privacy notice of that day', async () => {
    await find(adminPage, 'emails', email)
    const details = await openRow(rowOf(adminPage, email))
    const agreed = new RegExp(
      `What they agreed to\\s*“${text}”\\s*\\w+ \\d+, \\d{4}\\. Privacy notice of \\w+ \\d+, \\d{4}\\.`,
    )
    await expect(details).toContainText(agreed)
    await expectAccessible(adminPage)
    await adminPage.getByRole('button', { name: `History of the email signup ${email}` }).click()
    await expect(adminPage.getByRole('dialog').getByRole('region', { name: /^As it was on/ })).toContainText(agreed)
    await adminPage.keyboard.press('Escape')
  })

  await test.step('and every wording is listed with its days, by keyboard', async () => {
    await adminPage.getByRole('button', { name: 'What people agreed to' }).press('Enter')
    const dialog = adminPage.getByRole('dialog', { name: 'What people agreed to' })
    const versions = dialog.getByRole('list', { name: 'Versions, newest first' }).getByRole('listitem')
    await expect(versions.filter({ hasText: /^Mailing list/ })).toContainText(text)
    const privacy = versions.filter({ hasText: /^Privacy page/ })
    await expect(privacy).toContainText(/\w+ \d+, \d{4} to today/)
    await privacy.getByText('Read all of it').press('Enter')
    await expect(privacy).toContainText('When we erase your data, we destroy your key')
    await expectAccessible(adminPage)
    await adminPage.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})
