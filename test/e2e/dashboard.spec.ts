import { newPerson, register } from './people.ts'
import { expectToast } from './screen.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a supporter is welcomed by name, and is no admin', async ({ page }) => {
  const person = newPerson()
  await register(page.request, person)
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: `Welcome, ${person.firstName}!` })).toBeVisible()
  await expect(main.getByText(person.email)).toBeVisible()
  await expect(main.getByText('Freedom Supporter')).toBeVisible()
  await expect(main.getByText('Verified')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  await expectAccessible(page)
})

test('an admin finds the badge and the way to the console', async ({ adminPage }) => {
  await adminPage.goto('/dashboard')
  const main = adminPage.getByRole('main')
  await expect(main.getByText('Admin', { exact: true })).toBeVisible()
  await main.getByRole('link', { name: 'Admin Panel' }).click()
  await expect(adminPage.getByRole('heading', { name: 'Admin Panel' })).toBeVisible()
})

test('signing out leads home and ends the session', async ({ page }) => {
  await register(page.request, newPerson())
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Logged out successfully', 'You have been signed out of your account.')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login?next=/dashboard')
})
