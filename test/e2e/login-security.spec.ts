import type { Page } from '@playwright/test'
import { linkFor } from './mail.ts'
import { newPerson, register, uniqueEmail } from './people.ts'
import { expectFieldError, expectFormError, expectToast, fill, form } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

async function openSecurity(page: Page) {
  const person = newPerson()
  await register(page.request, person)
  await page.goto('/settings?tab=security')
  await expect(form(page, 'Password')).toBeVisible()
  return person
}

const newPassword = 'another lane by the weir'

test('changing the password takes the current one; the new one then works', main, async ({ page }) => {
  const person = await openSecurity(page)
  const passwordForm = form(page, 'Password')
  await fill(passwordForm, { 'Current password': 'not the right one', 'New password': newPassword })
  await passwordForm.getByRole('button', { name: 'Change Password' }).click()
  await expectFormError(page, 'Password not changed', 'Please check your input and try again.')
  await expectFieldError(passwordForm.getByLabel('Current password'), 'This is not your current password.')
  await expectAccessible(page)

  await fill(passwordForm, { 'Current password': person.password })
  await passwordForm.getByRole('button', { name: 'Change Password' }).click()
  await expectToast(page, 'Password changed', 'You were signed out everywhere else.')
  await page.context().clearCookies()
  await page.goto('/login')
  await fill(form(page, 'Sign in'), { Email: person.email, Password: newPassword })
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a forgotten password can be replaced after a magic link that returns here', main, async ({ page, request }) => {
  const person = await openSecurity(page)
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await expectToast(page, 'Magic link sent', 'Please check your email for the login link.')
  await page.goto(await linkFor(request, person.email))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/settings?tab=security')
  const passwordForm = form(page, 'Password')
  await expect(passwordForm.getByLabel('Current password')).toHaveCount(0)
  await fill(passwordForm, { 'New password': newPassword })
  await passwordForm.getByRole('button', { name: 'Change Password' }).click()
  await expectToast(page, 'Password changed', 'You were signed out everywhere else.')
})

test('a new email address takes effect once its link is opened', main, async ({ page, request }) => {
  const { email: currentEmail } = await openSecurity(page)
  const email = uniqueEmail()
  const emailForm = form(page, 'Email address')
  await fill(emailForm, { 'New email address': email })
  await emailForm.getByRole('button', { name: 'Change Email' }).click()
  await expectToast(page, 'Please confirm', `We sent a link to ${email}.`)
  await expect(page.getByRole('region', { name: 'Email Address' }).locator('.address')).toContainText(currentEmail)

  await page.goto(await linkFor(request, email))
  await expect(page).toHaveURL('/login/email')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page).toHaveURL('/settings?tab=security')
  await expectToast(page, 'Email changed', 'From now on, messages and sign-in links go to your new address.')
  await expect(page.getByRole('region', { name: 'Email Address' })).toContainText(email)
  await expect(page.getByRole('region', { name: 'Email Address' })).toContainText('Verified')
})

test('a signed-out user must sign in before confirming a new address', full, async ({ page, request }) => {
  const person = await openSecurity(page)
  const email = uniqueEmail()
  await fill(form(page, 'Email address'), { 'New email address': email })
  await page.getByRole('button', { name: 'Change Email' }).click()
  const link = await linkFor(request, email)
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page).toHaveURL(/^[^?]*\/login\?next=/)
  await fill(form(page, 'Sign in'), { Email: person.email, Password: person.password })
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expectToast(page, 'Email changed', 'From now on, messages and sign-in links go to your new address.')
})

test('sessions are listed and can be ended, one or all others', full, async ({ page, browser, product }) => {
  const person = await openSecurity(page)
  const signInElsewhere = async () => {
    const context = await browser.newContext({ baseURL: product.url })
    const other = await context.newPage()
    await other.goto('/login')
    await fill(form(other, 'Sign in'), { Email: person.email, Password: person.password })
    await other.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(other).toHaveURL('/dashboard')
    return other
  }
  const others = [await signInElsewhere(), await signInElsewhere(), await signInElsewhere()]
  await page.getByRole('button', { name: 'View Login History' }).click()
  const list = page.getByRole('list', { name: 'Sessions' })
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await expect(list.getByText('This session')).toHaveCount(1)
  await page.getByText('Login history for the last 90 days').click()
  await expect(page.getByRole('list', { name: 'Login history' }).getByRole('listitem')).toHaveCount(4)
  await expectAccessible(page)

  await list
    .getByRole('button', { name: /^Sign out/ })
    .first()
    .click()
  await expectToast(page, 'Session ended', 'That browser is signed out.')
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expectToast(page, 'Signed out everywhere else', 'This is now your only session.')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await page.getByText('Past sessions of the last 90 days').click()
  const past = page.getByRole('list', { name: 'Past sessions' }).getByRole('listitem')
  await expect(past.filter({ hasText: 'signed out from another browser' })).toHaveCount(3)
  await expectAccessible(page)
  for (const other of others) {
    await other.goto('/dashboard')
    await expect(other).toHaveURL('/login?next=/dashboard')
    await other.context().close()
  }
})
