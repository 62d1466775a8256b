import type { Page } from '@playwright/test'
import { answer, hold } from './network.ts'
import { newPerson, type Person, register } from './people.ts'
import { expectErrorToast, expectFieldError, expectFormError, expectToast, fill, form } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const registration = { method: 'POST', path: '/api/auth/register' } as const

const fieldsOf = ({ firstName, lastName, email, password }: Person) => ({
  'First name': firstName,
  'Last name': lastName,
  Email: email,
  Password: password,
})

async function openRegister(page: Page) {
  await page.goto('/login')
  await expect(form(page, 'Sign in')).toBeVisible()
  await page.getByRole('tab', { name: 'Register' }).click()
  return form(page, 'Register')
}

test('a new supporter is signed in at once', full, async ({ page }) => {
  const person = newPerson()
  const registerForm = await openRegister(page)
  await fill(registerForm, fieldsOf(person))
  await registerForm.getByRole('button', { name: 'Create Account' }).click()

  await expect(page).toHaveURL('/dashboard')
  await expectToast(page, 'Account created successfully', `Welcome to the team, ${person.firstName}!`)
  await expect(page.getByRole('heading', { name: `Welcome, ${person.firstName}!` })).toBeVisible()
})

test('a taken address shows an error, and its owner gets one email', main, async ({ page, request }) => {
  const owner = newPerson()
  await register(request, owner)
  const registerForm = await openRegister(page)
  await fill(registerForm, fieldsOf({ ...newPerson(), email: owner.email }))
  await registerForm.getByRole('button', { name: 'Create Account' }).click()

  const sentence = 'An account with this email already exists. Try signing in or use a magic link.'
  await expectErrorToast(page, 'Registration failed', sentence)
  await expect(registerForm.getByRole('alert')).toHaveText(sentence)

  const mails = page.getByRole('listitem').filter({ hasText: owner.email }).filter({ hasText: 'You already have' })
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(mails).toHaveCount(1, { timeout: 200 })
  }).toPass()
  await mails.getByRole('link').click()
  await expect(page.getByRole('main')).toContainText(`To ${owner.email}`)
  await expect(page.getByRole('main')).toContainText('Someone just tried to create an account with this email address.')
})

test('the terms and the privacy policy open beside the form', full, async ({ page }) => {
  const registerForm = await openRegister(page)
  await fill(registerForm, { Email: 'ruth@example.org' })
  for (const [name, path] of [
    ['terms', '/terms'],
    ['privacy policy', '/privacy'],
  ] as const) {
    const opened = page.waitForEvent('popup')
    await registerForm.getByRole('link', { name, exact: true }).click()
    await expect(await opened).toHaveURL(path)
  }
  await expect(registerForm.getByLabel('Email')).toHaveValue('ruth@example.org')
})

test('the password is hidden, and password managers and pasting work', full, async ({ page }) => {
  await page.goto('/login')
  for (const [tab, label, purpose] of [
    ['Sign In', 'Sign in', 'current-password'],
    ['Register', 'Register', 'new-password'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    const field = form(page, label).getByLabel('Password')
    await expect(field).toHaveAttribute('type', 'password')
    await expect(field).toHaveAttribute('autocomplete', purpose)
    const isAllowed = await field.evaluate((input) =>
      input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
    )
    expect(isAllowed).toBe(true)
  }
})

test('every field is required', full, async ({ page }) => {
  const registerForm = await openRegister(page)
  await registerForm.getByRole('button', { name: 'Create Account' }).click()
  await expectFormError(page, 'Registration failed', 'Please check your information and try again.')
  for (const label of ['First name', 'Last name', 'Email', 'Password'])
    await expectFieldError(registerForm.getByLabel(label), 'This field is required.')
  await expect(registerForm.getByLabel('First name')).toBeFocused()
  await expectAccessible(page)
})

for (const [password, message] of [
  ['seven77', 'Use at least 8 characters.'],
  ['password123', 'This password is too common. Choose one that is harder to guess.'],
] as const)
  test(`the password ‘${password}’ is rejected beside its field`, full, async ({ page }) => {
    const registerForm = await openRegister(page)
    await fill(registerForm, fieldsOf({ ...newPerson(), password }))
    await registerForm.getByRole('button', { name: 'Create Account' }).click()
    await expectFormError(page, 'Registration failed', 'Please check your information and try again.')
    await expectFieldError(registerForm.getByLabel('Password'), message)
  })

test('while creating the account, the button says so', full, async ({ page }) => {
  await answer(page, registration, {}, 500)
  const release = await hold(page, registration)
  const registerForm = await openRegister(page)
  await fill(registerForm, fieldsOf(newPerson()))
  await registerForm.getByRole('button', { name: 'Create Account' }).click()
  await expect(registerForm.getByRole('button', { name: 'Creating account...' })).toBeDisabled()
  release()
  await expectErrorToast(page, 'Registration failed', 'Please check your information and try again.')
  await expect(registerForm.getByRole('button', { name: 'Create Account' })).toBeEnabled()
})
