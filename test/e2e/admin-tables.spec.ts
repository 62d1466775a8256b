import type { Page } from '@playwright/test'
import { columnsOf, find, openConsole, openFilters, openRow, rowOf } from './console.ts'
import { answer, hold, requestsFor } from './network.ts'
import { newPerson, register } from './people.ts'
import { expectToast, tabTo } from './screen.ts'
import { submitPrayer } from './submissions.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const users = { method: 'GET', path: '/api/admin/users' } as const
const ruth = {
  firstName: 'Ruth',
  lastName: 'Ames',
  isActive: true,
  isAdmin: false,
  roles: [],
  isBanned: false,
  banReason: null,
  bannedUntil: null,
  isEmailVerified: false,
  createdAt: '2025-08-01T16:00:00.000Z',
  lastActiveAt: null,
  isErased: false,
  revision: 0,
}

declare global {
  interface Window {
    /** Number of rows that the table had, each time that changed. */
    rowCounts: number[]
  }
}

test('the rows on the screen come first, and the others follow by themselves', main, async ({ adminPage }) => {
  const people = Array.from({ length: 50 }, (_, at) => ({ ...ruth, id: at + 1, email: `ruth${at + 1}@example.org` }))
  await answer(adminPage, users, { users: people, total: 50 })
  await adminPage.addInitScript(() => {
    window.rowCounts = []
    new MutationObserver(() => {
      const count = document.querySelectorAll('.table tbody tr:not(:has(.skeleton))').length
      if (count > 0 && count !== window.rowCounts.at(-1)) window.rowCounts.push(count)
    }).observe(document, { childList: true, subtree: true })
  })
  await openConsole(adminPage, 'users')
  await expect(adminPage.getByRole('row')).toHaveCount(51)
  const [first = 0, ...others] = await adminPage.evaluate(() => window.rowCounts)
  const screen = adminPage.viewportSize()?.height ?? 0
  expect([first * 44 > screen - 200, first < 50, others]).toEqual([true, true, [50]])
  await adminPage.getByRole('button', { name: 'Edit user Ruth Ames' }).first().focus()
  await adminPage.keyboard.press('End')
  await expect(adminPage.getByRole('row').last().getByRole('button', { name: /^Edit/ })).toBeFocused()
  await expect(adminPage.getByRole('row').last()).toBeInViewport()
})

