import type { APIRequestContext, Locator } from '@playwright/test'
import program from '../../package.json' with { type: 'json' }
import { find, openConsole } from './console.ts'
import { answer, hold, requestsFor } from './network.ts'
import { newPerson, register } from './people.ts'
import { expectErrorToast, toasts } from './screen.ts'
import { submitEndorsement, submitPrayer } from './submissions.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

test('a visitor is redirected home with an error', main, async ({ page }) => {
  await page.goto('/admin')
  await expect(page).toHaveURL('/')
  await expectErrorToast(page, 'Access Denied', 'You need admin access to view this page.')
})

test('a supporter sees the reason before and after being redirected home', main, async ({ page }) => {
  await register(page.request, newPerson())
  const isHome = ({ pathname }: URL) => pathname === '/'
  // A 204 keeps the browser on the current page.
  await page.route(isHome, (route) => route.fulfill({ status: 204 }))
  await page.goto('/admin')
  await expect(page.getByText('Access Denied - You need admin access to view this page.')).toBeVisible()
  await page.unroute(isHome)
  await page.goto('/admin')
  await expect(page).toHaveURL('/')
  await expectErrorToast(page, 'Access Denied', 'You need admin access to view this page.')
})

test('the admin API denies supporters access', main, async ({ page }) => {
  await register(page.request, newPerson())
  for (const path of ['prayers', 'endorsements', 'actions', 'history/prayers/1'])
    expect((await page.request.get(`/api/admin/${path}`)).status()).toBe(403)
})

test('the page has the same bytes for an admin as for a visitor', full, async ({ adminPage, request }) => {
  const bytesFor = async (client: APIRequestContext) => (await (await client.get('/admin')).body()).toString('base64')
  expect(await bytesFor(adminPage.request)).toBe(await bytesFor(request))
})

test('the console checks access before it shows anything', main, async ({ adminPage }) => {
  const release = await hold(adminPage, { method: 'GET', path: '/api/auth/status' })
  await adminPage.goto('/admin')
  await expect(adminPage.getByText('Checking your access…')).toBeVisible()
  release()
  await expect(adminPage.getByRole('tab', { name: 'Prayers' })).toBeVisible()
})

test('if the server is down, the console says so and can retry', full, async ({ adminPage }) => {
  await answer(adminPage, { method: 'GET', path: '/api/auth/status' }, {}, 503)
  await adminPage.goto('/admin')
  await expect(adminPage.getByText('The server cannot be reached right now.')).toBeVisible()
  await adminPage.unrouteAll()
  await adminPage.getByRole('button', { name: 'Try again' }).click()
  await expect(adminPage.getByRole('tab', { name: 'Prayers' })).toBeVisible()
})

test('each tab loads its rows only when opened, and the URL keeps the tab', full, async ({ adminPage }) => {
  const prayers = requestsFor(adminPage, { method: 'GET', path: '/api/admin/prayers' })
  const endorsements = requestsFor(adminPage, { method: 'GET', path: '/api/admin/endorsements' })
  const actions = requestsFor(adminPage, { method: 'GET', path: '/api/admin/actions' })
  await openConsole(adminPage, 'prayers')
  expect([prayers.length, endorsements.length, actions.length]).toEqual([1, 0, 0])
  await adminPage.getByRole('tab', { name: 'Endorsements' }).click()
  await expect(adminPage).toHaveURL('/admin?tab=endorsements')
  await expect(adminPage.getByRole('heading', { name: 'Endorsements' })).toBeVisible()
  expect([prayers.length, endorsements.length, actions.length]).toEqual([1, 1, 0])
  await adminPage.reload()
  await expect(adminPage.getByRole('tab', { name: 'Endorsements' })).toHaveAttribute('aria-selected', 'true')
})

test('the rail counts waiting items, and follows decisions', main, async ({ adminPage, request }) => {
  await submitEndorsement(request)
  const { firstName } = await submitPrayer(request)
  const pending = await (await adminPage.request.get('/api/admin/pending')).json()
  await find(adminPage, 'prayers', firstName)
  const count = (tab: string, waiting: number) =>
    adminPage.getByRole('tab', { name: `${tab} ${waiting.toLocaleString('en-US')} waiting for review`, exact: true })
  await expect(count('Prayers', pending.prayers)).toBeVisible()
  await expect(count('Endorsements', pending.endorsements)).toBeVisible()
  await adminPage.getByRole('button', { name: `Approve prayer of ${firstName}` }).click()
  await expect(
    pending.prayers > 1
      ? count('Prayers', pending.prayers - 1)
      : adminPage.getByRole('tab', { name: 'Prayers', exact: true }),
  ).toBeVisible()
})

