import type { APIRequestContext } from '@playwright/test'
import { answer, hold, requestsFor } from './network.ts'
import { uniqueEmail } from './people.ts'
import { expectErrorToast, expectFieldError, expectFormError, expectToast, fill, form, tabTo } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const submission = { method: 'POST', path: '/api/email-signup' } as const
const signupCount = { method: 'GET', path: '/api/email-signup-count' } as const
const volunteerCount = { method: 'GET', path: '/api/volunteer-count' } as const

test.describe('the home page form', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/')
    await page.getByRole('form', { name: 'Mailing list' }).scrollIntoViewIfNeeded()
  })

  test('adds an address to the list and counts it once, even if sent again', main, async ({ page, request }) => {
    const before = await countOf(request)
    const signUp = form(page, 'Mailing list')
    const email = uniqueEmail()
    for (const typed of [email, email.toUpperCase()]) {
      await fill(signUp, { 'Email address': typed })
      await signUp.getByRole('button', { name: 'Sign Up' }).click()
      await expectToast(page, 'Success!', "You've been added to our mailing list.")
      await expect(signUp.getByLabel('Email address')).toHaveValue('')
      expect(await countOf(request)).toBe(before + 1)
    }
  })

  test('asks for name and ZIP code behind one line, by keyboard alone, and loses nothing', main, async ({ page }) => {
    const sent = requestsFor(page, submission)
    const signUp = form(page, 'Mailing list')
    const email = signUp.getByLabel('Email address')
    await expect(signUp.getByLabel('ZIP code')).toBeHidden()
    await email.focus()
    await page.keyboard.type('ruth@example.org')
    await tabTo(page, signUp.getByText('Add your name and ZIP code'))
    await page.keyboard.press('Enter')
    for (const text of ['<b>Ruth</b>', 'Gray', 'K1A 0B6']) {
      await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    const zipCode = signUp.getByLabel('ZIP code')
    await expectFieldError(zipCode, 'Use the five digits of your ZIP code, such as 47901.')
    await expect(zipCode).toBeFocused()
    await expect(zipCode).toHaveValue('K1A 0B6')
    await expect(email).toHaveValue('ruth@example.org')
    await answer(page, submission, { id: 1 }, 201)
    await zipCode.fill('47901')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Success!', "You've been added to our mailing list.")
    expect(sent.at(-1)?.postDataJSON()).toEqual({
      email: 'ruth@example.org',
      wording: expect.stringMatching(/^[\da-f]{12}$/),
      firstName: '<b>Ruth</b>',
      lastName: 'Gray',
      zipCode: '47901',
    })
  })

  test('shows that it is sending, and a double click sends once', full, async ({ page }) => {
    const sent = requestsFor(page, submission)
    await answer(page, submission, { id: 1 }, 201)
    const release = await hold(page, submission)
    const signUp = form(page, 'Mailing list')
    await fill(signUp, { 'Email address': 'ruth@example.org' })
    await signUp.getByRole('button', { name: 'Sign Up' }).dblclick()
    await expect(signUp.getByRole('button', { name: 'Signing up...' })).toBeDisabled()
    release()
    await expectToast(page, 'Success!', "You've been added to our mailing list.")
    expect(sent).toHaveLength(1)
  })

  test('requires an address', full, async ({ page }) => {
    const signUp = form(page, 'Mailing list')
    await fill(signUp, { 'Email address': '   ' })
    await signUp.getByRole('button', { name: 'Sign Up' }).click()
    await expectFormError(page, 'Error', 'Failed to sign up. Please try again.')
    await expectFieldError(signUp.getByLabel('Email address'), 'This field is required.')
  })

  test('rejects an invalid address', full, async ({ page }) => {
    const signUp = form(page, 'Mailing list')
    await fill(signUp, { 'Email address': 'ruth at home' })
    await signUp.getByRole('button', { name: 'Sign Up' }).click()
    await expectFormError(page, 'Error', 'Failed to sign up. Please try again.')
    await expectFieldError(signUp.getByLabel('Email address'), 'Enter a valid email address.')
  })

  test('keeps the address when the server fails', full, async ({ page }) => {
    await answer(page, submission, { message: 'Out of order for a moment.' }, 503)
    const signUp = form(page, 'Mailing list')
    await fill(signUp, { 'Email address': 'ruth@example.org' })
    await signUp.getByRole('button', { name: 'Sign Up' }).click()
    await expectErrorToast(page, 'Error', 'Failed to sign up. Please try again.')
    await expect(signUp.getByLabel('Email address')).toHaveValue('ruth@example.org')
  })

  test('keeps the address when offline', full, async ({ page, context }) => {
    const signUp = form(page, 'Mailing list')
    await fill(signUp, { 'Email address': 'ruth@example.org' })
    await context.setOffline(true)
    await signUp.getByRole('button', { name: 'Sign Up' }).click()
    await expectErrorToast(page, 'Error', 'Failed to sign up. Please try again.')
    await expect(signUp.getByLabel('Email address')).toHaveValue('ruth@example.org')
  })
})

