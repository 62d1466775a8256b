import { openConsole, rowOf } from './console.ts'
import { answer, hold } from './network.ts'
import { approve, remove, submitPrayer } from './submissions.ts'
import { expect, expectAccessible, test } from './test.ts'

const log = { method: 'GET', path: '/api/admin/actions' } as const

test('the log shows a prayer’s approval and deletion, newest first', async ({ adminPage, request }) => {
  const { id } = await submitPrayer(request)
  await approve(adminPage, 'prayers', id)
  await remove(adminPage, 'prayers', id)
  await openConsole(adminPage, 'actions')
  for (const name of ['Timestamp', 'Admin', 'Action', 'Target User', 'Details'])
    await expect(adminPage.getByRole('columnheader', { name, exact: true })).toBeVisible()
  const rows = rowOf(adminPage, `"prayerId": ${id}\n`)
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Delete prayer')
  await expect(rows.last()).toContainText('Approve prayer')
  for (const row of await rows.all()) {
    await expect(row).toContainText('Ada Admin')
    await expect(row.getByRole('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M$/)
  }
  await expectAccessible(adminPage)
})

test('the log links a deleted item to its history', async ({ adminPage, request }) => {
  const { id, prayer } = await submitPrayer(request)
  await remove(adminPage, 'prayers', id)
  await openConsole(adminPage, 'actions')
  await rowOf(adminPage, `"prayerId": ${id}\n`)
    .getByRole('button', { name: `History of prayer ${id}` })
    .click()
  const dialog = adminPage.getByRole('dialog', { name: `History of prayer ${id}` })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog).toContainText('Prayer deleted')
  await expect(dialog).toContainText(prayer)
  await expect(dialog.getByRole('term')).toHaveText(['Status', 'First name', 'Email', 'Location', 'Prayer', 'Deleted'])
})

test('the log shows 50 actions per page', async ({ adminPage }) => {
  const action = {
    id: 1,
    timestamp: '2025-08-01T13:05:00.000Z',
    admin: null,
    action: 'Grant admin',
    targetUser: { firstName: 'Ruth', lastName: 'Miller', email: 'ruth@example.org' },
    details: { userId: 7 },
  }
  await answer(adminPage, log, { actions: [action], total: 51 })
  await openConsole(adminPage, 'actions')
  const row = rowOf(adminPage, 'Grant admin')
  await expect(row).toContainText('Server')
  await expect(row).toContainText('Ruth Miller')
  await expect(adminPage.getByText('Page 1 of 2, 51 actions in total.')).toBeVisible()
  await expect(adminPage.getByRole('button', { name: 'Newer' })).toBeDisabled()
  const asked = adminPage.waitForRequest('**/api/admin/actions?page=2&limit=50')
  await adminPage.getByRole('button', { name: 'Older' }).click()
  await asked
  await expect(adminPage.getByText('Page 2 of 2, 51 actions in total.')).toBeVisible()
  await expect(adminPage.getByRole('button', { name: 'Older' })).toBeDisabled()
})

test('an empty log shows a message', async ({ adminPage }) => {
  await answer(adminPage, log, { actions: [], total: 0 })
  await openConsole(adminPage, 'actions')
  await expect(adminPage.getByText('No actions yet.')).toBeVisible()
})

test('the log shows a loading message, then the error', async ({ adminPage }) => {
  await answer(adminPage, log, { message: 'Out of order for a moment.' }, 503)
  const release = await hold(adminPage, log)
  await adminPage.goto('/admin?tab=actions')
  await expect(adminPage.getByText('Loading actions…')).toBeVisible()
  release()
  await expect(adminPage.getByText('Error loading actions: Out of order for a moment.')).toBeVisible()
  await adminPage.unrouteAll()
  await adminPage.getByRole('button', { name: 'Try again' }).click()
  await expect(adminPage.getByRole('columnheader', { name: 'Target User' })).toBeVisible()
})