test('search, sort, filter and page are in the address; back and forward restore them', full, async ({ adminPage }) => {
  await answer(adminPage, users, { users: [{ ...ruth, id: 7, email: 'ruth@example.org' }], total: 130 })
  const asked = requestsFor(adminPage, users)
  const lastQuery = () => Object.fromEntries(new URL(asked.at(-1)?.url() ?? '').searchParams)
  const everything = { page: '1', limit: '50', sort: '-createdAt' }
  await openConsole(adminPage, 'users')
  expect(lastQuery()).toEqual(everything)

  const search = adminPage.getByRole('searchbox')
  const role = adminPage.getByRole('combobox', { name: 'Role', exact: true })
  await search.fill('ruth')
  await expect(adminPage).toHaveURL('/admin?tab=users&q=ruth')
  await role.selectOption('Admin')
  await expect(adminPage).toHaveURL('/admin?tab=users&q=ruth&role=admin')
  await adminPage.getByRole('button', { name: 'Email', exact: true }).click()
  await expect(adminPage.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending')
  await adminPage.getByRole('button', { name: 'Email', exact: true }).click()
  await expect(adminPage.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'descending')
  await adminPage.getByRole('button', { name: 'Next page' }).click()
  await adminPage.getByLabel('Page', { exact: true }).fill('3')
  await adminPage.keyboard.press('Enter')
  const address = '/admin?tab=users&q=ruth&role=admin&sort=-email&page=3'
  await expect(adminPage).toHaveURL(address)
  await expect.poll(lastQuery).toEqual({ page: '3', limit: '50', sort: '-email', q: 'ruth', filter: 'role:admin' })
  await expect(adminPage.getByRole('button', { name: 'Next page' })).toBeDisabled()

  await adminPage.goBack()
  await expect(adminPage.getByLabel('Page', { exact: true })).toHaveValue('2')
  for (let step = 0; step < 4; step += 1) await adminPage.goBack()
  await expect(adminPage).toHaveURL('/admin?tab=users&q=ruth')
  await expect(role).toHaveValue('')
  await expect(adminPage.getByRole('columnheader', { name: 'Joined' })).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(lastQuery).toEqual({ ...everything, q: 'ruth' })
  for (let step = 0; step < 5; step += 1) await adminPage.goForward()
  await expect(adminPage.getByLabel('Page', { exact: true })).toHaveValue('3')

  await adminPage.getByRole('tab', { name: 'News' }).click()
  await expect(adminPage).toHaveURL('/admin?tab=news')
  await adminPage.getByRole('tab', { name: 'Users' }).click()
  await expect(adminPage).toHaveURL(address)
  await adminPage.reload()
  await expect(search).toHaveValue('ruth')
  await expect(role).toHaveValue('admin')
  await expect(adminPage.getByLabel('Page', { exact: true })).toHaveValue('3')
  await expectAccessible(adminPage)
})

test('hidden columns stay hidden after a reload', full, async ({ adminPage }) => {
  await answer(adminPage, users, { users: [{ ...ruth, id: 7, email: 'ruth@example.org' }], total: 1 })
  await openConsole(adminPage, 'users')
  const menu = adminPage.getByText('Columns', { exact: true })
  const box = (name: string) => adminPage.getByRole('checkbox', { name, exact: true })
  await menu.click()
  await box('Email').uncheck()
  await adminPage.reload()
  await expect(rowOf(adminPage, 'Ruth Ames')).toBeVisible()
  expect(await columnsOf(adminPage)).toEqual(['User', 'Status', 'Role', 'Joined', 'Actions'])
  await menu.click()
  await expect(box('Status')).toBeChecked()
  await expectAccessible(adminPage)
  // On a phone, where rows are cards, there is no choice of columns.
  await menu.click()
  await box('Email').check()
  await adminPage.keyboard.press('Escape')
  await expect(box('Email')).toBeHidden()
  expect(await columnsOf(adminPage)).toContain('Email')
})

const naomi = {
  id: 7,
  userId: null,
  firstName: 'Naomi',
  lastName: 'Ames',
  email: 'volunteer.nine@example.org',
  phone: '765 555 0100',
  skills: 'Drives a truck, '.repeat(12),
  availability: 'Evenings',
  interests: ['Canvassing', 'Phone Banking', 'Event Planning', 'Digital Marketing', 'Research'],
  aiSkillMatch: [],
  isDeleted: false,
  isErased: false,
  createdAt: ruth.createdAt,
  revision: 0,
}

/** Number of rows of the table that can be read without scrolling. */
const rowsInView = (adminPage: Page) =>
  adminPage.locator('.table-scroll').evaluate((scroll) => {
    const end = Math.min(scroll.getBoundingClientRect().bottom, innerHeight)
    return [...scroll.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= end + 1)
      .length
  })

const prayer = {
  firstName: 'Ruth',
  email: 'ruth@example.org',
  location: 'Crawfordsville',
  prayer: 'For my brother, who starts a new job on Monday after a long search. '.repeat(3),
  isApproved: false,
  status: 'pending',
  rejectionReason: null,
  isErased: false,
  createdAt: ruth.createdAt,
  revision: 0,
}
const action = {
  timestamp: ruth.createdAt,
  actor: { kind: 'admin', id: 1, name: 'Ada Admin' },
  admin: { firstName: 'Ada', lastName: 'Admin', email: 'admin@example.org' },
  action: 'Edit volunteer',
  rights: ['volunteers'],
  targetUser: null,
  target: { topic: 'volunteers', id: 7 },
  before: { skills: 'Drives a van. '.repeat(9), availability: 'Evenings' },
  after: { skills: 'Drives a truck. '.repeat(9), availability: 'Weekends' },
  details: { event: 'VolunteerEdited' },
  ipAddress: '203.0.113.7',
}
const visit = {
  timestamp: ruth.createdAt,
  user: null,
  ipAddress: '203.0.113.9',
  location: { city: 'Lafayette', region: 'Indiana', country: 'United States' },
  sourceUrl: 'https://news.example.org/politics',
  templateId: 'gen3_a81f',
  requestMethod: 'GET',
  requestPath: `/forum/${'a'.repeat(60)}`,
  responseStatus: 200,
  isUniqueVisit: true,
  isBot: false,
}
const many = <Row extends object>(row: Row) => Array.from({ length: 30 }, (_, at) => ({ ...row, id: at + 1 }))

for (const { tab, path, rows, min } of [
  {
    tab: 'users',
    path: '/api/admin/users',
    rows: { users: many(ruth).map((user) => ({ ...user, email: `ruth${user.id}@example.org` })), total: 30 },
    min: 12,
  },
  { tab: 'volunteers', path: '/api/admin/volunteers', rows: many(naomi), min: 12 },
  { tab: 'prayers', path: '/api/admin/prayers', rows: many(prayer), min: 12 },
  { tab: 'actions', path: '/api/admin/actions', rows: { actions: many(action), total: 30 }, min: 12 },
  { tab: 'traffic', path: '/api/admin/traffic', rows: { logs: many(visit), total: 30 }, min: 8 },
] as const)
  test(`at 1280 × 800 at least ${min} rows of ${tab} are in view, a line each`, full, async ({ adminPage }) => {
    await answer(adminPage, { method: 'GET', path }, rows)
    await adminPage.setViewportSize({ width: 1280, height: 800 })
    await openConsole(adminPage, tab)
    await expect(adminPage.getByRole('row')).toHaveCount(31)
    expect(await rowsInView(adminPage)).toBeGreaterThanOrEqual(min)
    const scroll = adminPage.locator('.table-scroll')
    for (const width of [1280, 1000, 820]) {
      await adminPage.setViewportSize({ width, height: 800 })
      const heights = await scroll.locator('tbody tr').evaluateAll((all) => all.map((row) => row.clientHeight))
      expect(new Set(heights)).toEqual(new Set([44]))
      expect(await scroll.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    }
  })

/** The left and right edge of each column that is shown. */
const columnEdges = (adminPage: Page) =>
  adminPage
    .locator('thead th:visible')
    .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect()).map(({ left, right }) => [left, right]))