test.describe('the supporter tracker', () => {
  test('is hidden below 20 supporters', full, async ({ page }) => {
    await answer(page, signupCount, { count: 15 })
    await answer(page, volunteerCount, { count: 4 })
    const answered = page.waitForResponse('**/api/email-signup-count')
    await page.goto('/')
    await answered
    await expect(page.getByRole('region', { name: 'Supporters' })).toHaveCount(0)
  })

  test('shows both counts and progress to the next goal from 20 supporters on', full, async ({ page }) => {
    await answer(page, signupCount, { count: 15 })
    await answer(page, volunteerCount, { count: 5 })
    await page.goto('/')
    const tracker = page.getByRole('region', { name: 'Supporters' })
    await expect(tracker).toContainText(/15\s*patriots signed up/)
    await expect(tracker).toContainText(/5\s*volunteers/)
    await expect(tracker).toContainText('Next goal: 20')
    await expect(tracker.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75')
  })

  test('one volunteer is not many', full, async ({ page }) => {
    await answer(page, signupCount, { count: 19 })
    await answer(page, volunteerCount, { count: 1 })
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Supporters' }).getByText(/^1\s*volunteer$/)).toBeVisible()
  })

  test('never exceeds 100%', full, async ({ page }) => {
    await answer(page, signupCount, { count: 1234 })
    await page.goto('/')
    const tracker = page.getByRole('region', { name: 'Supporters' })
    await expect(tracker).toContainText('1,234')
    await expect(tracker).toContainText('Next goal: 2,500')
    await expect(tracker.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '49')
    await answer(page, signupCount, { count: 123_456 })
    await page.reload()
    await expect(tracker).toContainText('Next goal: 10,000')
    await expect(tracker.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
  })

  test('refreshes every 30 seconds', full, async ({ page }) => {
    await page.clock.install()
    await answer(page, signupCount, { count: 20 })
    await page.goto('/')
    const tracker = page.getByRole('region', { name: 'Supporters' })
    await expect(tracker).toContainText(/20\s*patriots signed up/)
    await answer(page, signupCount, { count: 21 })
    await page.clock.fastForward(30_000)
    await expect(tracker).toContainText(/21\s*patriots signed up/)
  })

  test('refreshes at once after a signup', full, async ({ page }) => {
    await answer(page, signupCount, { count: 19 })
    await answer(page, submission, { id: 1 }, 201)
    await page.goto('/')
    await page.getByRole('form', { name: 'Mailing list' }).scrollIntoViewIfNeeded()
    const signUp = form(page, 'Mailing list')
    await fill(signUp, { 'Email address': 'ruth@example.org' })
    await answer(page, signupCount, { count: 20 })
    await signUp.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('region', { name: 'Supporters' })).toContainText(/20\s*patriots signed up/)
  })
})

/** Only this file really signs up, so no other test changes the count. */
async function countOf(request: APIRequestContext): Promise<number> {
  const { count }: { count: number } = await (await request.get('/api/email-signup-count')).json()
  return count
}