test('a tab whose script cannot be loaded says so, and can retry', main, async ({ adminPage }) => {
  await openConsole(adminPage, 'prayers')
  await adminPage.route('**/_astro/AdminGenetics*', (route) => route.abort())
  await adminPage.getByRole('tab', { name: 'Genetics' }).click()
  await expect(adminPage.getByText('This part of the page could not be loaded.')).toBeVisible()
  await adminPage.unrouteAll()
  await adminPage.getByRole('button', { name: 'Try again' }).click()
  await expect(adminPage.getByRole('heading', { name: 'Genetics' })).toBeVisible()
})

test('the rows of a tab are requested while its script is loading', full, async ({ adminPage }) => {
  await openConsole(adminPage, 'prayers')
  const release = await hold(adminPage, { method: 'GET', path: /^\/_astro\/endorsements/ })
  const rows = adminPage.waitForResponse((response) => new URL(response.url()).pathname === '/api/admin/endorsements')
  await adminPage.getByRole('tab', { name: 'Endorsements' }).click()
  await rows
  await expect(adminPage.getByRole('tabpanel', { name: 'Endorsements' })).toHaveText('Loading…')
  release()
  await expect(adminPage.getByRole('heading', { name: 'Endorsements' })).toBeVisible()
})

test('pressing a tab requests its script, and the rows wait until the tab is chosen', full, async ({ adminPage }) => {
  const rows = requestsFor(adminPage, { method: 'GET', path: '/api/admin/endorsements' })
  const scripts = requestsFor(adminPage, { method: 'GET', path: /^\/_astro\/endorsements/ })
  await openConsole(adminPage, 'prayers')
  await adminPage.getByRole('tab', { name: 'Endorsements' }).hover()
  expect(scripts).toHaveLength(0)
  await adminPage.mouse.down()
  await expect.poll(() => scripts.length).toBe(1)
  await adminPage.getByRole('tab', { name: 'Forum' }).hover()
  await adminPage.mouse.up()
  await expect(adminPage.getByRole('tab', { name: 'Prayers' })).toHaveAttribute('aria-selected', 'true')
  expect(rows).toHaveLength(0)
})

test('the arrow keys move between tabs', full, async ({ adminPage }) => {
  await openConsole(adminPage, 'prayers')
  await adminPage.getByRole('tab', { name: 'Prayers' }).focus()
  await adminPage.keyboard.press('ArrowDown')
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByRole('heading', { name: 'Endorsements' })).toBeVisible()
  await adminPage.keyboard.press('End')
  await adminPage.keyboard.press('Enter')
  await expect(adminPage.getByRole('heading', { name: 'Admin Actions Log' })).toBeVisible()
  await adminPage.keyboard.press('ArrowDown')
  await expect(adminPage.getByRole('tab', { name: 'Dashboard' })).toBeFocused()
  await adminPage.keyboard.press('ArrowUp')
  await expect(adminPage.getByRole('tab', { name: 'Actions' })).toBeFocused()
  await adminPage.keyboard.press('Home')
  await expect(adminPage.getByRole('tab', { name: 'Dashboard' })).toBeFocused()
  await expect(adminPage.getByRole('tabpanel', { name: 'Actions' })).toBeVisible()
})

test(
  'on a phone the tabs are a menu with counts, which closes with a choice or Escape',
  full,
  async ({ adminPage, request }) => {
    await submitPrayer(request)
    await adminPage.setViewportSize({ width: 390, height: 720 })
    await openConsole(adminPage, 'actions')
    const menu = adminPage.getByRole('button', { name: /^Menu: / })
    await expect(menu).toHaveText(/Actions.*\d+ waiting for you/)
    const prayers = adminPage.getByRole('tab', { name: /^Prayers [\d,]+ waiting for review/ })
    await expect(prayers).toBeHidden()
    await menu.click()
    await expect(prayers).toBeVisible()
    await expect(adminPage.getByRole('link', { name: 'Imports' })).toBeVisible()
    await expectAccessible(adminPage, [{ width: 390, height: 720 }])
    await prayers.press('Escape')
    await expect(prayers).toBeHidden()
    await expect(menu).toBeFocused()
    // It holds the focus while it is open; the page behind it takes neither keys nor touches.
    await menu.press('Enter')
    for (const key of [...Array.from({ length: 20 }, () => 'Tab'), ...Array.from({ length: 25 }, () => 'Shift+Tab')]) {
      await adminPage.keyboard.press(key)
      expect(await adminPage.evaluate(() => document.activeElement?.closest('.rail, body')?.className)).toMatch(
        /^(?:rail|tool)$/,
      )
    }
    await expect(adminPage.getByRole('searchbox')).toHaveCount(0)
    await adminPage.mouse.click(195, 700)
    await expect(prayers).toBeHidden()
    await expect(menu).toBeFocused()
    await expect(adminPage.getByRole('searchbox')).toBeVisible()
    await menu.press('Enter')
    await adminPage.setViewportSize({ width: 1280, height: 720 })
    await expect(adminPage.getByRole('searchbox')).toBeVisible()
    await adminPage.setViewportSize({ width: 390, height: 720 })
    await expect(prayers).toBeHidden()
    await menu.press('Enter')
    await prayers.click()
    await expect(adminPage).toHaveURL('/admin?tab=prayers')
    await expect(prayers).toBeHidden()
    await expect(menu).toHaveText(/Prayers/)
  },
)