test('an opened row leaves every column where it is', full, async ({ adminPage }) => {
  const people = many(ruth).map((user) => ({ ...user, email: `ruth${user.id}@example.org` }))
  await answer(adminPage, users, { users: people, total: 30 })
  for (const width of [1280, 820]) {
    await adminPage.setViewportSize({ width, height: 800 })
    await openConsole(adminPage, 'users')
    const before = await columnEdges(adminPage)
    const row = adminPage.getByRole('row').nth(1)
    const details = await openRow(row)
    await expect(details).toContainText('Ruth Ames ID: 1')
    expect(await columnEdges(adminPage)).toEqual(before)
    const [line, opened] = await Promise.all([row.boundingBox(), details.locator('td').boundingBox()])
    expect(opened?.width).toBe(line?.width)
  }
})

test('while rows load, the columns are where they will be', full, async ({ adminPage }) => {
  await answer(adminPage, { method: 'GET', path: '/api/admin/volunteers' }, many(naomi))
  const release = await hold(adminPage, { method: 'GET', path: '/api/admin/volunteers' })
  await adminPage.setViewportSize({ width: 1280, height: 800 })
  await adminPage.goto('/admin?tab=volunteers')
  await expect(adminPage.locator('.table .skeleton').first()).toBeVisible()
  const before = await columnEdges(adminPage)
  release()
  await expect(adminPage.getByRole('row')).toHaveCount(31)
  expect(await columnEdges(adminPage)).toEqual(before)
})

