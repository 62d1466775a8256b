import type { Page } from '@playwright/test'
import { openConsole } from './console.ts'
import { answer, hold } from './network.ts'
import { submitPrayer } from './submissions.ts'
import { expect, expectAccessible, full, main, phone, test } from './test.ts'

const call = { method: 'GET', path: '/api/admin/dashboard' } as const

const dayAt = (place: number) => new Date(Date.UTC(2025, 6, 3 + place)).toISOString().slice(0, 10)
const days = Array.from({ length: 30 }, (_, place) => ({
  day: dayAt(place),
  users: 1200 + place,
  activeUsers: 10 + place,
  sessions: place % 5,
  visits: 100 * (place % 7),
  uniqueVisits: 40 * (place % 7),
  hits: 1000 + place,
  signups: place % 3,
  volunteers: place % 2,
}))
const figures = {
  totalUsers: 1234,
  activeUsers: 56,
  totalSessions: 7,
  averageSession: 7200,
  totalTrafficToday: 8910,
  topCountries: [
    { country: 'United States', count: 5120 },
    { country: 'Canada', count: 91 },
  ],
  recentActivity: [
    {
      id: 2,
      action: 'Shared an article',
      page: '/news/7',
      createdAt: '2025-08-01T13:05:00.000Z',
      user: { firstName: 'Ruth', lastName: 'Miller' },
    },
    {
      id: 1,
      action: 'Opened the volunteer form',
      page: '/volunteer',
      createdAt: '2025-08-01T13:04:00.000Z',
      user: null,
    },
  ],
  days,
  marks: [
    { at: '2025-07-20T12:00:00.000Z', day: '2025-07-20', kind: 'article', title: 'Fiber for every farm' },
    { at: '2025-08-01T12:00:00.000Z', day: '2025-08-01', kind: 'mail', title: 'August update' },
  ],
  waiting: [
    { topic: 'prayers', count: 11, oldest: '2025-07-01T12:00:00.000Z' },
    { topic: 'appeals', count: 1, oldest: '2025-07-02T12:00:00.000Z' },
    { topic: 'moderation', count: 3, oldest: '2025-07-03T12:00:00.000Z' },
    { topic: 'endorsements', count: 9, oldest: '2025-07-04T12:00:00.000Z' },
  ],
}

