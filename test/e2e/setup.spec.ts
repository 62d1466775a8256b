import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { type DataFolder, temporaryDataFolder } from '../support/app/data-folder.ts'
import { expectErrorToast, expectFieldError, expectFormError, expectToast, fill, form } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

/** A separate, fresh product without an admin, since setup can only happen once. */
let folder: DataFolder
let fresh: RunningApp

test.beforeAll(async () => {
  folder = temporaryDataFolder()
  fresh = await createTestApp({ http: 'socket', folder })
})
test.afterAll(async () => {
  await fresh?.stop()
  await folder.remove()
})

const answers = {
  'First name': 'Grace',
  'Last name': 'Admin',
  Email: 'grace@example.org',
  Password: 'eleven calm lakes at dawn',
}

test('without the one-time link, the page says where to find it', main, async ({ page }) => {
  await page.goto(`${fresh.url}/setup`)
  await expect(page.getByRole('alert').filter({ hasText: 'one-time link' })).toContainText(
    'This page only works with a one-time link: the one in your invitation, or the one that the server prints in its terminal the first time it starts.',
  )
  await expectAccessible(page)
})

test('a link that was not printed is rejected', full, async ({ page }) => {
  await page.goto(`${fresh.url}/setup?token=not-the-printed-one`)
  const setupForm = form(page, 'Create your admin account')
  await fill(setupForm, answers)
  await setupForm.getByRole('button', { name: 'Create Admin Account' }).click()
  await expectErrorToast(page, 'Setup failed', (await setupForm.getByRole('alert').textContent()) ?? '')
  await expect(setupForm.getByLabel('Email')).toHaveValue(answers.Email)
})

test('a fresh product says that it has no prayers and no mail', main, async ({ page }) => {
  await page.goto(`${fresh.url}/prayers`)
  await expect(page.getByText('No prayers have been shared yet.')).toBeVisible()
  await page.goto(`${fresh.url}/dev/mail`)
  await expect(page.getByText('No mail yet.')).toBeVisible()
})

test('the printed link creates the first admin, once', main, async ({ page }) => {
  const link = fresh.firstAdminLink ?? ''
  await page.goto(link)
  const setupForm = form(page, 'Create your admin account')
  // The token is gone from the URL, so no bookmark or onlooker can keep it.
  await expect(page).toHaveURL(`${fresh.url}/setup`)
  await expectAccessible(page)

  await setupForm.getByRole('button', { name: 'Create Admin Account' }).click()
  await expectFormError(page, 'Setup failed', 'Please check your information and try again.')
  for (const label of Object.keys(answers))
    await expectFieldError(setupForm.getByLabel(label), 'This field is required.')

  await fill(setupForm, { ...answers, Password: 'too short yet' })
  await setupForm.getByRole('button', { name: 'Create Admin Account' }).click()
  await expectFieldError(setupForm.getByLabel('Password'), 'Use at least 15 characters.')

  await fill(setupForm, answers)
  await setupForm.getByRole('button', { name: 'Create Admin Account' }).click()
  await expect(page).toHaveURL(`${fresh.url}/admin`)
  await expectToast(page, 'Account created successfully', 'Welcome to the team, Grace!')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('tab', { name: 'Endorsements' }).click()
  await expect(page.getByText('No endorsements found.')).toBeVisible()
  await page.getByRole('tab', { name: 'Actions' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Grant admin' })).toBeVisible()

  await page.context().clearCookies()
  await page.goto('about:blank')
  await page.goto(link)
  await fill(setupForm, { ...answers, Email: 'second@example.org' })
  await setupForm.getByRole('button', { name: 'Create Admin Account' }).click()
  await expectErrorToast(page, 'Setup failed', (await setupForm.getByRole('alert').textContent()) ?? '')
  await expect(page).not.toHaveURL(`${fresh.url}/admin`)
})
