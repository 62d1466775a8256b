import type { Page } from '@playwright/test'
import { codeFor, linkFor } from './mail.ts'
import { answer, hold } from './network.ts'
import { newPerson, register, sameOrigin, uniqueEmail } from './people.ts'
import { expectErrorToast, expectFieldError, expectFormError, expectToast, fill, form, tabTo } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const send = { method: 'POST', path: '/api/auth/magic-link/send' } as const

async function openMagicLink(page: Page, query = '') {
  await page.goto(`/login${query}`)
  await expect(form(page, 'Sign in')).toBeVisible()
  await page.getByRole('tab', { name: 'Magic Link' }).click()
  return form(page, 'Magic link')
}

test(
  'an emailed link signs in a new user and returns to the page that asked for it',
  main,
  async ({ page, request }) => {
    const email = uniqueEmail()
    const magicLinkForm = await openMagicLink(page, '?next=/volunteer')
    await fill(magicLinkForm, { Email: email })
    await magicLinkForm.getByRole('button', { name: 'Send Magic Link' }).click()
    await expectToast(page, 'Magic link sent', 'Please check your email for the login link.')
    await expect(magicLinkForm.getByRole('status')).toContainText('Please check your email for the login link.')
    await expect(magicLinkForm.getByLabel('Email')).toHaveValue('')
    await expectAccessible(page)

    const link = await linkFor(request, email)
    await page.goto(link)
    // The token is gone from the URL, so no bookmark or onlooker can keep it.
    await expect(page).toHaveURL('/login/verify?next=%2Fvolunteer')
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/volunteer')
    await expectToast(page, 'Login successful', `Welcome back, ${email}!`)

    // Opened once more by the person who is now signed in.
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/volunteer')
    const already = `That link was used before or has expired, but you are signed in as ${email}.`
    await expectToast(page, 'Already signed in', already)

    await page.context().clearCookies()
    await page.goto(link)
    await page.getByRole('button', { name: 'Sign In' }).click()
    const sentence = 'This link has expired or was used before. Please ask for a new one.'
    await expectErrorToast(page, 'Login failed', sentence)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(sentence)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Get a new link' }).click()
    await expect(form(page, 'Magic link')).toBeVisible()
  },
)

test(
  'the code in the mail signs in on the page that asked for it, by keyboard alone',
  main,
  async ({ page, request }) => {
    const email = uniqueEmail()
    const magicLinkForm = await openMagicLink(page, '?next=/volunteer')
    await expect(form(page, 'Code from the email')).toBeHidden()
    await fill(magicLinkForm, { Email: email })
    await page.keyboard.press('Enter')
    const codeForm = form(page, 'Code from the email')
    await expect(codeForm).toBeVisible()
    await expectAccessible(page)

    await tabTo(page, codeForm.getByLabel('Code'))
    await page.keyboard.press('Enter')
    await expectFieldError(codeForm.getByLabel('Code'), 'This field is required.')
    await page.keyboard.type('12 34 5')
    await page.keyboard.press('Enter')
    await expectFieldError(codeForm.getByLabel('Code'), 'Enter the six digits from the email.')
    const code = await codeFor(request, email)
    await fill(codeForm, { Code: code.replace(/^./, (digit) => String((Number(digit) + 1) % 10)) })
    await page.keyboard.press('Enter')
    await expectFieldError(
      codeForm.getByLabel('Code'),
      'This code does not work. Enter the one from the newest email, or open the link in it.',
    )
    await expectAccessible(page)
    await fill(codeForm, { Code: code })
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/volunteer')
    await expectToast(page, 'Login successful', `Welcome back, ${email}!`)
  },
)

test('confirming an address that already had a password removes it and says so', full, async ({ page, request }) => {
  const person = newPerson()
  await register(request, person)
  const magicLinkForm = await openMagicLink(page)
  await fill(magicLinkForm, { Email: person.email })
  await magicLinkForm.getByRole('button', { name: 'Send Magic Link' }).click()
  await page.goto(await linkFor(request, person.email))
  await expect(page).toHaveURL('/login/verify')
  await expect(page.getByRole('main')).toContainText('Signing in here removes that password')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expectToast(
    page,
    'Login successful',
    'We removed your old password because it was set before this address was confirmed. Choose a new one under Settings > Security.',
  )
})

test('the browser that registered confirms the address without a word about the password', full, async ({ page }) => {
  const person = newPerson()
  await register(page.request, person)
  await page.request.post('/api/auth/magic-link/send', { headers: sameOrigin(), data: { email: person.email } })
  await page.goto(await linkFor(page.request, person.email))
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('removes')
})

test('a password that is refused leads to the magic link, for a password that was removed', full, async ({ page }) => {
  await page.goto('/login')
  const signIn = form(page, 'Sign in')
  await fill(signIn, { Email: uniqueEmail(), Password: 'a password of before' })
  await signIn.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(
    page.getByText('If you confirmed your address in another browser, your password was removed'),
  ).toBeVisible()
  await expectAccessible(page)
})

test('the forgot-password link leads to the magic link, by keyboard alone', main, async ({ page }) => {
  await page.goto('/login')
  await expect(form(page, 'Sign in')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Forgot your password?' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Magic Link' })).toHaveAttribute('aria-selected', 'true')
  await expect(form(page, 'Magic link')).toBeVisible()
})

test('the email address is required', full, async ({ page }) => {
  const magicLinkForm = await openMagicLink(page)
  await magicLinkForm.getByRole('button', { name: 'Send Magic Link' }).click()
  await expectFormError(page, 'Failed to send magic link', 'Please check your input and try again.')
  await expectFieldError(magicLinkForm.getByLabel('Email'), 'This field is required.')
})

test('the button shows that it is sending; errors also appear in the form', full, async ({ page }) => {
  const message = 'We could not send the email right now. Please try again later.'
  await answer(page, send, { message }, 503)
  const release = await hold(page, send)
  const magicLinkForm = await openMagicLink(page)
  await fill(magicLinkForm, { Email: 'ruth@example.org' })
  await magicLinkForm.getByRole('button', { name: 'Send Magic Link' }).click()
  await expect(magicLinkForm.getByRole('button', { name: 'Sending...' })).toBeDisabled()
  release()
  await expectErrorToast(page, 'Failed to send magic link', message)
  await expect(magicLinkForm.getByRole('alert')).toHaveText(message)
  await expect(magicLinkForm.getByLabel('Email')).toHaveValue('ruth@example.org')
})

test('without a token, the page says what is missing', main, async ({ page }) => {
  await page.goto('/login/verify')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('only works with the link from your email')
})
