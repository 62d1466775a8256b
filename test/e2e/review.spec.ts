import { openConsole, rowOf } from './console.ts'
import { answer, hold, requestsFor } from './network.ts'
import { unique } from './people.ts'
import { expectErrorToast, expectToast, tabTo } from './screen.ts'
import { remove, submitEndorsement, submitPrayer } from './submissions.ts'
import { expect, expectAccessible, test } from './test.ts'

const createdAt = '2025-08-01T16:00:00.000Z'

/** The two tables where admins review what visitors sent. */
const topics = [
  {
    topic: 'prayers',
    noun: 'prayer',
    Noun: 'Prayer',
    columns: ['Name', 'Email', 'Location', 'Prayer', 'Status', 'Submitted', 'Actions'],
    row: {
      firstName: 'Ruth',
      email: null,
      location: null,
      prayer: 'For rain',
      isApproved: true,
      isErased: false,
      createdAt,
    },
    async submit(request: Parameters<typeof submitPrayer>[0], words = unique('For rain')) {
      const { id, firstName } = await submitPrayer(request, { prayer: words })
      return { id, name: firstName }
    },
  },
  {
    topic: 'endorsements',
    noun: 'endorsement',
    Noun: 'Endorsement',
    columns: ['Name', 'Email', 'Title', 'Endorsement', 'Status', 'Submitted', 'Actions'],
    row: {
      name: 'Ruth',
      email: 'ruth@example.org',
      title: '',
      endorsementText: '',
      isApproved: true,
      isErased: false,
      createdAt,
    },
    async submit(request: Parameters<typeof submitEndorsement>[0], words = unique('Keeps a promise')) {
      const { id, name } = await submitEndorsement(request, { endorsementText: words })
      return { id, name }
    },
  },
] as const

