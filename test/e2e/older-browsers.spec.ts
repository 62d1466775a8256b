import type { Page } from '@playwright/test'
import { adminTabs } from '../../site/stores/admin/console.ts'
import { missingFunctions, removeFunctions } from '../support/browser/missing-functions.ts'
import { anotherAdmin, openConsole } from './console.ts'
import { addressOf, postOf, writer } from './forum.ts'
import { newPerson, type Person, register, unique, uniqueEmail } from './people.ts'
import { expectToast, fill, form } from './screen.ts'
import { ageSessions } from './stale-session.ts'
import { expect, full, main, test } from './test.ts'

const makeOld = (page: Page) => page.addInitScript(removeFunctions, missingFunctions)

test.beforeEach(({ page }) => makeOld(page))

async function signIn(page: Page, { email, password }: Person) {
  const signIn = form(page, 'Sign in')
  await fill(signIn, { Email: email, Password: password })
  await signIn.getByRole('button', { name: 'Sign In' }).click()
}

test('the browser lacks what is newer than the oldest browsers of the build', main, async ({ page }) => {
  await page.goto('/')
  const found = await page.evaluate(() => ({
    newer: [
      'parse' in URL,
      'withResolvers' in Promise,
      'size' in URLSearchParams.prototype,
      'checkVisibility' in Element.prototype,
      'role' in Element.prototype,
      'requestIdleCallback' in globalThis,
    ],
    older: ['json' in Response.prototype, 'at' in Array.prototype, 'hasOwn' in Object, 'fetch' in globalThis],
  }))
  expect(found).toEqual({ newer: Array(6).fill(false), older: Array(4).fill(true) })
})

test('an older browser signs in on the way to a page', main, async ({ page, request }) => {
  const person = newPerson()
  await register(request, person)
  await page.goto('/settings?tab=security')
  await expect(page).toHaveURL(/\/login\?next=/)
  await signIn(page, person)
  await expect(page).toHaveURL('/settings?tab=security')
})

test('an older browser asks for a magic link on the way to the forum', full, async ({ page }) => {
  await page.goto('/login?next=/forum')
  await page.getByRole('tab', { name: 'Magic Link' }).click()
  const ask = form(page, 'Magic link')
  await fill(ask, { Email: uniqueEmail() })
  await page.keyboard.press('Enter')
  await expectToast(page, 'Magic link sent', 'Please check your email for the login link.')
})

test('an older browser sends a form', main, async ({ page }) => {
  await page.goto('/prayers')
  const share = form(page, 'Share your prayer')
  await fill(share, { Name: 'Ruth', Email: uniqueEmail(), Prayer: unique('For rain') })
  await share.getByRole('button', { name: 'Submit Prayer' }).click()
  await expectToast(page, 'Prayer Submitted', 'Thank you for your prayer. It will be reviewed before being displayed.')
})

test('an older browser reads and writes in the forum', main, async ({ page, request }) => {
  const { start } = await writer(request)
  const thread = await start()
  await register(page.request, newPerson())
  await page.goto(addressOf(thread))
  await expect(postOf(page, thread.content)).toBeVisible()
  const words = unique('We need culverts')
  const reply = form(page, 'Your reply')
  await reply.getByLabel('Your reply').fill(words)
  await reply.getByRole('button').click()
  await expectToast(page, 'Reply posted')
  await expect(postOf(page, words)).toBeVisible()
})

test(
  'an older browser shows every tab of the console, and asks for a proof',
  main,
  async ({ page, adminPage, product }) => {
    const me = await anotherAdmin(page.request, adminPage)
    await page.context().clearCookies()
    await page.goto('/login?next=/admin')
    await signIn(page, me)
    await expect(page).toHaveURL('/admin')
    for (const { id, label } of adminTabs) {
      await page.goto(`/admin?tab=${id}`)
      const panel = page.getByRole('tabpanel', { name: label })
      await expect(panel).toHaveText(/\w/)
      await expect(panel.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(panel.getByRole('alert')).toHaveCount(0)
    }

    await openConsole(page, 'emails')
    await ageSessions(product, me.email)
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const proof = form(page, 'Confirm with your password')
    await fill(proof, { Password: me.password })
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    await download
  },
)