for (const { tab, path, rows, cell, min } of [
  { tab: 'volunteers', path: '/api/admin/volunteers', rows: many(naomi), cell: 'skills', min: 150 },
  { tab: 'prayers', path: '/api/admin/prayers', rows: many(prayer), cell: 'prayer', min: 180 },
  {
    tab: 'traffic',
    path: '/api/admin/traffic',
    rows: { logs: many(visit), total: 30 },
    cell: 'request',
    min: 150,
  },
] as const)
  test(`at 1280 the ${cell} in the list of ${tab} can be read`, full, async ({ adminPage }) => {
    await answer(adminPage, { method: 'GET', path }, rows)
    await adminPage.setViewportSize({ width: 1280, height: 800 })
    await openConsole(adminPage, tab)
    expect((await adminPage.locator(`td.cell-${cell}`).first().boundingBox())?.width).toBeGreaterThanOrEqual(min)
  })

test('on a phone a cancelled event shows its time in full, and a request its path', full, async ({ adminPage }) => {
  const times = { eventDate: '2026-12-06', startTime: '07:00', endTime: null, startsAt: ruth.createdAt }
  const event = { id: 5, title: 'Breakfast at the grain elevator', description: null, location: 'Monon', ...times }
  const state = { category: 'campaign', status: 'cancelled', capacity: null, seatsLeft: null, imageUrl: null }
  const rest = { endsAt: ruth.createdAt, isActive: true, isDeleted: false, seatsTaken: 0, waiting: 0, revision: 1 }
  const row = { ...event, ...state, ...rest, createdAt: ruth.createdAt }
  await answer(adminPage, { method: 'GET', path: '/api/admin/events' }, [row])
  await answer(adminPage, { method: 'GET', path: '/api/admin/traffic' }, { logs: many(visit), total: 30 })
  await adminPage.setViewportSize({ width: 390, height: 844 })
  await openConsole(adminPage, 'campaign-events')
  const time = adminPage.locator('td.cell-eventDate > div')
  await expect(time).toContainText('Dec 6, 2026 7:00 AM')
  expect(await time.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  // Beside them, the choice of columns needs no line of its own.
  await adminPage.setViewportSize({ width: 820, height: 844 })
  const [search, choice] = await Promise.all(
    [adminPage.getByRole('searchbox'), adminPage.getByText('Columns', { exact: true })].map((part) =>
      part.boundingBox(),
    ),
  )
  expect(Math.abs((choice?.y ?? 0) - (search?.y ?? 0))).toBeLessThan(20)
  await adminPage.setViewportSize({ width: 390, height: 844 })
  await openConsole(adminPage, 'traffic')
  await expect(adminPage.getByText(/^GET \/forum/).first()).toBeVisible()
})

test('a row opens in place and says everything', main, async ({ adminPage }) => {
  await answer(adminPage, { method: 'GET', path: '/api/admin/volunteers' }, [naomi])
  await openConsole(adminPage, 'volunteers')
  const row = rowOf(adminPage, 'Naomi Ames')
  await expect(row.locator('.cell-interests')).toHaveText('CanvassingPhone Banking+3')
  await expect(row.getByRole('link', { name: naomi.email })).toHaveAttribute('href', `mailto:${naomi.email}`)
  const details = await openRow(row)
  await expect(details.getByRole('link', { name: naomi.phone })).toHaveAttribute('href', 'tel:7655550100')
  await expect(details).toContainText(naomi.skills.trim())
  for (const interest of naomi.interests) await expect(details).toContainText(interest)
  await expectAccessible(adminPage)
  await row.getByRole('button', { name: 'More about volunteer Naomi Ames' }).press('Enter')
  await expect(details).toHaveCount(0)
  await row.getByText('Evenings').click()
  await expect(details).toContainText('Research')
})

test('on a phone a row is a compact card, with one action and a menu of the others', full, async ({ adminPage }) => {
  await answer(adminPage, { method: 'GET', path: '/api/admin/prayers' }, many(prayer))
  await adminPage.setViewportSize({ width: 390, height: 844 })
  await openConsole(adminPage, 'prayers')
  const row = adminPage.getByRole('row').nth(1)
  await expect(row.getByText('Pending')).toBeVisible()
  await expect(row.getByText('Crawfordsville')).toBeHidden()
  await expect(row.getByRole('button', { name: /^Approve/ })).toHaveText('Approve')
  await expect(row.getByRole('button', { name: /^Reject/ })).toBeHidden()
  expect((await row.boundingBox())?.height).toBeLessThan(150)
  const details = await openRow(row)
  await expect(details).toContainText('Crawfordsville')
  await expect(row.getByRole('button', { name: /^Reject/ })).toHaveText('Reject')
  await expectAccessible(adminPage, [{ width: 390, height: 844 }])
})

test('on a phone an action is named first, and a reply shows its words', full, async ({ adminPage }) => {
  await answer(adminPage, { method: 'GET', path: '/api/admin/actions' }, { actions: [{ ...action, id: 1 }], total: 1 })
  const message = { id: 3, title: null, content: 'Ours washes out too.', contentType: 'post', threadId: 2 }
  const more = { status: 'approved', authorId: 2, authorName: 'Ruth Ames', isDeleted: false, createdAt: ruth.createdAt }
  await answer(adminPage, { method: 'GET', path: '/api/admin/forum/messages' }, [{ ...message, ...more }])
  await adminPage.setViewportSize({ width: 390, height: 844 })
  await openConsole(adminPage, 'actions')
  const row = adminPage.getByRole('row').last()
  const [name, time] = await Promise.all([
    row.getByText('Edit volunteer').first().boundingBox(),
    row.getByRole('time').boundingBox(),
  ])
  expect(name?.y).toBeLessThan(time?.y ?? 0)
  await openConsole(adminPage, 'forum')
  await expect(adminPage.getByText('Ours washes out too.').first()).toBeVisible()
})

test('an author without an account has the number that readers see', full, async ({ adminPage }) => {
  const message = { title: null, content: 'Ours washes out too.', contentType: 'post', threadId: 2, status: 'approved' }
  const more = { authorName: null, isDeleted: false, createdAt: ruth.createdAt }
  await answer(adminPage, { method: 'GET', path: '/api/admin/forum/messages' }, [
    { ...message, ...more, id: 3, authorId: 7 },
    { ...message, ...more, id: 4, authorId: null },
  ])
  await openConsole(adminPage, 'forum')
  await expect(adminPage.getByRole('row').nth(1)).toContainText('Author #7')
  await expect(adminPage.getByRole('row').nth(2)).toContainText('Deleted user')
})

for (const tab of ['users', 'endorsements'] as const)
  test(`on a phone the chosen order of ${tab} can be read in full`, full, async ({ adminPage }) => {
    await adminPage.setViewportSize({ width: 390, height: 844 })
    await openConsole(adminPage, tab)
    await openFilters(adminPage)
    const widths = await adminPage.getByLabel('Sort by').evaluate((field) => {
      const copy = document.body.appendChild(field.cloneNode(true))
      if (!(copy instanceof HTMLElement)) throw new Error('There is no such field.')
      copy.style.cssText = `position: fixed; width: max-content; font: ${getComputedStyle(field).font}; padding: ${getComputedStyle(field).padding}`
      const needed = copy.getBoundingClientRect().width
      copy.remove()
      return { needed, given: field.getBoundingClientRect().width }
    })
    expect(widths.given).toBeGreaterThanOrEqual(widths.needed)
  })

test('on a phone filters are in a sheet, and the button counts them', full, async ({ adminPage }) => {
  await answer(adminPage, users, { users: [{ ...ruth, id: 7, email: 'ruth@example.org' }], total: 1 })
  await adminPage.setViewportSize({ width: 390, height: 844 })
  await openConsole(adminPage, 'users')
  await openFilters(adminPage)
  const sheet = adminPage.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Status').selectOption('Active')
  await sheet.getByLabel('Role').selectOption('Admin')
  await expectAccessible(adminPage, [{ width: 390, height: 844 }])
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(adminPage.getByRole('button', { name: 'Filters (2)' })).toBeFocused()
  await expect(adminPage).toHaveURL('/admin?tab=users&status=active&role=admin')
})

test('an address with an unknown tab says so', full, async ({ adminPage }) => {
  await adminPage.goto('/admin?tab=nonsense')
  await expect(adminPage.getByRole('heading', { name: 'Tab not found' })).toBeVisible()
  await expectAccessible(adminPage)
  await adminPage.getByRole('tab', { name: 'Genetics' }).click()
  await expect(adminPage.getByRole('heading', { name: 'Genetics' })).toBeVisible()
})

test('the keys: f searches, ? explains, arrows move between rows', main, async ({ adminPage }) => {
  const rows = [7, 8, 9].map((id) => ({ ...ruth, id, email: `ruth${id}@example.org`, firstName: `Ruth ${id}` }))
  await answer(adminPage, users, { users: rows, total: 3 })
  await openConsole(adminPage, 'users')
  await adminPage.keyboard.press('f')
  await expect(adminPage.getByRole('searchbox')).toBeFocused()
  await expect(adminPage.getByRole('searchbox')).toHaveValue('')
  const edit = (id: number) => adminPage.getByRole('button', { name: `Edit user Ruth ${id} Ames` })
  await edit(7).focus()
  for (const [key, id] of [
    ['ArrowDown', 8],
    ['End', 9],
    ['ArrowUp', 8],
    ['Home', 7],
  ] as const) {
    await adminPage.keyboard.press(key)
    await expect(edit(id)).toBeFocused()
  }
  await adminPage.keyboard.press('?')
  const keys = adminPage.getByRole('dialog', { name: 'Keyboard' })
  await expect(keys).toBeVisible()
  await expectAccessible(adminPage)
  await adminPage.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await expect(edit(7)).toBeFocused()
})

test('approving, editing and banning work by keyboard alone', main, async ({ adminPage, request }) => {
  const { firstName } = await submitPrayer(request)
  const person = newPerson()
  await register(request, person)
  const { keyboard } = adminPage
  await find(adminPage, 'prayers', firstName)
  await tabTo(adminPage, adminPage.getByRole('button', { name: /^Approve prayer/ }))
  await keyboard.press('Enter')
  await expectToast(adminPage, 'Prayer approved successfully')

  await find(adminPage, 'users', person.email)
  await tabTo(adminPage, adminPage.getByRole('button', { name: /^Edit user/ }))
  await keyboard.press('Enter')
  const editor = adminPage.getByRole('dialog', { name: 'Edit User' })
  await expect(editor.getByLabel('First name')).toBeFocused()
  await keyboard.type('Anew ')
  await tabTo(adminPage, editor.getByRole('switch', { name: 'Email verified' }))
  await keyboard.press('Space')
  await tabTo(adminPage, editor.getByRole('button', { name: 'Save User' }))
  await keyboard.press('Enter')
  await expectToast(adminPage, 'User updated successfully')
  const row = rowOf(adminPage, person.email)
  await expect(row.getByRole('button', { name: /^Edit user/ })).toBeFocused()
  await expect(row.locator('.badge')).toHaveText(['Active', 'Verified', 'User'])

  await tabTo(adminPage, row.getByRole('button', { name: /^Ban user/ }))
  await keyboard.press('Enter')
  const ban = adminPage.getByRole('dialog', { name: /^Ban/ })
  await expect(ban.getByLabel('Reason')).toBeFocused()
  await keyboard.type('Sells lamps.')
  await tabTo(adminPage, ban.getByRole('button', { name: 'Ban user' }))
  await keyboard.press('Enter')
  await expectToast(adminPage, 'User ban status updated')
  await expect(row.getByRole('button', { name: /^Unban user/ })).toBeFocused()
  await expect(await openRow(row)).toContainText('Sells lamps.')
})
