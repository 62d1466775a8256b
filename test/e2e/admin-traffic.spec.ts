import type { Page } from '@playwright/test'
import { openConsole, openFilters, rowOf } from './console.ts'
import { answer, hold, requestsFor } from './network.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const call = { method: 'GET', path: '/api/admin/traffic' } as const
const summaryCall = { method: 'GET', path: '/api/admin/traffic/summary' } as const

const log = {
  id: 1,
  timestamp: '2025-08-01T13:05:00.000Z',
  user: null,
  ipAddress: '203.0.113.9',
  location: null,
  sourceUrl: null,
  templateId: null,
  requestMethod: 'GET',
  requestPath: '/volunteer',
  responseStatus: 200,
  isUniqueVisit: true,
  isBot: false,
}
const person = { firstName: 'Ruth', lastName: 'Miller', email: 'ruth@example.org' }
const logs = [
  {
    ...log,
    id: 3,
    user: person,
    location: { city: 'Lafayette', region: 'Indiana', country: 'United States' },
    sourceUrl: 'https://news.example.org/politics?id=7',
    templateId: 'gen3_a81f',
  },
  { ...log, id: 2, requestPath: '/missing', responseStatus: 404, isBot: true, sourceUrl: 'javascript:alert(1)' },
]
const counts = (...names: string[]) =>
  names.map((name, place) => ({ name, visits: 60 - 10 * place, uniqueVisits: 30 - 5 * place }))
const summary = {
  from: '2025-07-31',
  to: '2025-08-01',
  days: [
    { day: '2025-07-31', visits: 1200, uniqueVisits: 300 },
    { day: '2025-08-01', visits: 34, uniqueVisits: 21 },
  ],
  pages: counts('/', '/volunteer', '/news', '/events', '/issues', '/about'),
  sources: counts('Direct', 'news.example.org'),
  countries: counts('United States', 'Unknown'),
  devices: counts('Phone', 'Computer'),
}

/** The charts are behind their summary, so that the list has the screen. */
const openOverview = (adminPage: Page) => adminPage.getByText('Overview', { exact: true }).click()

test('a visit is counted, and its request is in the list', main, async ({ adminPage, page }) => {
  await page.goto('/volunteer')
  await expect
    .poll(async () => {
      const answered = await adminPage.request.get('/api/admin/traffic?filter=unique:all,path:%2Fvolunteer')
      const { total }: { total: number } = await answered.json()
      return total
    })
    .toBeGreaterThan(0)
  await adminPage.goto('/admin?tab=traffic&unique=all&path=/volunteer')
  await expect(adminPage.getByRole('heading', { name: 'Unique Visits Monitoring' })).toBeVisible()
  await expect(rowOf(adminPage, 'GET /volunteer').first()).toContainText('Anonymous')
  await openOverview(adminPage)
  await expect(adminPage.getByRole('heading', { name: 'Visits per day' })).toBeVisible()
})

