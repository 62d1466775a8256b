import type { Page } from '@playwright/test'
import { anotherAdmin, find, openConsole, rowOf } from './console.ts'
import { linkFor } from './mail.ts'
import { addDevice, asPage, test as atName, newAccount } from './passkey-device.ts'
import { newPerson, type Person, proveAddress, register, sameOrigin, unique } from './people.ts'
import { expectErrorToast, expectFieldError, expectToast, fill, form } from './screen.ts'
import { ageSessions } from './stale-session.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'
import { turnOnTwoStep } from './two-step.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })
const byPassword = (page: Page) => form(page, 'Confirm with your password')

async function confirm(page: Page, password: string) {
  await fill(byPassword(page), { Password: password })
  await page.keyboard.press('Enter')
}

test(
  'making an admin asks for a proof in place, and no input is lost',
  main,
  async ({ page, adminPage, request, product }) => {
    const person = newPerson()
    await register(request, person)
    await proveAddress(request, person)
    const me = await anotherAdmin(page.request, adminPage)
    await find(page, 'users', person.email)
    await page.getByRole('button', { name: /^Edit/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Edit/ })
    const name = unique('Renamed')
    await fill(dialog, { 'First name': name })
    await dialog.getByRole('switch', { name: /admin/i }).click()
    await ageSessions(product, me.email)
    const save = dialog.getByRole('button', { name: 'Save User' })
    await save.click()
    await expect(question(page)).toBeVisible()
    await expect(byPassword(page).getByLabel('Password')).toBeFocused()
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    await expect(question(page)).toHaveCount(0)
    await expectErrorToast(
      page,
      'Error updating user',
      'Confirm that it’s you first: you last confirmed it more than ten minutes ago.',
    )
    await expect(dialog.getByLabel('First name')).toHaveValue(name)
    await expect(save).toBeFocused()

    await save.click()
    await confirm(page, 'not the right one')
    await expectFieldError(byPassword(page).getByLabel('Password'), 'This is not your current password.')
    await confirm(page, me.password)
    await expectToast(page, 'User updated successfully')
    await expect(question(page)).toHaveCount(0)
    await expect(rowOf(page, person.email)).toContainText(name)
    await expect(rowOf(page, person.email)).toContainText('Admin')
  },
)

test(
  'when the dialog cannot be loaded, the call is refused, and says why',
  full,
  async ({ page, adminPage, product }) => {
    const me = await anotherAdmin(page.request, adminPage)
    await page.goto('/settings?tab=security')
    await expect(page.getByRole('button', { name: 'Download My Data' })).toBeVisible()
    await ageSessions(product, me.email)
    await page.route('**/FreshProofDialog*', (route) => route.abort())
    await page.getByRole('button', { name: 'Download My Data' }).click()
    await expect(page.locator('.toast .description')).toHaveText(
      'Confirm that it’s you first: you last confirmed it more than ten minutes ago.',
    )
    await expect(page.getByRole('button', { name: 'Download My Data' })).toBeEnabled()
  },
)

test('an export starts after the proof', full, async ({ page, adminPage, product }) => {
  const me = await anotherAdmin(page.request, adminPage)
  await openConsole(page, 'emails')
  await ageSessions(product, me.email)
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await expect(question(page)).toBeVisible()
  const download = page.waitForEvent('download')
  await confirm(page, me.password)
  await expect(question(page)).toHaveCount(0)
  await download
})

test('with two-step sign-in a code confirms it', full, async ({ page, request, product }) => {
  const person = newPerson()
  await register(page.request, person)
  await page.request.post('/api/auth/magic-link/send', { headers: sameOrigin(), data: { email: person.email } })
  const token = new URL(await linkFor(request, person.email)).searchParams.get('token')
  await page.request.post('/api/auth/magic-link/verify', { headers: sameOrigin(), data: { token } })
  const { phone } = await turnOnTwoStep(page.request)
  await page.goto('/settings?tab=security')
  await ageSessions(product, person.email)
  await page.getByRole('button', { name: 'Download My Data' }).click()
  await expect(byPassword(page)).toHaveCount(0)
  await expectAccessible(page)
  await fill(form(page, 'Confirm with a code'), { 'Code from the app': phone.next() })
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('my-data.json')
})