test(
  'the dashboard of the running product has the four cards, and waiting items lead to their tabs',
  main,
  async ({ adminPage, request }) => {
    const { firstName } = await submitPrayer(request)
    await openConsole(adminPage, 'dashboard')
    for (const name of [
      'Total Users',
      'Active Users',
      'Total Sessions',
      'Traffic Today',
      'Top Countries',
      'Recent Activity',
    ])
      await expect(adminPage.getByRole('heading', { name, exact: true })).toBeVisible()
    await adminPage
      .getByRole('region', { name: 'Waiting for you' })
      .getByRole('link', { name: 'Review prayers' })
      .click()
    await expect(adminPage).toHaveURL('/admin?tab=prayers&status=pending')
    await expect(adminPage.getByRole('tab', { name: 'Prayers' })).toHaveAttribute('aria-selected', 'true')
    await expect(adminPage.getByRole('row').filter({ hasText: firstName })).toBeVisible()
    await adminPage.goBack()
    await expect(adminPage.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  },
)

test('a card has its number and its curve, and no empty row below', full, async ({ adminPage }) => {
  await answer(adminPage, call, figures)
  for (const width of [390, 1280]) {
    await adminPage.setViewportSize({ width, height: 844 })
    await openConsole(adminPage, 'dashboard')
    const card = adminPage.getByRole('listitem').filter({ hasText: 'Total Users' })
    const [tile, figure, curve] = await Promise.all(
      [card, card.locator('.stat-figure'), card.locator('figure')].map((part) => part.boundingBox()),
    )
    if (!tile || !figure || !curve) throw new Error('They are shown.')
    // Beside each other, or on a phone, where two cards are, below each other.
    if (width === 1280) expect(figure.x + figure.width).toBeLessThanOrEqual(curve.x)
    else expect(figure.y + figure.height).toBeLessThanOrEqual(curve.y)
    expect(tile.y + tile.height - (curve.y + curve.height)).toBeLessThanOrEqual(18)
  }
})

test('what waits is on the first screen of a phone', full, async ({ adminPage }) => {
  await answer(adminPage, call, figures)
  await adminPage.setViewportSize(phone)
  await openConsole(adminPage, 'dashboard')
  await expect(adminPage.getByRole('heading', { name: 'Waiting for you' })).toBeInViewport({ ratio: 1 })
})

test('each card says what it counts and has the curve of a week', full, async ({ adminPage }) => {
  await answer(adminPage, call, figures)
  await openConsole(adminPage, 'dashboard')
  for (const [title, total, sentence, week, curve] of [
    ['Total Users', '1,234', 'Accounts, not counting erased people.', '+7 this week', '1,223 to 1,229'],
    ['Active Users', '56', 'Seen in the last 30 days.', 'Up to 39 a day this week', '33 to 39'],
    ['Total Sessions', '7', 'Active right now. Average time signed in: 2 hours.', '17 sign-ins this week', '0 to 4'],
    ['Traffic Today', '8,910', 'pages, API calls and bots', '7,182 this week', '1,023 to 1,029'],
  ] as const) {
    const card = adminPage.getByRole('listitem').filter({ has: adminPage.getByRole('heading', { name: title }) })
    await expect(card.getByText(total, { exact: true })).toBeVisible()
    await expect(card).toContainText(week)
    await expect(card.getByText(sentence)).toBeHidden()
    await card.locator('summary', { hasText: `What ${title} counts` }).press('Enter')
    await expect(card.getByText(sentence)).toBeVisible()
    await expect(card.getByRole('figure')).toContainText(`last 7 days: ${curve}`)
  }
})

test('countries and activity read as specified', full, async ({ adminPage }) => {
  await answer(adminPage, call, figures)
  await openConsole(adminPage, 'dashboard')
  await expect(adminPage.getByRole('row', { name: 'United States 5,120' })).toBeVisible()
  const activity = adminPage.getByRole('region', { name: 'Recent Activity', exact: true })
  await expect(activity.getByRole('columnheader')).toHaveText(['Action', 'User', 'Page', 'Time'])
  const rows = activity.getByRole('row')
  await expect(rows.nth(1)).toContainText('Shared an articleRuth Miller/news/7')
  await expect(rows.nth(2)).toContainText('Anonymous')
  for (const time of await activity.getByRole('time').all())
    await expect(time).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d\d:\d\d$/)
})

test('little activity leaves no empty half of a tile', full, async ({ adminPage }) => {
  await answer(adminPage, call, figures)
  await openConsole(adminPage, 'dashboard')
  const activity = adminPage.getByRole('region', { name: 'Recent Activity', exact: true })
  const tile = await activity.locator('.tile').boundingBox()
  const last = await activity.getByRole('row').last().boundingBox()
  expect((tile?.y ?? 0) + (tile?.height ?? 0) - ((last?.y ?? 0) + (last?.height ?? 0))).toBeLessThan(24)
  const many = Array.from({ length: 60 }, (_, id) => ({ ...figures.recentActivity[0], id }))
  await answer(adminPage, call, { ...figures, recentActivity: many })
  await adminPage.reload()
  await expect(activity.getByRole('row')).toHaveCount(61)
  const [days, side] = await Promise.all([
    adminPage.getByRole('region', { name: /^The last/ }).boundingBox(),
    activity.boundingBox(),
  ])
  expect((side?.y ?? 0) + (side?.height ?? 0)).toBeLessThanOrEqual((days?.y ?? 0) + (days?.height ?? 0) + 1)
})

