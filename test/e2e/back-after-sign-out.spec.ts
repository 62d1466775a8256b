import type { BrowserContext, Page } from '@playwright/test'
import { admin, newPerson, register, sameOrigin } from './people.ts'
import { expect, full, main, test } from './test.ts'

// Its own browser, which these tests sign in and out.
test.use({ ownContext: true })

/** The session ends on a later page, and Back shows this one as it was: the headless browser has no such cache. */
async function comeBackSignedOut(page: Page, context: BrowserContext): Promise<void> {
  await context.clearCookies()
  await comeBack(page)
}

const comeBack = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })

test('after signing out, Back does not show the list of users again', main, async ({ page, context }) => {
  const { email, password } = admin
  await page.request.post('/api/auth/login', { headers: sameOrigin(), data: { email, password } })
  await page.goto('/admin?tab=users')
  await expect(page.getByRole('table')).toContainText(email)
  await comeBackSignedOut(page, context)
  await expect(page).toHaveURL('/')
  await expect(page.getByText(email)).toHaveCount(0)
})

test('after signing out, Back does not show the previous user’s data', full, async ({ page, context }) => {
  const person = newPerson()
  await register(page.request, person)
  await page.goto('/volunteer')
  const name = page.getByRole('textbox', { name: 'First name' })
  await expect(name).toHaveValue(person.firstName)
  await comeBackSignedOut(page, context)
  await expect(name).toHaveValue('')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
})

test('Back shows nothing of the person who was signed in before', full, async ({ page }) => {
  await register(page.request, newPerson())
  await page.goto('/volunteer')
  await expect(page.getByRole('textbox', { name: 'First name' })).not.toHaveValue('')
  const next = newPerson()
  await register(page.request, next)
  await comeBack(page)
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue(next.firstName)
})

test('while signed in, Back shows the page as it was left', full, async ({ page }) => {
  await register(page.request, newPerson())
  await page.goto('/volunteer')
  await expect(page.getByRole('textbox', { name: 'First name' })).not.toHaveValue('')
  await page.getByRole('textbox', { name: 'Skills' }).fill('Drives a truck.')
  const asked = page.waitForResponse('/api/auth/status')
  await comeBack(page)
  await (await asked).finished()
  await expect(page.locator('body')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Skills' })).toHaveValue('Drives a truck.')
})

for (const path of [
  '/admin',
  '/dashboard',
  '/profile',
  '/settings',
  '/moderation',
  '/email-campaigns',
  '/imports',
  '/login',
])
  test(`${path} is kept in no cache`, full, async ({ request }) => {
    expect((await request.get(path)).headers()['cache-control']).toBe('no-store')
  })
