import type { Page } from '@playwright/test'
import { count } from './clicks.ts'
import { find, openConsole, rowOf } from './console.ts'
import { answer, hold, requestsFor } from './network.ts'
import { unique } from './people.ts'
import { expectErrorToast, expectToast, tabTo } from './screen.ts'
import { remove, submitEndorsement, submitPrayer } from './submissions.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

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
      status: 'approved',
      rejectionReason: null,
      isErased: false,
      createdAt,
      revision: 0,
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
      status: 'approved',
      rejectionReason: null,
      isErased: false,
      createdAt,
      revision: 0,
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
    test(
      'a row shows who sent what, and that it is pending',
      topic === 'prayers' ? main : full,
      async ({ adminPage, request }) => {
        const start = unique('It rained')
        const words = `${start} ${'and rained '.repeat(20)}`.trim()
        const { name } = await submit(request, words)
        await openConsole(adminPage, topic)
        const headers = adminPage.getByRole('columnheader')
        for (const [index, column] of columns.entries()) await expect(headers.nth(index + 1)).toContainText(column)
        const row = rowOf(adminPage, name)
        await expect(row).toContainText('Pending')
        await expect(row).toContainText(`${words.slice(0, 100)}…`)
        await expect(row).not.toContainText(words.slice(0, 101))
        await expect(row).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/)
        await expectAccessible(adminPage)
      },
    )

    test('approving is confirmed and cannot be repeated', main, async ({ adminPage, request }) => {
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

    test('deleting asks first', topic === 'prayers' ? main : full, async ({ adminPage, request }) => {
      const { name } = await submit(request)
      await openConsole(adminPage, topic)
      const row = rowOf(adminPage, name)
      const trash = row.getByRole('button', { name: `Delete ${noun} of ${name}` })
      const dialog = adminPage.getByRole('alertdialog', { name: `Are you sure you want to delete this ${noun}?` })
      await trash.click()
      await expectAccessible(adminPage)
      await dialog.getByRole('button', { name: `Keep ${noun}` }).click()
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

    test('approving and deleting work by keyboard alone', full, async ({ adminPage, request }) => {
      const { name } = await submit(request)
      await openConsole(adminPage, topic)
      await tabTo(adminPage, adminPage.getByRole('searchbox'))
      await adminPage.keyboard.type(name)
      const row = rowOf(adminPage, name)
      // Until the search answers, approving leads to the next pending row, which the answer then removes.
      await expect(adminPage.locator('tr[id^="row-"]')).toHaveCount(1)
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

    test('a failure shows the server’s message, and the row stays', full, async ({ adminPage, request }) => {
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

    test('a row with erased data is marked Erased and cannot be approved', full, async ({ adminPage }) => {
      const list = { method: 'GET', path: `/api/admin/${topic}` } as const
      await answer(adminPage, list, [{ ...sample, id: 7, isApproved: false, status: 'pending', isErased: true }])
      await openConsole(adminPage, topic)
      await expect(rowOf(adminPage, 'Ruth').locator('.badge')).toHaveText('Erased')
      const names = await rowOf(adminPage, 'Ruth')
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))
      expect(names).toEqual([`History of the ${noun} of Ruth`, `Delete ${noun} of Ruth`, `More about ${noun} of Ruth`])
    })

    test('a row deleted in between cannot be approved', full, async ({ adminPage, request }) => {
      const { id, name } = await submit(request)
      await openConsole(adminPage, topic)
      await remove(adminPage, topic, id)
      await rowOf(adminPage, name).getByRole('button', { name: 'Approve' }).click()
      await expectErrorToast(adminPage, `Error approving ${noun}`, `${Noun} not found.`)
    })

    test('the table shows placeholders while it loads, then the error', full, async ({ adminPage }) => {
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

    test(
      'rejecting asks for a reason before the row changes',
      topic === 'prayers' ? main : full,
      async ({ adminPage, request }) => {
        const { id, name } = await submit(request)
        await openConsole(adminPage, topic)
        const row = rowOf(adminPage, name)
        await row.getByRole('button', { name: `Reject ${noun} of ${name}` }).click()
        const dialog = adminPage.getByRole('dialog', { name: `Reject ${name}’s ${noun}?` })
        const reason = dialog.getByLabel('Reason (optional)')
        await expectAccessible(adminPage)
        await reason.fill('a'.repeat(501))
        await expect(dialog.getByText('1 characters too long.')).toHaveCount(0)
        await expect(dialog.getByText('1 character too long.')).toBeVisible()
        await expect(dialog.getByRole('button', { name: `Reject ${noun}` })).toBeDisabled()
        await reason.fill('a'.repeat(500))
        await dialog.getByRole('button', { name: `Reject ${noun}` }).click()
        await expectToast(adminPage, `${Noun} rejected successfully`)
        await expect(row).toContainText('Rejected')
        const listed = await adminPage.request.get(`/api/${topic}`)
        expect((await listed.json()).map((item: { id: number }) => item.id)).not.toContain(id)

        await row.getByRole('button', { name: 'Approve' }).click()
        await expect(row).toContainText('Approved')
        await expect(row.getByRole('button', { name: 'Reject' })).toHaveCount(0)
      },
    )

    test(
      'a late answer to a rejection leaves the dialog about the next row alone',
      full,
      async ({ adminPage, request }) => {
        const [first, next] = [await submit(request), await submit(request)]
        const release = await hold(adminPage, { method: 'POST', path: `/api/admin/${topic}/${first.id}/reject` })
        await openConsole(adminPage, topic)
        const ask = async (name: string) => {
          await rowOf(adminPage, name).getByRole('button', { name: 'Reject' }).click()
          return adminPage.getByRole('dialog', { name: `Reject ${name}’s ${noun}?` })
        }
        const dialog = await ask(first.name)
        await dialog.getByRole('button', { name: `Reject ${noun}` }).click()
        await dialog.getByRole('button', { name: 'Cancel' }).click()
        const nextDialog = await ask(next.name)
        await nextDialog.getByLabel('Reason (optional)').fill('Off topic')
        release()
        await expectToast(adminPage, `${Noun} rejected successfully`)
        await expect(nextDialog.getByLabel('Reason (optional)')).toHaveValue('Off topic')
      },
    )

    test(
      'a deleted row comes back from the toast, from the list of deleted ones, and from its history',
      full,
      async ({ adminPage, request }) => {
        const { name } = await submit(request)
        await openConsole(adminPage, topic)
        const row = rowOf(adminPage, name)
        const deleteRow = async () => {
          await row.getByRole('button', { name: 'Delete' }).click()
          await adminPage
            .getByRole('alertdialog')
            .getByRole('button', { name: `Delete ${noun}` })
            .click()
          await expect(row).toHaveCount(0)
        }
        await deleteRow()
        await adminPage.getByRole('button', { name: 'Undo' }).click()
        await expectToast(adminPage, `${Noun} restored successfully`)
        await expect(row).toContainText('Pending')

        await deleteRow()
        await adminPage.getByRole('combobox', { name: 'Status' }).selectOption('Deleted')
        await row.getByRole('button', { name: `Restore ${noun} of ${name}` }).click()
        await expect(row).toHaveCount(0)
        await adminPage.getByRole('combobox', { name: 'Status' }).selectOption('All')
        await expect(row).toContainText('Pending')

        await deleteRow()
        await adminPage.getByRole('combobox', { name: 'Status' }).selectOption('Deleted')
        await row.getByRole('button', { name: 'History' }).click()
        await adminPage.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
        await expect(adminPage.getByRole('dialog')).toContainText(`${Noun} restored`)
      },
    )

    test('several rows are approved and deleted together', full, async ({ adminPage, request }) => {
      const word = unique('together')
      const names = [await submit(request, `one ${word}`), await submit(request, `two ${word}`)].map(({ name }) => name)
      await openConsole(adminPage, topic)
      await adminPage.getByRole('searchbox').fill(word)
      await expect(adminPage).toHaveURL(/q=/)
      await expect(adminPage.getByText(`Showing 2 of 2 ${topic}`)).toBeVisible()
      for (const name of names) await adminPage.getByRole('checkbox', { name: `Select ${noun} of ${name}` }).check()
      await expect(adminPage.getByText('2 rows selected')).toBeVisible()
      await adminPage.getByRole('button', { name: 'Approve', exact: true }).click()
      await expectToast(adminPage, `2 ${topic} approved successfully`)
      for (const name of names) await expect(rowOf(adminPage, name)).toContainText('Approved')

      await adminPage.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
      await adminPage.getByRole('button', { name: 'Delete', exact: true }).click()
      const dialog = adminPage.getByRole('alertdialog', { name: `Are you sure you want to delete 2 ${topic}?` })
      await dialog.getByRole('button', { name: `Delete ${topic}` }).click()
      await expectToast(adminPage, `2 ${topic} deleted successfully`)
      await expect(adminPage.getByText('No rows match your search and filters.')).toBeVisible()
    })
  })
}

/** Four pending prayers alone in the list. */
async function fourPending(adminPage: Page, request: Parameters<typeof submitPrayer>[0]): Promise<string[]> {
  const word = unique('four')
  const names: string[] = []
  for (const at of [1, 2, 3, 4]) names.push((await submitPrayer(request, { prayer: `${word} ${at}` })).firstName)
  await find(adminPage, 'prayers', word)
  await expect(adminPage.getByText('Showing 4 of 4 prayers')).toBeVisible()
  return names
}

const badges = (adminPage: Page) => adminPage.locator('tbody tr:not(.row-details) .badge')

test('three prayers are approved and one rejected in at most six clicks', main, async ({ adminPage, request }) => {
  await fourPending(adminPage, request)
  const clicks = await count(adminPage, 'click')
  for (const left of [3, 2, 1]) {
    await adminPage
      .getByRole('button', { name: /^Approve prayer/ })
      .first()
      .click()
    await expect(badges(adminPage).filter({ hasText: 'Pending' })).toHaveCount(left)
  }
  await adminPage.getByRole('button', { name: /^Reject prayer/ }).click()
  const dialog = adminPage.getByRole('dialog')
  await dialog.getByLabel('Reason (optional)').fill('Names a neighbor.')
  await dialog.getByRole('button', { name: 'Reject prayer' }).click()
  await expect(badges(adminPage)).toHaveText(['Approved', 'Approved', 'Approved', 'Rejected'])
  await expect(adminPage.getByRole('row').last()).toContainText('Rejected: Names a neighbor.')
  expect(await clicks()).toBe(5)
})

test('three prayers are approved and one rejected in at most twelve keys', main, async ({ adminPage, request }) => {
  await fourPending(adminPage, request)
  const keys = await count(adminPage, 'keydown')
  const { keyboard } = adminPage
  const focused = adminPage.locator('tr:focus-within')
  await adminPage.getByRole('tabpanel').focus()
  await keyboard.press('j')
  await expect(focused).toHaveCount(1)
  await keyboard.press('r')
  const dialog = adminPage.getByRole('dialog')
  await expect(dialog.getByLabel('Reason (optional)')).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  for (const [key, left] of [
    ['a', 2],
    ['a', 1],
    ['a', 0],
  ] as const) {
    await expect(focused.locator('.badge')).toHaveText('Pending')
    await keyboard.press(key)
    await expect(badges(adminPage).filter({ hasText: 'Pending' })).toHaveCount(left)
  }
  await expect(badges(adminPage)).toHaveText(['Rejected', 'Approved', 'Approved', 'Approved'])
  expect(await keys()).toBe(8)
})

test('several prayers are rejected together, with one reason', full, async ({ adminPage, request }) => {
  await fourPending(adminPage, request)
  await adminPage.getByRole('checkbox', { name: 'Select all rows on this page' }).check()
  await adminPage.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Reject 4 prayers?' })
  await dialog.getByLabel('Reason (optional)').fill('Sent four times.')
  await dialog.getByRole('button', { name: 'Reject 4 prayers' }).click()
  await expectToast(adminPage, '4 prayers rejected successfully')
  await expect(adminPage.getByText('Rejected: Sent four times.')).toHaveCount(4)
})
