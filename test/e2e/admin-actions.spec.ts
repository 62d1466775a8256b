import { openConsole, openFilters, openRow, rowOf } from './console.ts'
import { answer, hold, requestsFor } from './network.ts'
import { expectErrorToast, expectToast } from './screen.ts'
import { approve, remove, submitPrayer } from './submissions.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const log = { method: 'GET', path: '/api/admin/actions' } as const
const sealCall = { method: 'GET', path: '/api/admin/seals' } as const
const verifyCall = { method: 'POST', path: '/api/admin/seals/verify' } as const

const ada = { firstName: 'Ada', lastName: 'Admin', email: 'admin@example.org' }
const action = {
  id: 1,
  timestamp: '2025-08-01T13:05:00.000Z',
  actor: { kind: 'admin', id: 1, name: 'Ada Admin' },
  admin: ada,
  action: 'Ban user',
  rights: ['accounts'],
  targetUser: { firstName: 'Ruth', lastName: 'Miller', email: 'ruth@example.org' },
  target: { topic: 'users', id: 7 },
  before: { isBanned: false, banReason: null },
  after: { isBanned: true, banReason: 'Threats' },
  details: { event: 'UserBanned', userId: 7 },
  ipAddress: '203.0.113.7',
}
const others = [
  {
    ...action,
    id: 2,
    action: 'Edit article',
    targetUser: null,
    target: { topic: 'news', id: 12 },
    before: { content: `${'We listen to every farm in the county. '.repeat(3)}Fiber comes next year.` },
    after: { content: `${'We listen to every farm in the county. '.repeat(3)}Fiber comes this year.` },
    details: { event: 'ArticleEdited', articleId: 12 },
  },
  {
    ...action,
    id: 3,
    actor: { kind: 'server', id: null, name: 'Server' },
    admin: null,
    action: 'Export emails',
    rights: ['export', 'people'],
    targetUser: null,
    target: null,
    before: null,
    after: null,
    details: { format: 'csv', rows: 1234 },
    ipAddress: null,
  },
]

const verified = {
  at: '2025-08-01T12:00:00.000Z',
  by: 'Ada Admin',
  upTo: '480',
  seals: 3,
  events: 480,
  unsealed: 2,
  isIntact: true,
  finding: 'Every event is exactly as sealed.',
}
const sealed = { upTo: '482', at: '2025-08-01T13:00:00.000Z' }

test('the log shows a prayer’s approval and deletion, newest first', main, async ({ adminPage, request }) => {
  const { id } = await submitPrayer(request)
  await approve(adminPage, 'prayers', id)
  await remove(adminPage, 'prayers', id)
  await openConsole(adminPage, 'actions')
  await expect(adminPage.getByRole('columnheader')).toHaveText([
    'Timestamp',
    'Admin',
    'Action',
    'Right',
    'Target User',
    'Details',
  ])
  const rows = rowOf(adminPage, `Prayer ${id}`).or(rowOf(adminPage, `prayer ${id}`))
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Delete prayer')
  await expect(rows.last()).toContainText('Approve prayer')
  for (const row of await rows.all()) {
    await expect(row).toContainText('Ada Admin')
    await expect(row).toContainText('Prayers')
    await expect(row.getByRole('time').first()).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M$/)
  }
  const details = await openRow(rows.last())
  await details.getByText('JSON').click()
  await expect(details.locator('pre')).toContainText(`"prayerId": ${id}`)
  await expectAccessible(adminPage)
})

test('the log links a deleted item to its history', main, async ({ adminPage, request }) => {
  const { id, prayer } = await submitPrayer(request)
  await remove(adminPage, 'prayers', id)
  await openConsole(adminPage, 'actions')
  await adminPage.getByRole('button', { name: `History of prayer ${id}`, exact: true }).click()
  const dialog = adminPage.getByRole('dialog', { name: `History of prayer ${id}` })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog).toContainText('Prayer deleted')
  await expect(dialog).toContainText(prayer)
})