test('the columns read as specified', full, async ({ adminPage }) => {
  await answer(adminPage, call, { logs, total: 2 })
  await answer(adminPage, summaryCall, summary)
  await openConsole(adminPage, 'traffic')
  const table = adminPage.getByRole('region', { name: 'Table of unique visits monitoring' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Timestamp',
    'User',
    'IP Address',
    'Location',
    'Source',
    'Template',
    'Request',
    'Status',
  ])
  const cells = table.getByRole('row').nth(1).getByRole('cell')
  await expect(cells.first()).toHaveText(/^Aug 1, 2025 \d{1,2}:\d\d [AP]M$/)
  for (const [place, text] of [
    'Ruth Miller',
    '203.0.113.9',
    'Lafayette, Indiana, United States',
    'news.example.org',
    'gen3_a81f',
    'GET /volunteer',
    '200',
  ].entries())
    await expect(cells.nth(place + 1)).toHaveText(text)
  await expect(table.getByRole('link')).toHaveAttribute('href', 'https://news.example.org/politics?id=7')
  await expect(table.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer')
  const other = table.getByRole('row').nth(2)
  for (const text of ['Anonymous', 'Bot', 'Unknown', 'Direct', '–']) await expect(other).toContainText(text)
  await expect(other.getByText('404')).toHaveClass('badge badge-bad')
  await expect(adminPage.getByText('Showing 2 of 2 requests')).toBeVisible()
  await expectAccessible(adminPage)
})

test('the rule of uniqueness is stated, and DB-IP credited', full, async ({ adminPage }) => {
  await openConsole(adminPage, 'traffic')
  await expect(
    adminPage.getByText('First visit per IP in 24 hours, excluding API calls and authentication pages.'),
  ).toBeVisible()
  await openOverview(adminPage)
  await expect(adminPage.getByRole('link', { name: 'IP Geolocation by DB-IP' })).toHaveAttribute(
    'href',
    'https://db-ip.com',
  )
})

test('visits per day, pages, sources, countries and devices are counted', main, async ({ adminPage }) => {
  await answer(adminPage, call, { logs, total: 2 })
  await answer(adminPage, summaryCall, summary)
  await openConsole(adminPage, 'traffic')
  await openOverview(adminPage)
  await expect(adminPage.getByText('Jul 31, 2025 to Aug 1, 2025: 1,234 visits, 321 of them unique')).toBeVisible()
  const chart = adminPage.getByRole('slider', { name: 'Visits per day: day' })
  await chart.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', 'Jul 31, 2025, Visits 1,200, Unique visits 300')
  for (const name of ['/volunteer 50 25', 'Direct 60 30', 'United States 60 30', 'Computer 50 25'])
    await expect(adminPage.getByRole('row', { name })).toBeVisible()
  await expect(adminPage.getByRole('row', { name: '/about' })).toHaveCount(0)
  await adminPage.getByRole('button', { name: 'Show all 6 of top pages' }).click()
  await expect(adminPage.getByRole('row', { name: '/about 10 5' })).toBeVisible()
  await adminPage.getByText('Show the figures as a table').click()
  await expect(adminPage.getByRole('region', { name: 'Table of visits per day' }).getByRole('row').nth(2)).toHaveText(
    'Jul 31, 20251,200300',
  )
})

test('filters are in the address, and the days choose the figures, too', full, async ({ adminPage }) => {
  await openConsole(adminPage, 'traffic')
  await openOverview(adminPage)
  await expect(adminPage.getByRole('heading', { name: 'Visits per day' })).toBeVisible()
  await openFilters(adminPage)
  const lists = requestsFor(adminPage, call)
  const summaries = requestsFor(adminPage, summaryCall)
  await adminPage.getByRole('combobox', { name: 'Requests' }).selectOption('All requests')
  await expect(adminPage).toHaveURL('/admin?tab=traffic&unique=all')
  await adminPage.getByRole('combobox', { name: 'Status' }).selectOption('Errors (400 or more)')
  await expect(adminPage).toHaveURL(/status=error/)
  expect(summaries).toHaveLength(0)
  await adminPage.getByLabel('From').fill('2026-01-01')
  await adminPage.getByLabel('From').press('Enter')
  await expect(adminPage).toHaveURL(/from=2026-01-01/)
  await expect.poll(() => summaries.map((one) => new URL(one.url()).search)).toEqual(['?from=2026-01-01'])
  expect(new URL(lists.at(-1)?.url() ?? '').searchParams.get('filter')).toBe('unique:all,status:error,from:2026-01-01')
})

test('a rejected filter is explained and can be changed', full, async ({ adminPage }) => {
  await adminPage.goto('/admin?tab=traffic&bot=perhaps')
  await expect(adminPage.getByText('Error loading traffic: ')).toBeVisible()
  await adminPage.getByRole('combobox', { name: 'Sent by' }).selectOption('People')
  await expect(adminPage.getByRole('columnheader', { name: 'IP Address' })).toBeVisible()
})

test('traffic shows that it loads, then the error in the words of the specification', full, async ({ adminPage }) => {
  await answer(adminPage, call, { message: 'Out of order for a moment.' }, 503)
  const release = await hold(adminPage, call)
  await adminPage.goto('/admin?tab=traffic')
  await expect(adminPage.getByText('Loading…')).toBeVisible()
  release()
  await expect(adminPage.getByText('Error loading traffic: Out of order for a moment.')).toBeVisible()
  await adminPage.unrouteAll()
  await adminPage.getByRole('button', { name: 'Try again' }).click()
  await expect(adminPage.getByRole('columnheader', { name: 'IP Address' })).toBeVisible()
})

test('without visits, and without a connection, traffic says so once', full, async ({ adminPage }) => {
  await answer(adminPage, call, { logs: [], total: 0 })
  await openConsole(adminPage, 'traffic')
  await expect(adminPage.locator('.table-empty').getByText('No visits yet.')).toBeVisible()
  await adminPage.unrouteAll()
  await adminPage.route('**/api/admin/traffic**', (route) => route.abort())
  await adminPage.goto('/admin?tab=traffic')
  await expect(adminPage.getByRole('alert').filter({ hasText: 'The server cannot be reached right now.' })).toHaveCount(
    1,
  )
})
