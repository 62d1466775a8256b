import type { Page } from '@playwright/test'
import { authenticator } from '../support/browser/authenticator.ts'
import { linkFor } from './mail.ts'
import { newPerson, type Person, register, sameOrigin } from './people.ts'
import { expectErrorToast, expectFieldError, expectFormError, expectToast, fill, form } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'
import { turnOnTwoStep } from './two-step.ts'

const wrong = 'This code does not work. Enter the newest one; each code works once.'

/** A signed-in person with a confirmed email address. */
async function confirmedPerson(page: Page): Promise<Person> {
  const person = newPerson()
  await register(page.request, person)
  await page.request.post('/api/auth/magic-link/send', { headers: sameOrigin(), data: { email: person.email } })
  const token = new URL(await linkFor(page.request, person.email)).searchParams.get('token')
  await page.request.post('/api/auth/magic-link/verify', { headers: sameOrigin(), data: { token } })
  return person
}

/** The same, with two-step sign-in turned on. */
async function personWithTwoStep(page: Page) {
  const person = await confirmedPerson(page)
  return { person, ...(await turnOnTwoStep(page.request)) }
}

async function firstStep(page: Page, { email, password }: Person, path = '/login') {
  await page.context().clearCookies()
  await page.goto(path)
  await fill(form(page, 'Sign in'), { Email: email, Password: password })
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/\/login\/code/)
  return form(page, 'Sign-in code')
}

const panel = (page: Page) => page.getByRole('region', { name: 'Two-Step Sign-In' })

test(
  'two-step sign-in, turned on under Security, asks for a code at the next sign-in',
  main,
  async ({ page, request }) => {
    const person = newPerson()
    await register(page.request, person)
    await page.goto('/settings?tab=security')
    await panel(page).getByRole('button', { name: 'Verify Email by Magic Link' }).click()
    await expectToast(page, 'Magic link sent', 'Please check your email for the login link.')
    await page.goto(await linkFor(request, person.email))
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/settings?tab=security')

    await panel(page).getByRole('button', { name: 'Set Up Two-Step Sign-In' }).click()
    await expect(panel(page).getByRole('img', { name: /QR code/ })).toBeVisible()
    const phone = authenticator(((await panel(page).locator('.secret').textContent()) ?? '').replaceAll(' ', ''))
    const codeForm = form(page, 'First code')
    await fill(codeForm, { 'Code from the app': '000000' })
    await codeForm.getByRole('button', { name: 'Turn On' }).click()
    await expectFormError(page, 'Nothing was changed', 'Please check your input and try again.')
    await expectFieldError(codeForm.getByLabel('Code from the app'), wrong)
    await expectAccessible(page)
    await fill(codeForm, { 'Code from the app': phone.next() })
    await codeForm.getByRole('button', { name: 'Turn On' }).click()
    await expectToast(
      page,
      'Two-step sign-in is on',
      'You were signed out everywhere else. Keep your recovery codes safe.',
    )
    const codes = page.getByRole('list', { name: 'Recovery codes' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await panel(page).getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await panel(page).getByRole('button', { name: 'I Saved Them' }).click()
    await expect(panel(page)).toContainText('You have 10 recovery codes left.')
    await expect(codes).toHaveCount(0)

    const code = await firstStep(page, person, '/login?next=/volunteer')
    await expect(code.getByLabel('Code')).toBeFocused()
    await code.getByLabel('Code').fill('000000')
    await page.keyboard.press('Enter')
    await expectFormError(page, 'Login failed', 'Please check your credentials and try again.')
    await expectAccessible(page)
    await code.getByLabel('Code').fill(phone.next())
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/volunteer')
    await expectToast(page, 'Login successful', `Welcome back, ${person.firstName}!`)

    await page.goto('/settings?tab=security')
    await page.getByRole('button', { name: 'View Login History' }).click()
    await page.getByText('Login history for the last 90 days').click()
    const history = page.getByRole('list', { name: 'Login history' })
    await expect(history.getByRole('listitem').first()).toContainText('Password and code')
    await expect(history.getByText('Wrong code')).toHaveCount(1)
  },
)

test('without the phone, a recovery code signs in, after a magic link too', full, async ({ page, request }) => {
  const { person, recoveryCodes } = await personWithTwoStep(page)
  await page.context().clearCookies()
  await page.goto('/login?tab=magic-link&next=/prayers')
  await fill(form(page, 'Magic link'), { Email: person.email })
  await page.getByRole('button', { name: 'Send Magic Link' }).click()
  await expectToast(page, 'Magic link sent', 'Please check your email for the login link.')
  await page.goto(await linkFor(request, person.email))
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/login/code?next=%2Fprayers')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expectAccessible(page)
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/prayers')
  const welcome = `Welcome back, ${person.firstName}! You have 9 recovery codes left.`
  await expectToast(page, 'Login successful', welcome)
})

test('an expired sign-in must start over', full, async ({ page }) => {
  const { person, phone } = await personWithTwoStep(page)
  const code = await firstStep(page, person, '/login?next=/volunteer')
  await expect(code).toBeVisible()
  await page.context().clearCookies()
  await code.getByLabel('Code').fill(phone.next())
  await page.keyboard.press('Enter')
  await expectErrorToast(page, 'Login failed', 'This sign-in has expired. Please sign in again.')
  await page.getByRole('link', { name: 'Start over' }).click()
  await expect(page).toHaveURL('/login?next=%2Fvolunteer')
})

test('new recovery codes and turning it off need a fresh code', full, async ({ page }) => {
  const { person, phone, recoveryCodes } = await personWithTwoStep(page)
  await page.goto('/settings?tab=security')
  await panel(page).getByRole('button', { name: 'New Recovery Codes' }).click()
  const renew = form(page, 'New recovery codes')
  await fill(renew, { 'Code from the app': '000000' })
  await renew.getByRole('button', { name: 'Get New Codes' }).click()
  await expectFormError(page, 'Nothing was changed', 'Please check your input and try again.')
  await expectAccessible(page)
  await fill(renew, { 'Code from the app': phone.next() })
  await renew.getByRole('button', { name: 'Get New Codes' }).click()
  await expectToast(page, 'New recovery codes', 'The old ones no longer work.')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const renewed = await codes.allInnerTexts()
  expect(renewed).not.toContain(recoveryCodes[0])
  await panel(page).getByRole('button', { name: 'I Saved Them' }).click()

  await panel(page).getByRole('button', { name: 'Turn Off', exact: true }).click()
  const off = form(page, 'Turn off two-step sign-in')
  await fill(off, { 'Code from the app': renewed[0] ?? '' })
  await off.getByRole('button', { name: 'Turn Off Two-Step Sign-In' }).click()
  await expectToast(page, 'Two-step sign-in is off', 'You no longer need a code to sign in.')
  await page.context().clearCookies()
  await page.goto('/login')
  await fill(form(page, 'Sign in'), { Email: person.email, Password: person.password })
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('administrators see two-step sign-in first', full, async ({ adminPage: page }) => {
  await page.goto('/settings?tab=security')
  await expect(panel(page)).toContainText('Recommended for administrators')
  await expect(page.getByRole('tabpanel').getByRole('heading').first()).toHaveText('Two-Step Sign-In')
})