test('an action shows its actor, its target and the change', full, async ({ adminPage }) => {
  await answer(adminPage, log, { actions: [action, ...others], total: 3 })
  await openConsole(adminPage, 'actions')
  const row = rowOf(adminPage, 'Ban user')
  for (const text of ['Ada Admin', 'Ruth Miller', 'user 7', 'Banned: No → Yes; Ban reason: empty → Threats'])
    await expect(row).toContainText(text)
  const ban = await openRow(row)
  for (const text of ['Ada Admin', 'admin@example.org', '203.0.113.7', 'Ruth Miller', 'user 7'])
    await expect(ban).toContainText(text)
  const changes = ban.locator('.changes')
  await expect(changes.getByRole('term')).toHaveText(['Banned', 'Ban reason'])
  await expect(changes.getByRole('definition').first()).toHaveText('Before: NoAfter: Yes')
  await expect(changes.getByRole('definition').last()).toHaveText('Before: emptyAfter: Threats')
  await expect(ban.locator('pre')).toBeHidden()
  await ban.getByText('JSON').press('Enter')
  await expect(ban.locator('pre')).toHaveText(JSON.stringify(action.details, null, 2))
  const edit = await openRow(rowOf(adminPage, 'Edit article'))
  await expect(edit.getByRole('deletion')).toHaveText('Before: next ')
  await expect(edit.getByRole('insertion')).toHaveText('After: this ')
  await expect(rowOf(adminPage, 'Export emails')).toContainText('Server')
  await expect(rowOf(adminPage, 'Export emails')).toContainText('Export and people')
  const exported = (await openRow(rowOf(adminPage, 'Export emails'))).locator('.changes')
  await expect(exported.getByRole('term')).toHaveText(['Format', 'Rows'])
  await expect(exported.getByRole('definition')).toHaveText(['csv', '1,234'])
  await expectAccessible(adminPage)
})

test('the log is filtered and searched, and the address keeps it', main, async ({ adminPage, request }) => {
  const { id } = await submitPrayer(request)
  await approve(adminPage, 'prayers', id)
  await openConsole(adminPage, 'actions')
  const asked = requestsFor(adminPage, log)
  await openFilters(adminPage)
  await adminPage.getByRole('combobox', { name: /^Admin/ }).selectOption('Ada Admin')
  await adminPage.getByRole('combobox', { name: 'Topic' }).selectOption('Prayer')
  await adminPage.getByRole('combobox', { name: /^Action/ }).fill('approve prayer')
  await adminPage.getByRole('combobox', { name: /^Action/ }).press('Enter')
  await adminPage.getByRole('combobox', { name: 'Right' }).fill('Prayers')
  await adminPage.getByRole('combobox', { name: 'Right' }).press('Enter')
  await expect(adminPage).toHaveURL(/admin=1&topic=prayers&action=approve.*&right=Prayers/)
  await expect(rowOf(adminPage, 'Approve prayer').first()).toBeVisible()
  await expect
    .poll(() => new URL(asked.at(-1)?.url() ?? 'http://none').searchParams.get('filter'))
    .toBe('admin:1,topic:prayers,action:approve%20prayer,right:Prayers')
  await adminPage.reload()
  await expect(adminPage.getByRole('combobox', { name: /^Admin/ })).toHaveValue('1')
  await adminPage.getByRole('combobox', { name: 'Topic' }).selectOption('Volunteer')
  await expect(adminPage.getByText('No rows match your search and filters.').first()).toBeVisible()
  await adminPage.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(adminPage).toHaveURL('/admin?tab=actions')
})

test('a rejected filter is explained and can be changed', full, async ({ adminPage }) => {
  await openConsole(adminPage, 'actions')
  await openFilters(adminPage)
  await adminPage.getByLabel('Target user ID').fill('Ruth')
  await adminPage.getByLabel('Target user ID').press('Enter')
  await expect(adminPage.getByText(/Error loading actions: .*Use a positive whole number/)).toBeVisible()
  await adminPage.getByLabel('Target user ID').fill('')
  await adminPage.getByLabel('Target user ID').press('Enter')
  await expect(adminPage.getByRole('columnheader', { name: 'Target User' })).toBeVisible()
})

test('the log shows 50 actions per page', full, async ({ adminPage }) => {
  await answer(adminPage, log, { actions: [action], total: 51 })
  await openConsole(adminPage, 'actions')
  await expect(adminPage.getByText('Showing 1 of 51 actions')).toBeVisible()
  const asked = adminPage.waitForRequest(/actions\?.*page=2&limit=50/)
  await adminPage.getByRole('button', { name: 'Next page' }).click()
  await asked
  await expect(adminPage).toHaveURL('/admin?tab=actions&page=2')
})

