import type { Page } from '@playwright/test'
import { newPerson, type Person, register, sameOrigin } from './people.ts'
import { expectErrorToast } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

// Its own browser, which these tests sign in and out.
test.use({ ownContext: true })

const city = (page: Page) => page.getByRole('textbox', { name: 'City' })
const notice = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })
const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`
const signOutIn = (page: Page) => page.request.post('/api/auth/logout', { headers: sameOrigin() })

/** Two people have accounts; the first one is signed in and has typed another city in her settings. */
async function almaTypesACity(page: Page): Promise<[alma: Person, bela: Person]> {
  const [alma, bela] = [newPerson(), newPerson()]
  await register(page.request, bela)
  await signOutIn(page)
  await register(page.request, alma)
  await page.goto('/settings')
  await city(page).fill('Elsewhere')
  return [alma, bela]
}

test(
  'a page of the person before saves nothing for the next one, keeps what was typed, and says who is signed in',
  main,
  async ({ page, context }) => {
    const [alma, bela] = await almaTypesACity(page)
    // In another tab, Alma signs out and Bela signs in.
    await signOutIn(page)
    const { email, password } = bela
    await page.request.post('/api/auth/login', { headers: sameOrigin(), data: { email, password } })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const said = notice(page, `${nameOf(bela)} (${email}) is signed in now.`)
    await expect(said).toContainText(
      `This page belongs to ${nameOf(alma)}, so nothing can be saved from it. What you typed is still here.`,
    )
    await expectErrorToast(
      page,
      'Update failed',
      'Someone else has signed in in this browser since you opened this page, so nothing was saved.',
    )
    await expect(city(page)).toHaveValue('Elsewhere')
    await expectAccessible(page)
    const { user } = await (await page.request.get('/api/auth/status')).json()
    expect(user).toMatchObject({ firstName: bela.firstName, email, city: null })

    await said.getByRole('button', { name: `Open this page as ${nameOf(bela)}` }).click()
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue(bela.firstName)
    await city(page).fill('Muncie')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Profile updated')).toBeVisible()
    expect(context.pages()).toHaveLength(1)
  },
)

test(
  'a tab hears from the others who is signed in, and works again once its own person is',
  full,
  async ({ page, context }) => {
    const [alma, bela] = await almaTypesACity(page)
    const other = await context.newPage()
    await other.goto('/dashboard')
    await other.getByRole('button', { name: 'Sign Out' }).first().click()
    await expect(other).toHaveURL('/')
    await expect(notice(page, 'No one is signed in now.')).toContainText('Sign in again in a new tab')

    const signIn = async ({ email, password }: Person) => {
      await other.request.post('/api/auth/login', { headers: sameOrigin(), data: { email, password } })
      await other.goto('/dashboard')
    }
    await signIn(bela)
    await expect(notice(page, `${nameOf(bela)} (${bela.email}) is signed in now.`)).toBeVisible()
    await signOutIn(other)
    await signIn(alma)
    await expect(notice(page, 'This page belongs to')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Profile updated')).toBeVisible()
    await expect(city(page)).toHaveValue('Elsewhere')
  },
)

test('a page looks who is signed in when it is shown again', full, async ({ page }) => {
  const [alma, bela] = [newPerson(), newPerson()]
  await register(page.request, alma)
  await page.goto('/volunteer')
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue(alma.firstName)
  await register(page.request, bela)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(notice(page, `${nameOf(bela)} (${bela.email}) is signed in now.`)).toBeVisible()
})
