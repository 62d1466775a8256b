import { freePort } from '../../backend/kernel/database/embedded/process.ts'
import { createTestApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { startOpenIdProvider } from '../support/providers/open-id-provider.ts'
import { expectErrorToast, expectToast, fill, form } from './screen.ts'
import { test as base, expect, expectAccessible, full, lending, main } from './test.ts'

/** A separate product with a local OpenID provider. */
const test = base.extend<object, { siteWithGoogle: string }>({
  siteWithGoogle: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const port = await freePort()
      const provider = await startOpenIdProvider({
        redirectUris: [`http://127.0.0.1:${port}/api/auth/google/callback`],
      })
      const proven = { email_verified: true, given_name: 'Grace', family_name: 'Lee' }
      provider.people.set('grace', { sub: 'grace', email: 'grace@example.org', ...proven })
      provider.people.set('heidi', { sub: 'heidi', email: 'heidi@example.org', ...proven })
      provider.people.set('olga', { sub: 'olga', email: 'olga@example.org', ...proven })
      provider.people.set('ivan', { sub: 'ivan', email: 'ivan@example.org', ...proven })
      const { settings } = provider
      const folder = temporaryDataFolder()
      const app = await createTestApp({
        http: 'socket',
        folder,
        env: {
          PORT: String(port),
          GOOGLE_CLIENT_ID: settings.clientId,
          GOOGLE_CLIENT_SECRET: settings.clientSecret,
          GOOGLE_ISSUER: settings.issuer,
          GOOGLE_AUTHORIZE_URL: settings.authorizeUrl,
          GOOGLE_TOKEN_URL: settings.tokenUrl,
          GOOGLE_KEYS_URL: settings.keysUrl,
        },
      })
      await use(app.url)
      await app.stop()
      await provider.close()
      await folder.remove()
    },
    lending,
  ],
})

test('an unconfigured provider returns with a message that a reload does not repeat', full, async ({ page }) => {
  await page.goto('/login?next=/volunteer')
  const button = page.getByRole('link', { name: 'Continue with Facebook' })
  // Once the island runs, the link carries the page to return to.
  await expect(button).toHaveAttribute('href', /next=/)
  await button.click()
  const sentence = 'Facebook sign-in is not set up on this site yet. Please sign in with your email address.'
  await expectErrorToast(page, 'Login failed', sentence)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(sentence)
  await expect(page).toHaveURL('/login?next=%2Fvolunteer')
  await expectAccessible(page)
  await page.reload()
  await expect(form(page, 'Sign in')).toBeVisible()
  await expect(page.getByText(sentence)).toHaveCount(0)
})

test(
  'the Google button opens the dashboard, and the same account next time',
  main,
  async ({ page, siteWithGoogle }) => {
    for (const _visit of ['first', 'second']) {
      await page.context().clearCookies()
      await page.goto(`${siteWithGoogle}/login`)
      await page.getByRole('link', { name: 'Continue with Google' }).click()
      await page.getByRole('link', { name: 'Sign in as grace' }).click()
      await expect(page).toHaveURL(`${siteWithGoogle}/dashboard`)
      await expectToast(page, 'Login successful', 'Welcome back, Grace!')
      await expect(page.getByRole('heading', { name: 'Welcome, Grace!' })).toBeVisible()
    }
  },
)

test(
  'Google sign-in returns to the page that asked for it, never to another site',
  main,
  async ({ page, siteWithGoogle }) => {
    for (const [next, reached, href] of [
      ['/prayers', '/prayers', '/api/auth/google?next=%2Fprayers'],
      ['//example.org/prayers', '/dashboard', '/api/auth/google'],
      ['/.//example.org/prayers', '/dashboard', '/api/auth/google'],
    ] as const) {
      await page.context().clearCookies()
      await page.goto(`${siteWithGoogle}/login?next=${next}`)
      const button = page.getByRole('link', { name: 'Continue with Google' })
      await expect(button).toHaveAttribute('href', href)
      await button.click()
      await page.getByRole('link', { name: 'Sign in as grace' }).click()
      await expect(page).toHaveURL(`${siteWithGoogle}${reached}`)
    }
  },
)

test(
  'a password account connects Google in the settings and can then sign in with it',
  main,
  async ({ page, siteWithGoogle }) => {
    await page.goto(`${siteWithGoogle}/login`)
    await expect(form(page, 'Sign in')).toBeVisible()
    await page.getByRole('tab', { name: 'Register' }).click()
    const names = { 'First name': 'Heidi', 'Last name': 'Lang' }
    await fill(form(page, 'Register'), { ...names, Email: 'lang@example.org', Password: 'a quiet lane by the mill' })
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).toHaveURL(`${siteWithGoogle}/dashboard`)

    await page.goto(`${siteWithGoogle}/settings?tab=security`)
    await page.getByRole('link', { name: 'Connect Google' }).click()
    await page.getByRole('link', { name: 'Sign in as heidi' }).click()
    await expect(page).toHaveURL(`${siteWithGoogle}/settings?tab=security`)
    await expectToast(page, 'Account connected', 'You can now sign in with Google.')
    await expect(
      page.getByRole('region', { name: 'Connected Accounts' }).getByRole('button', { name: 'Disconnect Google' }),
    ).toBeVisible()

    await page.context().clearCookies()
    await page.goto(`${siteWithGoogle}/login`)
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await page.getByRole('link', { name: 'Sign in as heidi' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Heidi!' })).toBeVisible()
  },
)

test(
  'a person who changes the password sees what else can sign in, and may disconnect it',
  main,
  async ({ page, siteWithGoogle }) => {
    await page.goto(`${siteWithGoogle}/login`)
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await page.getByRole('link', { name: 'Sign in as olga' }).click()
    await expect(page).toHaveURL(`${siteWithGoogle}/dashboard`)
    await page.goto(`${siteWithGoogle}/settings?tab=security`)
    const password = page.getByRole('region', { name: 'Password' })
    await expect(password).toContainText('These can also sign in, whatever your password is.')
    await password.getByRole('button', { name: 'Disconnect Google' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Account disconnected' })).toBeVisible()
    await expect(password.getByRole('button', { name: 'Disconnect Google' })).toBeHidden()
  },
)

test(
  'Google sign-in does not open an account that a stranger registered with that email',
  main,
  async ({ page, siteWithGoogle }) => {
    await page.request.post(`${siteWithGoogle}/api/auth/register`, {
      headers: { origin: siteWithGoogle },
      data: { email: 'ivan@example.org', password: 'planted by a stranger', firstName: 'Not', lastName: 'Ivan' },
    })
    await page.context().clearCookies()
    await page.goto(`${siteWithGoogle}/login`)
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await page.getByRole('link', { name: 'Sign in as ivan' }).click()
    const sentence =
      'Google gave us an email address whose account here was never confirmed. Please sign in with a magic link once; after that, both work.'
    await expectErrorToast(page, 'Login failed', sentence)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(sentence)
  },
)
