import type { Page } from '@playwright/test'
import { admin } from './people.ts'
import { toasts } from './screen.ts'
import { expect, full, main, test } from './test.ts'

async function fill(page: Page, person: Record<string, string> = {}): Promise<void> {
  const typed = { 'First name': 'Ruth', 'Last name': 'Gray', Email: 'ruth@example.org', ...person }
  for (const [label, text] of Object.entries(typed)) await page.getByRole('textbox', { name: label }).fill(text)
}
const submit = (page: Page) => page.getByRole('button', { name: 'Join the Team' }).click()
const hydrated = (page: Page) =>
  expect(page.locator('form[aria-label="Volunteer sign-up"]')).toHaveJSProperty('noValidate', true)
const applications = (page: Page, firstName: string) =>
  expect.poll(async () => {
    const rows: { firstName: string }[] = await (await page.request.get('/api/admin/volunteers')).json()
    return rows.filter((row) => row.firstName === firstName)
  })

test('Volunteer HQ shows the form, the ways to help and the stats', main, async ({ page }) => {
  await page.goto('/volunteer')
  await expect(page.getByRole('heading', { level: 1, name: 'Volunteer HQ' })).toBeVisible()
  for (const way of ['Grassroots Organizing', 'Communications', 'Technology', 'Events'])
    await expect(page.getByRole('heading', { level: 3, name: way, exact: true })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '1,248' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Skills' })).toHaveAttribute('rows', '3')
  await expect(page.getByLabel('Availability').locator('option')).toHaveText([
    'Choose what suits you best',
    'Weekdays',
    'Weekends',
    'Evenings',
    'Flexible',
  ])
  await expect(page.getByRole('checkbox')).toHaveCount(6)
})

test(
  'an application is accepted, confirmed and counted, and the form is cleared',
  main,
  async ({ page, adminPage }) => {
    await page.goto('/volunteer')
    await hydrated(page)
    const count = async () => (await (await page.request.get('/api/volunteer-count')).json()).count
    const before = await count()
    await fill(page, {
      'First name': 'Tabitha 👩🏽‍🌾',
      Phone: '765 555 0100',
      'ZIP code': '02134',
      Skills: 'Drives a truck.',
    })
    await page.getByLabel('Availability').selectOption('Weekends')
    await page.getByRole('checkbox', { name: 'Canvassing' }).check()
    await page.getByRole('checkbox', { name: 'Research' }).check()
    const status = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/status'))
    await submit(page)
    const toast = page.getByRole('status').filter({ hasText: 'Welcome to the team!' })
    await expect(toast).toContainText('Your volunteer application has been submitted successfully.')
    await status
    expect(await count()).toBe(before + 1)
    await expect(page.locator('.stats dd').first()).toHaveText(String(before + 1))
    for (const label of ['First name', 'Last name', 'Email', 'Phone', 'ZIP code', 'Skills'])
      await expect(page.getByRole('textbox', { name: label })).toHaveValue('')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    await applications(adminPage, 'Tabitha 👩🏽‍🌾').toMatchObject([
      {
        phone: '765 555 0100',
        zipCode: '02134',
        availability: 'Weekends',
        interests: ['Canvassing', 'Research'],
        userId: null,
      },
    ])
  },
)

test('a blank or invalid field is marked, explained and focused, and nothing is sent', full, async ({ page }) => {
  await page.goto('/volunteer')
  await hydrated(page)
  await fill(page, { 'First name': '   ', Email: 'ruth@nowhere' })
  await submit(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Missing Information' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Gray')
})

test(
  'a rejection or a lost connection keeps the input; a retry does not duplicate it',
  main,
  async ({ page, adminPage }) => {
    await page.goto('/volunteer')
    await hydrated(page)
    await fill(page, { 'First name': 'Dorcas' })
    // The server accepts it, but its response is lost.
    await page.route(
      '**/api/volunteers',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await submit(page)
    await expect(page.getByText('Failed to submit volunteer application. Please try again.')).toBeVisible()
    await expect(
      page.getByText('The server cannot be reached right now. Everything you typed is still here.'),
    ).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Dorcas')
    await submit(page)
    await expect(toasts(page)).toContainText('Welcome to the team!')
    await applications(adminPage, 'Dorcas').toHaveLength(1)
  },
)

test(
  'the form is prefilled for a signed-in user, and a failed profile update does not block it',
  full,
  async ({ adminPage }) => {
    await adminPage.goto('/volunteer')
    await expect(adminPage.getByRole('textbox', { name: 'First name' })).toHaveValue(admin.firstName)
    await expect(adminPage.getByRole('textbox', { name: 'Last name' })).toHaveValue(admin.lastName)
    await expect(adminPage.getByRole('textbox', { name: 'Email' })).toHaveValue(admin.email)
    await adminPage.getByRole('textbox', { name: 'Phone' }).fill('765 555 0123')
    const sent: string[] = []
    await adminPage.route('**/api/profile', async (route) => {
      sent.push(String(route.request().postData()))
      await route.fulfill({ status: 503, json: { message: 'Not now.' } })
    })
    await submit(adminPage)
    await expect(toasts(adminPage)).toContainText('Welcome to the team!')
    expect(sent.map((body) => JSON.parse(body))).toMatchObject([
      { phone: '765 555 0123', address: '', city: '', state: '', zipCode: '' },
    ])
    await applications(adminPage, admin.firstName).toMatchObject([{ phone: '765 555 0123', userId: 1 }])
  },
)

test('the home page’s supporter tracker counts volunteers, from 20 supporters on', main, async ({ page }) => {
  await page.route('**/api/email-signup-count', (route) => route.fulfill({ json: { count: 12 } }))
  await page.route('**/api/volunteer-count', (route) => route.fulfill({ json: { count: 7 } }), { times: 1 })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Supporters' })).toHaveCount(0)
  await page.route('**/api/volunteer-count', (route) => route.fulfill({ json: { count: 8 } }))
  await page.reload()
  const tracker = page.getByRole('region', { name: 'Supporters' })
  await expect(tracker).toContainText('12')
  await expect(tracker).toContainText('8')
  await expect(tracker).toContainText('Next goal: 20')
})
