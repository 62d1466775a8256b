import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { answer } from './network.ts'
import { newPerson, type Person, register } from './people.ts'
import { expectErrorToast, expectFormError, expectToast, fill, form, tabTo } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

async function openSettings(page: Page, tab = ''): Promise<Person> {
  const person = newPerson()
  await register(page.request, person)
  await page.goto(`/settings${tab && `?tab=${tab}`}`)
  await expect(page.getByRole('tablist')).toBeVisible()
  return person
}
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const labels = ['Campaign news', 'Volunteer opportunities', 'Event invitations', 'Email updates', 'Security alerts']

test('the URL names the open tab, and the Back button returns to the previous one', full, async ({ page }) => {
  await openSettings(page)
  await expect(tab(page, 'Profile')).toHaveAttribute('aria-selected', 'true')
  await tab(page, 'Notifications').click()
  await expect(page).toHaveURL('/settings?tab=notifications')
  await tab(page, 'Security').click()
  await expect(page).toHaveURL('/settings?tab=security')
  await page.goBack()
  await expect(tab(page, 'Notifications')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(tab(page, 'Profile')).toHaveAttribute('aria-selected', 'true')
  await page.goto('/settings?tab=security')
  await expect(tab(page, 'Security')).toHaveAttribute('aria-selected', 'true')
  await page.goto('/settings?tab=weather')
  await expect(tab(page, 'Profile')).toHaveAttribute('aria-selected', 'true')
})

test('a signed-out visitor is sent to log in, then back to the same tab', main, async ({ page }) => {
  await page.goto('/settings?tab=security')
  await expect(page).toHaveURL('/login?next=/settings%3Ftab%3Dsecurity')
})

test.describe('the profile tab', () => {
  test('keeps the input while people look at another tab', main, async ({ page }) => {
    await openSettings(page)
    await fill(form(page, 'Profile'), { City: 'Muncie' })
    await tab(page, 'Security').click()
    await expect(form(page, 'Profile')).toBeHidden()
    await tab(page, 'Profile').click()
    await expect(form(page, 'Profile').getByLabel('City')).toHaveValue('Muncie')
  })

  test('saves, and shows the same message for any failure', full, async ({ page }) => {
    const person = await openSettings(page)
    const profile = form(page, 'Profile')
    await expect(profile.getByLabel('Email')).toHaveValue(person.email)
    await expect(page.getByRole('button', { name: 'Change Photo' })).toBeVisible()
    await fill(profile, { City: 'Muncie' })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectToast(page, 'Profile updated', 'Your profile information has been saved successfully.')
    await fill(profile, { ZIP: 'much too long for one' })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectFormError(page, 'Update failed', 'Failed to update your profile. Please try again.')
    await expectAccessible(page)
  })
})

test.describe('the notifications tab', () => {
  test('has five switches, all on, and really saves them', main, async ({ page }) => {
    await openSettings(page, 'notifications')
    for (const label of labels) await expect(page.getByRole('switch', { name: label })).toBeChecked()
    await expect(page.getByRole('switch')).toHaveCount(5)
    await page.getByText('Campaign news', { exact: true }).click()
    await page.getByRole('switch', { name: 'Event invitations' }).click()
    await page.getByRole('button', { name: 'Save Preferences' }).click()
    await expectToast(page, 'Preferences saved', 'Your notification preferences have been saved.')
    await page.reload()
    await expect(page.getByRole('switch', { name: 'Campaign news' })).not.toBeChecked()
    await expect(page.getByRole('switch', { name: 'Event invitations' })).not.toBeChecked()
    await expect(page.getByRole('switch', { name: 'Security alerts' })).toBeChecked()
    await expectAccessible(page)
  })

  test('works by keyboard, and shows an error when saving fails', full, async ({ page }) => {
    await openSettings(page, 'notifications')
    const updates = page.getByRole('switch', { name: 'Email updates' })
    await tabTo(page, updates)
    await page.keyboard.press('Space')
    await expect(updates).not.toBeChecked()
    await answer(page, { method: 'PUT', path: '/api/preferences' }, null, 500)
    await tabTo(page, page.getByRole('button', { name: 'Save Preferences' }))
    await page.keyboard.press('Enter')
    await expectErrorToast(page, 'Update failed', 'Failed to save your preferences. Please try again.')
    await expect(updates).not.toBeChecked()
  })
})

test.describe('the security tab', () => {
  test('describes its options and is accessible with everything open', main, async ({ page }) => {
    await openSettings(page, 'security')
    for (const name of ['Magic Link Authentication', 'Account Activity', 'Privacy Controls', 'Delete Account'])
      await expect(page.getByRole('heading', { name })).toBeVisible()
    await page.getByRole('button', { name: 'View Login History' }).click()
    await expect(page.getByRole('region', { name: 'Your Sessions' })).toContainText('This session')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Hide Login History' }).click()
    await expect(page.getByRole('region', { name: 'Your Sessions' })).toHaveCount(0)
  })

  test('downloads all of the user’s data as a file', full, async ({ page }) => {
    const person = await openSettings(page, 'security')
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download My Data' }).click()
    const download = await started
    expect(download.suggestedFilename()).toBe('my-data.json')
    const held: { user: { email: string } } = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(held.user.email).toBe(person.email)
    await expectToast(page, 'Download started', 'The file contains everything we have about you.')
  })

  test('shows an error when the download fails', full, async ({ page }) => {
    await openSettings(page, 'security')
    await answer(page, { method: 'GET', path: '/api/profile/export' }, { message: 'Not now.' }, 503)
    await page.getByRole('button', { name: 'Download My Data' }).click()
    await expectErrorToast(page, 'Download failed', 'Not now.')
  })

  test('shows the privacy settings, with a link to the notifications', full, async ({ page }) => {
    await openSettings(page, 'security')
    await page.getByRole('button', { name: 'Privacy Settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Privacy Settings' })
    await expect(dialog.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy')
    await expect(dialog).toContainText('for a year, which pages you opened and which forms you sent while signed in')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Notification preferences' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/settings?tab=notifications')
  })

  test(
    'schedules account deletion in 24 hours after typing the full address, and can cancel it',
    main,
    async ({ page }) => {
      const person = await openSettings(page, 'security')
      await page.getByRole('button', { name: 'Delete Account' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
      const confirm = dialog.getByRole('button', { name: 'Delete in 24 hours' })
      await dialog.getByRole('textbox').fill('somebody@example.org')
      await expect(confirm).toBeDisabled()
      await dialog.getByRole('textbox').fill(person.email.toUpperCase())
      await expectAccessible(page)
      await confirm.click()
      await expect(page.locator('.toast .title')).toHaveText(/^Account deletion scheduled for \w{3} \d/)
      const notice = page.getByRole('region', { name: 'Account deletion', exact: true })
      await expect(notice).toContainText('Your account will be deleted on')
      await expect(page.getByRole('button', { name: 'Delete Account' })).toBeDisabled()
      await expectAccessible(page)

      await page.goto('/dashboard')
      await notice.getByRole('button', { name: 'Keep my account' }).click()
      await expectToast(page, 'Account kept', 'Your account will not be deleted.')
      await expect(notice).toHaveCount(0)
      await expect(page.getByRole('main')).toBeFocused()
      await page.goto('/settings?tab=security')
      await expect(page.getByRole('button', { name: 'Delete Account' })).toBeEnabled()
    },
  )

  test('tells an administrator why their account cannot be deleted', main, async ({ adminPage }) => {
    await adminPage.goto('/settings?tab=security')
    await adminPage.getByRole('button', { name: 'Delete Account' }).click()
    const dialog = adminPage.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('admin@example.org')
    await dialog.getByRole('button', { name: 'Delete in 24 hours' }).click()
    await expectErrorToast(
      adminPage,
      'Account deletion failed',
      'Administrator accounts cannot be deleted. Ask another administrator to remove your admin rights first.',
    )
  })
})
