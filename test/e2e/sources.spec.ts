import { find, openConsole, openRow, rowOf } from './console.ts'
import { uniqueEmail } from './people.ts'
import { expectToast, fill, form } from './screen.ts'
import { expect, expectAccessible, main, test } from './test.ts'

test(
  'where a visit began stays with an anonymous visitor, and an admin reads it beside the source of the act',
  main,
  async ({ page, adminPage }) => {
    const email = uniqueEmail()

    await test.step('a visitor lands by a link of a newsletter and reads on', async () => {
      await page.goto('/issues?utm_source=news&utm_campaign=may&s=k7f2', { referer: 'https://search.example/' })
      for (const path of ['/about', '/news', '/']) {
        await page.evaluate((next) => location.assign(next), path)
        await page.waitForURL(path)
      }
      const cookie = (await page.context().cookies()).find(({ name }) => name === 'first-source')
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    })

    await test.step('and signs up on a page whose address says nothing', async () => {
      const signUp = form(page, 'Mailing list')
      await signUp.scrollIntoViewIfNeeded()
      await fill(signUp, { 'Email address': email })
      await signUp.getByRole('button', { name: 'Sign Up' }).click()
      await expectToast(page, 'Success!', "You've been added to our mailing list.")
    })

    await test.step('the row has both sources', async () => {
      await find(adminPage, 'emails', email)
      const details = await openRow(rowOf(adminPage, email))
      await expect(details).toContainText('Utm source: news, Utm campaign: may, Code: k7f2, Referrer: search.example')
      await expect(details).toContainText('Landing page: /issues')
      await expect(details).toContainText(/This act\s*None/)
      await expectAccessible(adminPage)
    })

    await test.step('the list shows only those of this newsletter, and says how many they are', async () => {
      await openConsole(adminPage, 'emails')
      const choice = adminPage.getByRole('combobox', { name: 'Source', exact: true })
      await expect(choice.getByRole('option', { name: 'news / may (1)', exact: true })).toBeAttached()
      await choice.selectOption('news / may')
      await expect(rowOf(adminPage, email)).toBeVisible()
      await expect(adminPage.getByText('Showing 1 of 1 email signups')).toBeVisible()
      await expect(adminPage.getByRole('link', { name: 'Export CSV' })).toHaveAttribute('href', /source/)
      await adminPage.reload()
      await expect(choice).toHaveValue('news / may')
      await expectAccessible(adminPage)
    })

    await test.step('and so has the history', async () => {
      await adminPage.getByRole('button', { name: `History of the email signup ${email}` }).click()
      const state = adminPage.getByRole('dialog').getByRole('region', { name: /^As it was on/ })
      await expect(state).toContainText('Utm source: news')
      await expect(state).toContainText(/Act source\s*None/)
    })
  },
)