for (const [path, tool] of [
  ['/moderation', 'Moderation'],
  ['/email-campaigns', 'Email campaigns'],
  ['/imports', 'Imports'],
  ['/genetic-analytics', 'Genetic analytics'],
] as const)
  test(`${path} has the rail, marked, and the way back to where one was`, main, async ({ adminPage }) => {
    const sizeOf = (heading: Locator) => heading.evaluate((element) => getComputedStyle(element).fontSize)
    await find(adminPage, 'users', 'Ada')
    const size = await sizeOf(adminPage.getByRole('heading', { name: 'Users' }))
    await adminPage.getByRole('link', { name: tool }).click()
    await expect(adminPage).toHaveURL(path)
    expect(await sizeOf(adminPage.getByRole('heading', { level: 1 }))).toBe(size)
    await expect(adminPage.locator('.rail [aria-current=page]')).toHaveText(new RegExp(tool))
    await expect(adminPage.getByRole('link', { name: /^Prayers/ })).toHaveAttribute('href', '/admin?tab=prayers')
    await expectAccessible(adminPage)
    await adminPage.getByRole('link', { name: 'Back to Users' }).click()
    await expect(adminPage).toHaveURL('/admin?tab=users&q=Ada')
  })

test('single keys can be turned off, and stay off', full, async ({ adminPage }) => {
  await openConsole(adminPage, 'users')
  await adminPage.keyboard.press('?')
  const keys = adminPage.getByRole('dialog', { name: 'Keyboard' })
  await keys.getByRole('checkbox', { name: /^Use single keys/ }).uncheck()
  await keys.getByRole('button', { name: 'Close' }).click()
  await expect(keys).toBeHidden()
  await adminPage.keyboard.press('f')
  await expect(adminPage.getByRole('searchbox')).not.toBeFocused()
  await adminPage.reload()
  await expect(adminPage.getByRole('searchbox')).toBeVisible()
  await adminPage.keyboard.press('f')
  await expect(adminPage.getByRole('searchbox')).not.toBeFocused()
  await adminPage.getByRole('button', { name: 'Keyboard' }).click()
  await keys.getByRole('checkbox', { name: /^Use single keys/ }).check()
  await keys.getByRole('button', { name: 'Close' }).click()
  await expect(keys).toBeHidden()
  await adminPage.keyboard.press('f')
  await expect(adminPage.getByRole('searchbox')).toBeFocused()
})

for (const size of [
  { width: 1280, height: 720 },
  { width: 768, height: 720 },
  { width: 390, height: 720 },
])
  test(`a toast covers no dialog button at ${size.width} × ${size.height}`, full, async ({ adminPage }) => {
    await adminPage.setViewportSize(size)
    for (const [tab, open] of [
      ['news', 'Create Article'],
      ['campaign-events', 'Create Event'],
    ] as const) {
      await adminPage.goto(`/admin?tab=${tab}`)
      await adminPage.getByRole('button', { name: open }).click()
      const dialog = adminPage.getByRole('dialog', { name: open })
      await dialog.getByRole('button', { name: open }).click()
      await expect(toasts(adminPage)).toBeVisible()
      for (const button of await dialog.getByRole('button').all()) {
        await button.scrollIntoViewIfNeeded()
        // A click on the middle of the button must hit the button.
        await button.click({ trial: true, timeout: 2000 })
        const [box, toast] = [await button.boundingBox(), await toasts(adminPage).boundingBox()]
        if (!box || !toast) throw new Error('The toast has left.')
        const isBeside = toast.y + toast.height <= box.y || box.y + box.height <= toast.y
        expect(isBeside || toast.x >= box.x + box.width || toast.x + toast.width <= box.x).toBe(true)
      }
    }
  })

test('the console footer shows the version, as /healthz does', full, async ({ adminPage }) => {
  await openConsole(adminPage, 'prayers')
  await expect(adminPage.getByText(`Version ${program.version}`)).toBeVisible()
})
