import type { APIRequestContext } from '@playwright/test'
import program from '../../package.json' with { type: 'json' }
import { find, openConsole } from './console.ts'
import { answer, hold, requestsFor } from './network.ts'
import { newPerson, register } from './people.ts'
import { expectErrorToast, toasts } from './screen.ts'
import { submitEndorsement, submitPrayer } from './submissions.ts'
import { expect, full, main, test } from './test.ts'

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
  const release = await hold(adminPage, { method: 'GET', path: /^\/_astro\/AdminEndorsements/ })
  const rows = adminPage.waitForResponse((response) => new URL(response.url()).pathname === '/api/admin/endorsements')
  await adminPage.getByRole('tab', { name: 'Endorsements' }).click()
  await rows
  await expect(adminPage.getByRole('tabpanel', { name: 'Endorsements' })).toHaveText('Loading…')
  release()
  await expect(adminPage.getByRole('heading', { name: 'Endorsements' })).toBeVisible()
})

test('pressing a tab requests its script, and the rows wait until the tab is chosen', full, async ({ adminPage }) => {
  const rows = requestsFor(adminPage, { method: 'GET', path: '/api/admin/endorsements' })
  const scripts = requestsFor(adminPage, { method: 'GET', path: /^\/_astro\/AdminEndorsements/ })
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
  'on a phone the tabs are a row: arrows to the side move, and the chosen one is in view',
  full,
  async ({ adminPage }) => {
    await adminPage.setViewportSize({ width: 390, height: 720 })
    await openConsole(adminPage, 'actions')
    const actions = adminPage.getByRole('tab', { name: 'Actions' })
    await expect(actions).toBeInViewport({ ratio: 1 })
    await actions.focus()
    await adminPage.keyboard.press('ArrowLeft')
    await expect(adminPage.getByRole('tab', { name: 'Traffic' })).toBeFocused()
    await adminPage.keyboard.press('ArrowDown')
    await expect(adminPage.getByRole('tab', { name: 'Traffic' })).toBeFocused()
  },
)

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