test('a day is chosen by keyboard, and the same figures are in a table', full, async ({ adminPage }) => {
  await answer(adminPage, call, figures)
  await openConsole(adminPage, 'dashboard')
  const chart = adminPage.getByRole('slider', { name: 'Visits, sign-ups and volunteers per day: day' })
  await expect(chart).toHaveAttribute(
    'aria-valuetext',
    'Aug 1, 2025, Visits 100, Unique visits 40, Sign-ups 2, Volunteers 1, Emails sent: August update',
  )
  await chart.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', /^Jul 31, 2025, Visits 0,/)
  await chart.press('Home')
  await expect(chart).toHaveAttribute('aria-valuetext', /^Jul 3, 2025,/)
  await adminPage.getByText('Show the figures as a table').click()
  const table = adminPage.getByRole('region', { name: 'Table of visits, sign-ups and volunteers per day' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await expect(table.getByRole('row').nth(1)).toHaveText('Aug 1, 20251004021Emails sent: August update')
  await expectAccessible(adminPage)
})

test('items that wait for a moderator lead to moderation', full, async ({ adminPage }) => {
  await answer(adminPage, call, figures)
  await openConsole(adminPage, 'dashboard')
  const waiting = adminPage.getByRole('region', { name: 'Waiting for you' }).getByRole('link')
  await expect(adminPage.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem')).toContainText([
    /11 prayers, oldest [\d,]+ d/,
    '1 appeal',
    '3 forum messages',
    '9 endorsements',
  ])
  await expect(waiting.nth(1)).toHaveAttribute('href', '/moderation?status=appealed')
  await expect(waiting.nth(2)).toHaveAttribute('href', '/moderation')
})

test('a new campaign sees zeros and says so', full, async ({ adminPage }) => {
  await answer(adminPage, call, {
    ...figures,
    totalUsers: 0,
    topCountries: [],
    recentActivity: [],
    marks: [],
    waiting: [],
    days: days.map(({ day }) => ({
      day,
      users: 0,
      activeUsers: 0,
      sessions: 0,
      visits: 0,
      uniqueVisits: 0,
      hits: 0,
      signups: 0,
      volunteers: 0,
    })),
  })
  await openConsole(adminPage, 'dashboard')
  await expect(adminPage.getByText('All clear. Nothing is waiting for a decision.')).toBeVisible()
  await expect(adminPage.getByText('No activity yet.')).toBeVisible()
  await expect(adminPage.getByText('No visits with a known country yet.')).toBeVisible()
  await expectAccessible(adminPage)
})

test('the dashboard shows that it loads, then the error, and can retry', full, async ({ adminPage }) => {
  await answer(adminPage, call, { message: 'Out of order for a moment.' }, 503)
  const release = await hold(adminPage, call)
  await adminPage.goto('/admin')
  await expect(adminPage.getByText('Loading dashboard…')).toBeVisible()
  release()
  await expect(adminPage.getByText('Error loading dashboard: Out of order for a moment.')).toBeVisible()
  await adminPage.unrouteAll()
  await adminPage.getByRole('button', { name: 'Try again' }).click()
  await expect(adminPage.getByRole('heading', { name: 'Total Users' })).toBeVisible()
})

test('without a connection, the dashboard says so', full, async ({ adminPage }) => {
  await adminPage.route('**/api/admin/dashboard', (route) => route.abort())
  await adminPage.goto('/admin')
  await expect(
    adminPage.getByRole('alert').filter({ hasText: 'The server cannot be reached right now.' }),
  ).toBeVisible()
})

const openSystem = (page: Page) => page.getByText('System: requests, commands, mails, memory and disk').click()

test('the System panel shows how the site runs, as curves and as a table', main, async ({ adminPage }) => {
  await openConsole(adminPage, 'dashboard')
  await openSystem(adminPage)
  const chart = adminPage.getByRole('slider', { name: 'System figures: last hour, by minute: time' })
  await expect(chart).toHaveAttribute('aria-valuetext', /Answered \(2xx\) [\d.]+, .*Memory \d+/)
  await adminPage.getByRole('combobox', { name: 'Period' }).selectOption('Last two years, by week')
  await expect(adminPage.getByRole('slider', { name: /^System figures: last two years, by week/ })).toBeVisible()
  const panel = adminPage.getByRole('group').filter({ hasText: 'System: requests' })
  await panel.getByText('Show the figures as a table').click()
  const table = panel.getByRole('region', { name: 'Table of system figures: last two years, by week' })
  await expect(table.getByRole('columnheader')).toHaveCount(15)
  await expect(table.getByRole('row').nth(1)).toContainText(/\d/)
  await expectAccessible(adminPage)
})

test('the System panel says when nothing was measured, and when it cannot tell', full, async ({ adminPage }) => {
  const metrics = { method: 'GET', path: '/api/admin/system-metrics' } as const
  await answer(adminPage, metrics, { step: 1, points: [] })
  await openConsole(adminPage, 'dashboard')
  await openSystem(adminPage)
  await expect(adminPage.getByText('Nothing was measured in this period.')).toBeVisible()
  await answer(adminPage, metrics, { error: 'Bad Gateway' }, 502)
  await adminPage.getByRole('combobox', { name: 'Period' }).selectOption('Last day, by quarter of an hour')
  await expect(adminPage.getByText(/Error loading the system figures/)).toBeVisible()
})
