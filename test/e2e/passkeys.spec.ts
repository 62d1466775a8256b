import type { Page } from '@playwright/test'
import { linkFor } from './mail.ts'
import { addDevice, asPage, byName, newAccount, test } from './passkey-device.ts'
import type { Person } from './people.ts'
import { expectErrorToast, expectToast, fill, form, tabTo } from './screen.ts'
import { expect, expectAccessible, full, main } from './test.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const own = (page: Page) => page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')

/** Nothing is half under the header. */
const atTop = (page: Page) => page.evaluate(() => scrollTo(0, 0))

async function addPasskey(page: Page, name: string) {
  await page.goto('/settings?tab=security')
  const adding = form(page, 'Add a passkey')
  await fill(adding, { 'Name of this device': name })
  await adding.getByRole('button', { name: 'Add a Passkey' }).click()
  await expectToast(page, 'Passkey added', `You can now sign in with “${name}”.`)
}

async function verifyAddress(page: Page, url: string, { email }: Person) {
  const site = asPage(page.request, url)
  await site.post('/api/auth/magic-link/send', { email })
  const token = new URL(await linkFor(page.request, email)).searchParams.get('token')
  expect((await site.post('/api/auth/magic-link/verify', { token })).ok()).toBe(true)
}

test('a passkey is added under Security, signs in, is renamed and removed', main, async ({ page, product }) => {
  const device = await addDevice(page)
  const person = await newAccount(page, product.url)
  await page.goto('/settings?tab=security')
  await expect(page.getByLabel('Name of this device')).toHaveValue('Linux computer')
  await expectAccessible(page)
  await addPasskey(page, 'Blue laptop')
  expect(await device.count()).toBe(1)
  await expect(own(page)).toHaveCount(1)
  await expect(own(page)).toContainText('not used yet')

  // The device knows the account already.
  await form(page, 'Add a passkey').getByRole('button', { name: 'Add a Passkey' }).click()
  await expectErrorToast(page, 'No passkey was added', 'This device already has a passkey for your account.')

  await page.getByRole('button', { name: 'Rename Blue laptop' }).click()
  const renaming = form(page, 'Rename Blue laptop')
  await expect(renaming.getByLabel('New name')).toBeFocused()
  await atTop(page)
  await expectAccessible(page)
  await fill(renaming, { 'New name': 'Kitchen laptop' })
  await renaming.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Passkey renamed')
  await expect(own(page)).toContainText('Kitchen laptop')
  await expect(page.getByRole('button', { name: 'Rename Kitchen laptop' })).toBeFocused()

  await page.context().clearCookies()
  await page.goto('/login?next=/volunteer')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL('/volunteer')
  await expectToast(page, 'Login successful', `Welcome back, ${person.firstName}!`)

  await page.goto('/settings?tab=security')
  await expect(own(page)).toContainText('last used')
  await page.getByRole('button', { name: 'Remove Kitchen laptop' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the passkey “Kitchen laptop”?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Remove Passkey' }).click()
  await expectToast(page, 'Passkey removed', 'You can no longer sign in with “Kitchen laptop”.')
  await expect(own(page)).toHaveCount(0)

  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectErrorToast(
    page,
    'Login failed',
    'This passkey is not known here: it may have been removed. Please sign in another way.',
  )
})

test('the keyboard is enough to add a passkey and to sign in with it', main, async ({ page, product }) => {
  await addDevice(page)
  const person = await newAccount(page, product.url)
  await page.goto('/settings?tab=security')
  await tabTo(page, page.getByRole('button', { name: 'Add a Passkey' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Passkey added', 'You can now sign in with “Linux computer”.')
  await page.context().clearCookies()
  await page.goto('/login')
  await tabTo(page, page.getByRole('button', { name: 'Sign in with a passkey' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Login successful', `Welcome back, ${person.firstName}!`)
  await expect(page).toHaveURL('/dashboard')
})

test('the browser offers passkeys in the email field', full, async ({ page, product }) => {
  await addDevice(page, { isOffered: true })
  const person = await newAccount(page, product.url)
  await addPasskey(page, 'Laptop')
  await page.context().clearCookies()
  await page.goto('/login?next=/volunteer')
  await expect(page).toHaveURL('/volunteer')
  await expectToast(page, 'Login successful', `Welcome back, ${person.firstName}!`)
})

test('a person unknown to the device gets in another way', full, async ({ page, product }) => {
  const device = await addDevice(page)
  const person = await newAccount(page, product.url)
  await addPasskey(page, 'Laptop')
  await device.setVerified(false)
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectErrorToast(page, 'Passkey not used', 'You can try again, or use another way.')
  await expectAccessible(page)
  await fill(form(page, 'Sign in'), { Email: person.email, Password: person.password })
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
})

test(
  'a passkey is the second step after the password, or a recovery code without the device',
  full,
  async ({ page, product }) => {
    const device = await addDevice(page)
    const person = await newAccount(page, product.url)
    await verifyAddress(page, product.url, person)
    await addPasskey(page, 'Laptop')
    const twoStep = page.getByRole('region', { name: 'Two-Step Sign-In' })
    await twoStep.getByRole('button', { name: 'Turn On with My Passkeys' }).click()
    await expectToast(
      page,
      'Two-step sign-in is on',
      'You were signed out everywhere else. Keep your recovery codes safe.',
    )
    const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
    await twoStep.getByRole('button', { name: 'I Saved Them' }).click()
    await expect(twoStep).toContainText('Signing in asks for one of your passkeys.')
    await expectAccessible(page)

    // The only second step stays.
    await page.getByRole('button', { name: 'Remove Laptop' }).click()
    await page.getByRole('button', { name: 'Remove Passkey' }).click()
    await expectErrorToast(
      page,
      'Nothing was changed',
      'This passkey is your only second step. Add another one or an authenticator app first, or turn off two-step sign-in.',
    )

    const firstStep = async () => {
      await page.context().clearCookies()
      await page.goto('/login?next=/prayers')
      await fill(form(page, 'Sign in'), { Email: person.email, Password: person.password })
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(page).toHaveURL(/\/login\/code/)
    }
    await firstStep()
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL('/prayers')
    await expectToast(page, 'Login successful', `Welcome back, ${person.firstName}!`)

    await device.remove()
    await firstStep()
    await fill(form(page, 'Sign-in code'), { 'Recovery code': codes[0] ?? '' })
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/prayers')

    await page.goto('/settings?tab=security')
    await twoStep.getByRole('button', { name: 'Turn Off', exact: true }).click()
    await fill(form(page, 'Turn off two-step sign-in'), { 'Recovery code': codes[1] ?? '' })
    await twoStep.getByRole('button', { name: 'Turn Off Two-Step Sign-In' }).click()
    await expectToast(page, 'Two-step sign-in is off', 'You no longer need a code to sign in.')
  },
)

test('two-step sign-in is turned off with a passkey instead of a code', full, async ({ page, product }) => {
  await addDevice(page)
  const person = await newAccount(page, product.url)
  await verifyAddress(page, product.url, person)
  await addPasskey(page, 'Laptop')
  const twoStep = page.getByRole('region', { name: 'Two-Step Sign-In' })
  await twoStep.getByRole('button', { name: 'Turn On with My Passkeys' }).click()
  await twoStep.getByRole('button', { name: 'I Saved Them' }).click()
  await twoStep.getByRole('button', { name: 'Turn Off', exact: true }).click()
  await expectAccessible(page)
  await twoStep.getByRole('button', { name: 'Use a Passkey Instead' }).click()
  await expectToast(page, 'Two-step sign-in is off', 'You no longer need a code to sign in.')
})

test('at an IP address the pages say that there are no passkeys', full, async ({ page, product }) => {
  const answer = await page.request.post(`${product.url}/api/auth/register`, {
    headers: { origin: product.url },
    data: {
      email: `${crypto.randomUUID()}@example.org`,
      password: 'a quiet lane by the mill',
      firstName: 'Ann',
      lastName: 'Lee',
    },
  })
  expect(answer.ok()).toBe(true)
  await page.goto(`${product.url}/settings?tab=security`)
  await expect(panel(page)).toContainText('Passkeys don’t work in this browser or at this address.')
  await expect(panel(page)).not.toContainText('sign in another way')
  await page.context().clearCookies()
  await page.goto(`${product.url}/login`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectErrorToast(
    page,
    'Passkeys aren’t available',
    'Passkeys don’t work in this browser or at this address. Please sign in another way.',
  )
  expect(byName(product.url)).not.toBe(product.url)
})

test(
  'the sign-in page offers passkeys before the visitor touches it, without the framework that renders it',
  full,
  async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await addDevice(page)
    await page.goto('/login')
    await expect(form(page, 'Sign in')).toBeVisible()
    // This browser offers passkeys in the email field.
    await expect.poll(() => scripts.some((url) => url.includes('/sign-in.'))).toBe(true)
    expect(scripts.filter((url) => url.includes('/every-island.'))).toEqual([])
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectErrorToast(page, 'Passkey not used', 'You can try again, or use another way.')
  },
)