for (const { topic, noun, Noun, columns, row: sample, submit } of topics) {
  const list = { method: 'GET', path: `/api/admin/${topic}` } as const
  const approval = { method: 'POST', path: new RegExp(`^/api/admin/${topic}/\\d+/approve$`) } as const
  const deletion = { method: 'DELETE', path: new RegExp(`^/api/admin/${topic}/\\d+$`) } as const

  test.describe(topic, () => {
    test('a row shows who sent what, and that it is pending', async ({ adminPage, request }) => {
      const start = unique('It rained')
      const words = `${start} ${'and rained '.repeat(20)}`.trim()
      const { name } = await submit(request, words)
      await openConsole(adminPage, topic)
      const headers = adminPage.getByRole('columnheader')
      for (const [index, column] of columns.entries()) await expect(headers.nth(index)).toContainText(column)
      const row = rowOf(adminPage, name)
      await expect(row).toContainText('Pending')
      await expect(row).toContainText(`${words.slice(0, 100)}…`)
      await expect(row).not.toContainText(words.slice(0, 101))
      await expect(row).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/)
      await expectAccessible(adminPage)
    })

    test('approving is confirmed and cannot be repeated', async ({ adminPage, request }) => {
      const { name } = await submit(request)
      const sent = requestsFor(adminPage, approval)
      const release = await hold(adminPage, approval)
      await openConsole(adminPage, topic)
      const row = rowOf(adminPage, name)
      await row.getByRole('button', { name: `Approve ${noun} of ${name}` }).dblclick()
      release()
      await expectToast(adminPage, `${Noun} approved successfully`)
      await expect(row).toContainText('Approved')
      await expect(row.getByRole('button', { name: 'Approve' })).toHaveCount(0)
      expect(sent).toHaveLength(1)
    })

    test('deleting asks first', async ({ adminPage, request }) => {
      const { name } = await submit(request)
      await openConsole(adminPage, topic)
      const row = rowOf(adminPage, name)
      const trash = row.getByRole('button', { name: `Delete ${noun} of ${name}` })
      const dialog = adminPage.getByRole('alertdialog', { name: `Are you sure you want to delete this ${noun}?` })
      await trash.click()
      await expectAccessible(adminPage)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
      await expect(row).toBeVisible()

      await trash.click()
      await dialog.getByRole('button', { name: `Delete ${noun}` }).click()
      await expectToast(adminPage, `${Noun} deleted successfully`)
      await expect(row).toHaveCount(0)
      await adminPage.reload()
      await expect(adminPage.getByRole('tabpanel').locator('[aria-busy=false]')).toBeVisible()
      await expect(row).toHaveCount(0)
    })

    test('approving and deleting work by keyboard alone', async ({ adminPage, request }) => {
      const { name } = await submit(request)
      await openConsole(adminPage, topic)
      await tabTo(adminPage, adminPage.getByRole('searchbox'))
      await adminPage.keyboard.type(name)
      const row = rowOf(adminPage, name)
      await tabTo(adminPage, row.getByRole('button', { name: 'Approve' }))
      await adminPage.keyboard.press('Enter')
      await expect(row).toContainText('Approved')
      await expect(row.getByRole('button', { name: 'History' })).toBeFocused()

      await tabTo(adminPage, row.getByRole('button', { name: 'Delete' }))
      const dialog = adminPage.getByRole('alertdialog')
      await adminPage.keyboard.press('Enter')
      await expect(dialog).toBeVisible()
      await adminPage.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(row.getByRole('button', { name: 'Delete' })).toBeFocused()

      await adminPage.keyboard.press('Enter')
      await tabTo(adminPage, dialog.getByRole('button', { name: `Delete ${noun}` }))
      await adminPage.keyboard.press('Enter')
      await expect(row).toHaveCount(0)
      await expect(adminPage.getByRole('searchbox')).toBeFocused()
    })

    test('a failure shows the server’s message, and the row stays', async ({ adminPage, request }) => {
      const { name } = await submit(request)
      await answer(adminPage, approval, { message: 'Out of order for a moment.' }, 503)
      await answer(adminPage, deletion, {}, 500)
      await openConsole(adminPage, topic)
      const row = rowOf(adminPage, name)
      await row.getByRole('button', { name: 'Approve' }).click()
      await expectErrorToast(adminPage, `Error approving ${noun}`, 'Out of order for a moment.')
      await row.getByRole('button', { name: 'Delete' }).click()
      await adminPage
        .getByRole('alertdialog')
        .getByRole('button', { name: `Delete ${noun}` })
        .click()
      await expectErrorToast(adminPage, `Error deleting ${noun}`, 'Please try again.')
      await expect(row).toContainText('Pending')
    })

    test('a row with erased data is marked Erased and cannot be approved', async ({ adminPage }) => {
      const list = { method: 'GET', path: `/api/admin/${topic}` } as const
      await answer(adminPage, list, [{ ...sample, id: 7, isApproved: false, isErased: true }])
      await openConsole(adminPage, topic)
      await expect(rowOf(adminPage, 'Ruth').locator('.badge')).toHaveText('Erased')
      const names = await rowOf(adminPage, 'Ruth')
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
      expect(names).toEqual([`History of the ${noun} of Ruth`, `Delete ${noun} of Ruth`])
    })

    test('a row deleted meanwhile cannot be approved', async ({ adminPage, request }) => {
      const { id, name } = await submit(request)
      await openConsole(adminPage, topic)
      await remove(adminPage, topic, id)
      await rowOf(adminPage, name).getByRole('button', { name: 'Approve' }).click()
      await expectErrorToast(adminPage, `Error approving ${noun}`, `${Noun} not found.`)
    })

    test('the table shows placeholders while it loads, then the error', async ({ adminPage }) => {
      await answer(adminPage, list, { message: 'Out of order for a moment.' }, 503)
      const release = await hold(adminPage, list)
      await adminPage.goto(`/admin?tab=${topic}`)
      await expect(adminPage.locator('[aria-busy=true] .skeleton').first()).toBeVisible()
      release()
      await expect(adminPage.getByText(`Error loading ${topic}: Out of order for a moment.`)).toBeVisible()
      await adminPage.unrouteAll()
      await answer(adminPage, list, [])
      await adminPage.getByRole('button', { name: 'Try again' }).click()
      await expect(adminPage.getByText(`No ${topic} found.`)).toBeVisible()
    })

    test('rows can be searched, sorted and loaded page by page', async ({ adminPage }) => {
      const named = (id: number) => ({ ...sample, id, firstName: `Neighbor ${id}`, name: `Neighbor ${id}` })
      const newest = Array.from({ length: 50 }, (_, index) => named(52 - index))
      await answer(adminPage, list, newest)
      await openConsole(adminPage, topic)
      await expect(adminPage.getByText('Showing the newest 50 rows.')).toBeVisible()
      const asked = adminPage.waitForRequest((request) => request.url().includes('before=3'))
      await answer(adminPage, list, [named(2), named(1)])
      await adminPage.getByRole('button', { name: 'Load more' }).click()
      await asked
      await expect(adminPage.getByText('Showing 52 rows.')).toBeVisible()
      await expect(adminPage.getByRole('button', { name: 'Load more' })).toHaveCount(0)

      const first = adminPage.getByRole('row').nth(1)
      await adminPage.getByRole('button', { name: 'Name' }).click()
      await expect(adminPage.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
      await expect(first).toContainText('Neighbor 1')
      await adminPage.getByRole('button', { name: 'Name' }).click()
      await expect(first).toContainText('Neighbor 52')

      const search = adminPage.getByRole('searchbox', { name: `Search ${topic}` })
      await search.fill('neighbor 17')
      await expect(adminPage.getByText('1 of 52 loaded rows match your search.')).toBeVisible()
      await search.fill('nobody like that')
      await expect(adminPage.getByText('No loaded rows match your search.')).toBeVisible()
    })
  })
}