test('the log is verified against its seals', full, async ({ adminPage }) => {
  await openConsole(adminPage, 'actions')
  await adminPage.getByRole('button', { name: 'Verify now' }).click()
  await expectToast(adminPage, 'The log is intact')
  const seals = adminPage.getByRole('region', { name: 'Seals of the log' })
  await expect(seals).toContainText('Intact')
  await expect(seals).toContainText(/Checked .* by Ada Admin\./)
  await adminPage.reload()
  await expect(seals).toContainText('by Ada Admin')
})

test('the seals show how far the log is verified, and by which admin', full, async ({ adminPage }) => {
  await answer(adminPage, sealCall, { sealed, verified })
  await openConsole(adminPage, 'actions')
  const seals = adminPage.getByRole('region', { name: 'Seals of the log' })
  await expect(seals).toContainText('Verified up to event 480')
  await expect(seals).toContainText('Every event is exactly as sealed. 2 newer events were not sealed yet.')
  await expect(seals).toContainText('Sealed through event 482, Aug 1, 2025')
})

test('a log without seals or verifications says so', full, async ({ adminPage }) => {
  await answer(adminPage, sealCall, { sealed: null, verified: null })
  await openConsole(adminPage, 'actions')
  const seals = adminPage.getByRole('region', { name: 'Seals of the log' })
  await expect(seals).toContainText('Not verified yet')
  await expect(seals).toContainText('Nothing is sealed yet')
})

test('a log that was changed raises an alarm', full, async ({ adminPage }) => {
  const broken = { ...verified, isIntact: false, finding: 'Event 31 is not as it was sealed.' }
  await answer(adminPage, sealCall, { sealed, verified: null })
  await openConsole(adminPage, 'actions')
  await answer(adminPage, verifyCall, broken)
  await answer(adminPage, sealCall, { sealed, verified: broken })
  const release = await hold(adminPage, verifyCall)
  await adminPage.getByRole('button', { name: 'Verify now' }).click()
  await expect(adminPage.getByRole('button', { name: 'Verifying…' })).toBeDisabled()
  release()
  await expectErrorToast(adminPage, 'The log doesn’t match its seals', 'Event 31 is not as it was sealed.')
  const seals = adminPage.getByRole('region', { name: 'Seals of the log' })
  await expect(seals.getByRole('alert')).toContainText('The log was changed')
  await expectAccessible(adminPage)
})

test('a verification that cannot run says why', full, async ({ adminPage }) => {
  await answer(adminPage, verifyCall, { message: 'A verification is running already.' }, 409)
  await openConsole(adminPage, 'actions')
  await adminPage.getByRole('button', { name: 'Verify now' }).click()
  await expectErrorToast(adminPage, 'Error verifying the log', 'A verification is running already.')
  await expect(adminPage.getByRole('button', { name: 'Verify now' })).toBeEnabled()
})

test('an empty log shows a message', full, async ({ adminPage }) => {
  await answer(adminPage, log, { actions: [], total: 0 })
  await openConsole(adminPage, 'actions')
  await expect(adminPage.locator('.table-empty').getByText('No actions yet.')).toBeVisible()
})

test('the log shows that it loads, then the error', full, async ({ adminPage }) => {
  await answer(adminPage, log, { message: 'Out of order for a moment.' }, 503)
  const release = await hold(adminPage, log)
  await adminPage.goto('/admin?tab=actions')
  await expect(adminPage.getByText('Loading…')).toBeVisible()
  release()
  await expect(adminPage.getByText('Error loading actions: Out of order for a moment.')).toBeVisible()
  await adminPage.unrouteAll()
  await adminPage.getByRole('button', { name: 'Try again' }).click()
  await expect(adminPage.getByRole('columnheader', { name: 'Target User' })).toBeVisible()
})

test('without a connection, the log says so once', full, async ({ adminPage }) => {
  await adminPage.route('**/api/admin/{actions,seals}**', (route) => route.abort())
  await adminPage.goto('/admin?tab=actions')
  await expect(adminPage.getByRole('alert').filter({ hasText: 'The server cannot be reached right now.' })).toHaveCount(
    1,
  )
})
