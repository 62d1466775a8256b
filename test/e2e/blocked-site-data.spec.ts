import type { Page } from '@playwright/test'
import { openForum } from './forum.ts'
import { hold, requestsFor } from './network.ts'
import { unique, uniqueEmail } from './people.ts'
import { expectErrorToast, expectToast, fill, form, toasts } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

// A browser that blocks cookies and all other site data, as people set theirs.
test.use({ ownContext: true })
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} })
  })
})

const needed = 'To sign in, allow cookies for this site in your browser’s settings, then reload this page.'
const standing = (page: Page) => page.locator('.alert-good')

for (const path of [
  '/',
  '/prayers',
  '/volunteer',
  '/endorsements',
  '/forum',
  '/events',
  '/news',
  '/login',
  '/unsubscribe',
])
  test(`${path} runs all its scripts`, full, async ({ page, cleanConsole }) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main .skeleton:visible')).toHaveCount(0)
    expect(cleanConsole).toEqual([])
  })

test('the result of a form stays in the page after its toast', full, async ({ page }) => {
  await page.goto('/prayers')
  await fill(form(page, 'Share your prayer'), { Name: 'Ruth', Prayer: unique('For quiet') })
  await page.getByRole('button', { name: 'Submit Prayer' }).click()
  await expectToast(page, 'Prayer Submitted', 'Thank you for your prayer. It will be reviewed before being displayed.')
  await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(standing(page)).toContainText('Thank you for your prayer.')
  await expect(standing(page)).toBeInViewport()
  await expectAccessible(page)
})

test('a new attempt removes the result of the last one', full, async ({ page }) => {
  await page.goto('/')
  const join = page.getByRole('button', { name: 'Sign Up' })
  await fill(form(page, 'Mailing list'), { 'Email address': uniqueEmail() })
  await join.click()
  await expect(standing(page)).toContainText('been added to our mailing list')
  await expectAccessible(page)
  await join.click()
  await expect(form(page, 'Mailing list').getByText('This field is required.')).toBeVisible()
  await expect(standing(page)).toHaveCount(0)
})

test('where a script fails, a page says what became of the posted form', full, async ({ page, cleanConsole }) => {
  const scripts = /_astro\/(every-form|EveryForm|prayer)\..*\.js/
  await page.route(scripts, (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw Error("broken")' }))
  await page.goto('/prayers')
  await page.getByRole('textbox', { name: 'Name' }).fill('Ruth')
  await page.getByRole('textbox', { name: 'Prayer' }).fill('For rain.')
  await page.getByRole('button', { name: 'Submit Prayer' }).click()
  await expect(page).toHaveURL('/thanks/prayers')
  await expect(page.getByRole('main')).toContainText('Thank you for your prayer.')
  cleanConsole.length = 0
})

const category = 'Policy Discussion'

test('the forum can be read: its links open in place, with the focus on the heading', main, async ({ page }) => {
  await openForum(page)
  await page.getByRole('link', { name: category }).click()
  await expect(page.getByRole('heading', { name: category })).toBeFocused()
  await expect(page.locator('main .skeleton:visible')).toHaveCount(0)
})

test(
  'a link of the forum that is followed before its script runs loads a page, read from its top',
  full,
  async ({ page }) => {
    const release = await hold(page, { method: 'GET', path: /_astro\/Forum\./ })
    await page.goto('/forum', { waitUntil: 'commit' })
    await page.getByRole('link', { name: category }).click()
    await page.waitForURL('/forum?category=1', { waitUntil: 'commit' })
    release()
    const heading = page.getByRole('heading', { name: category })
    await expect(heading).toBeInViewport()
    await expect(page).toHaveTitle(new RegExp(`^${category} \\| `))
    await expect(page.locator('main .skeleton:visible')).toHaveCount(0)
    // As the browser has it on every page that it loads: the first Tab leads to the first link of the page.
    expect(await page.evaluate(() => [document.activeElement?.localName, scrollY])).toEqual(['body', 0])
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  },
)

test('the sign-in page says that it needs cookies, and asks the server nothing', main, async ({ page }) => {
  const asked = requestsFor(page, { method: 'POST', path: '/api/auth/login' })
  await page.goto('/login')
  const said = page.getByRole('main').getByRole('alert').filter({ hasText: needed })
  await expect(said.first()).toBeVisible()
  await expectAccessible(page)
  await fill(form(page, 'Sign in'), { Email: 'ruth@example.org', Password: 'correct horse battery' })
  await form(page, 'Sign in').getByRole('button', { name: 'Sign In' }).click()
  await expectErrorToast(page, 'Login failed', needed)
  await expect(form(page, 'Sign in').getByRole('alert')).toHaveText(needed)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectErrorToast(page, 'Login failed', needed)
  expect(asked).toEqual([])
})

test('a link from the mail is not used up where cookies are blocked', full, async ({ page }) => {
  const asked = requestsFor(page, { method: 'POST', path: '/api/auth/magic-link/verify' })
  await page.goto('/login/verify#token=some-token')
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expectErrorToast(page, 'Login failed', needed)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(needed)
  expect(asked).toEqual([])
})

for (const path of ['/login/code', '/setup'])
  test(`${path} says that it needs cookies`, main, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: needed })).toBeVisible()
  })