test('without a password a magic link confirms it', full, async ({ page, request, product }) => {
  const { email } = newPerson()
  const signIn = async () => {
    const token = new URL(await linkFor(request, email)).searchParams.get('token')
    await page.request.post('/api/auth/magic-link/verify', { headers: sameOrigin(), data: { token } })
  }
  await page.request.post('/api/auth/magic-link/send', { headers: sameOrigin(), data: { email } })
  await signIn()
  await page.goto('/settings?tab=security')
  await ageSessions(product, email)
  await page.getByRole('button', { name: 'Download My Data' }).click()
  await expect(question(page)).toContainText('Your account has no password.')
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Send Magic Link' }).click()
  await expect(question(page)).toContainText('Please check your email for the login link.')
  await signIn()
  const download = page.waitForEvent('download')
  await question(page).getByRole('button', { name: 'I Opened the Link' }).click()
  await download
})

atName('a passkey confirms it with one touch', async ({ page, product }) => {
  const device = await addDevice(page)
  const person: Person = await newAccount(page, product.url)
  await page.goto('/settings?tab=security')
  await form(page, 'Add a passkey').getByRole('button', { name: 'Add a Passkey' }).click()
  await expectToast(page, 'Passkey added', 'You can now sign in with “Linux computer”.')
  await ageSessions(product, person.email)
  await page.getByRole('button', { name: 'Remove Linux computer' }).click()
  await page.getByRole('button', { name: 'Remove Passkey' }).click()
  await expect(question(page).getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await expectAccessible(page)
  await device.setVerified(false)
  await page.keyboard.press('Enter')
  await expectErrorToast(page, 'Passkey not used', 'You can try again, or use another way.')
  await device.setVerified(true)
  await question(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expectToast(page, 'Passkey removed', 'You can no longer sign in with “Linux computer”.')
  expect((await asPage(page.request, product.url).post('/api/auth/logout')).ok()).toBe(true)
})

test.describe('an administrator without two-step sign-in, in production', () => {
  /** The server’s message there. */
  async function isDue(page: Page, due: 'soon' | 'now') {
    await page.route('/api/auth/status', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), secondFactorDue: due } })
    })
  }

  for (const path of ['/admin', '/moderation', '/email-campaigns', '/genetic-analytics'])
    test(
      `finds only the way to set it up at ${path}, from the second sign-in on`,
      full,
      async ({ page, adminPage }) => {
        await anotherAdmin(page.request, adminPage)
        await isDue(page, 'now')
        await page.goto(path)
        const due = page.getByRole('region', { name: 'Set up two-step sign-in' })
        await expect(due).toContainText('The console is open only to staff with two-step sign-in.')
        await expect(page.getByRole('tab')).toHaveCount(0)
        await expect(due.getByRole('button')).toHaveCount(0)
        await expectAccessible(page)
        await due.getByRole('link', { name: 'Set It Up Now' }).click()
        await expect(page).toHaveURL('/settings?tab=security')
        await expect(page.getByRole('region', { name: 'Two-Step Sign-In' })).toBeVisible()
      },
    )

  test('may postpone it once, at the first sign-in', full, async ({ page, adminPage }) => {
    await anotherAdmin(page.request, adminPage)
    await isDue(page, 'soon')
    await page.goto('/admin')
    const due = page.getByRole('region', { name: 'Set up two-step sign-in' })
    await expect(due).toContainText('From your next sign-in on')
    await expectAccessible(page)
    await due.getByRole('button', { name: 'Not Now' }).click()
    await expect(page.getByRole('tab', { name: 'Users' })).toBeVisible()
    await page.goto('/moderation')
    await expect(page.getByRole('region', { name: 'Policy' })).toBeVisible()
  })

  test('is led there when the server says so on a page that was open before', full, async ({ page, adminPage }) => {
    await anotherAdmin(page.request, adminPage)
    await openConsole(page, 'users')
    await isDue(page, 'now')
    await page.route('/api/volunteers*', (route) =>
      route.fulfill({ status: 403, json: { message: 'Two-step sign-in first.', code: 'second-factor-needed' } }),
    )
    await page.route('/api/admin/volunteers*', (route) =>
      route.fulfill({ status: 403, json: { message: 'Two-step sign-in first.', code: 'second-factor-needed' } }),
    )
    await page.getByRole('tab', { name: 'Volunteers' }).click()
    await expect(page.getByRole('region', { name: 'Set up two-step sign-in' })).toBeVisible()
  })
})
