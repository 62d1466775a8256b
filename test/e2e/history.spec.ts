import type { HistoryEntry } from '../../contract/admin.ts'
import { withinASecond } from '../support/run/timeouts.ts'
import { find, openConsole, rowOf } from './console.ts'
import { answer, hold } from './network.ts'
import { sameOrigin, unique, uniqueEmail } from './people.ts'
import { expectErrorToast, expectToast } from './screen.ts'
import { allPrayers, approve, remove, submitEndorsement, submitPrayer } from './submissions.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const history = { method: 'GET', path: /^\/api\/admin\/history\// } as const

test('an article has no personal data to erase', full, async ({ adminPage }) => {
  const title = unique('Bridge')
  const saved = await adminPage.request.post('/api/admin/news', {
    headers: sameOrigin(),
    data: { title, content: 'It opens on Monday.' },
  })
  expect(saved.status()).toBe(201)
  await openConsole(adminPage, 'news')
  await rowOf(adminPage, title).getByRole('button', { name: 'History' }).click()
  const dialog = adminPage.getByRole('dialog', { name: /^History of article/ })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('button', { name: 'Erase personal data' })).toHaveCount(0)
})

test('an endorsement’s history shows its state at each change', main, async ({ adminPage, request }) => {
  const { id, name, email } = await submitEndorsement(request)
  await approve(adminPage, 'endorsements', id)
  await openConsole(adminPage, 'endorsements')
  await rowOf(adminPage, name)
    .getByRole('button', { name: `History of the endorsement of ${name}` })
    .click()
  const dialog = adminPage.getByRole('dialog', { name: `History of endorsement ${id}` })
  const steps = dialog.getByRole('listitem')
  await expect(steps).toHaveCount(2)
  await expect(steps.first()).toContainText('Endorsement submitted')
  await expect(steps.first()).toContainText('Visitor')
  await expect(steps.last()).toContainText('Endorsement approved')
  await expect(steps.last()).toContainText('Ada Admin (staff)')

  const state = dialog.getByRole('region', { name: /^As it was on/ })
  await expect(state).toContainText('Approved')
  await steps.first().getByRole('button').click()
  await expect(steps.first().getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  await expect(state).toContainText('Pending')
  await expect(state).toContainText(email)
  await expectAccessible(adminPage)
  await adminPage.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(rowOf(adminPage, name).getByRole('button', { name: 'History' })).toBeFocused()
})

test('a deleted item keeps its history', full, async ({ adminPage, request }) => {
  const { id, prayer } = await submitPrayer(request)
  await remove(adminPage, 'prayers', id)
  const entries: HistoryEntry[] = await (await adminPage.request.get(`/api/admin/history/prayers/${id}`)).json()
  expect(entries.map(({ type }) => type)).toEqual(['PrayerSubmitted', 'PrayerDeleted'])
  expect(entries.at(-1)).toMatchObject({ actor: { name: 'Ada Admin' }, state: { prayer, status: 'Deleted' } })
})

const restorable = [
  {
    tab: 'news',
    url: '/api/admin/news',
    noun: 'article',
    item: (title: string) => ({ title, content: 'Words.', isPublished: true }),
    restored: 'Draft',
  },
  {
    tab: 'campaign-events',
    url: '/api/admin/events',
    noun: 'event',
    item: (title: string) => ({ title, eventDate: '2036-05-09' }),
    restored: 'Inactive',
  },
  {
    tab: 'volunteers',
    url: '/api/volunteers',
    list: '/api/admin/volunteers',
    noun: 'volunteer',
    item: (firstName: string) => ({ firstName, lastName: 'Gray', email: uniqueEmail() }),
    restored: 'Not specified',
  },
] as const

for (const { tab, url, noun, item, restored, ...other } of restorable)
  test(`a deleted ${noun} comes back from its history`, main, async ({ adminPage }) => {
    const name = unique('Harvest')
    const made = await adminPage.request.post(url, { headers: sameOrigin(), data: item(name) })
    expect(made.status(), await made.text()).toBe(201)
    const { id } = await made.json()
    const list = 'list' in other ? other.list : url
    await adminPage.request.delete(`${list}/${id}`, { headers: sameOrigin() })
    await adminPage.goto(`/admin?${new URLSearchParams({ tab, q: name, status: 'deleted' })}`)
    await rowOf(adminPage, name)
      .getByRole('button', { name: /^History/ })
      .click()
    const dialog = adminPage.getByRole('dialog', { name: `History of ${noun} ${id}` })
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
    await expectToast(adminPage, `${noun.charAt(0).toUpperCase()}${noun.slice(1)} restored successfully`)
    await expect(dialog.getByRole('listitem').last()).toContainText('restored')
    await expect(dialog.getByRole('button', { name: 'Restore', exact: true })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await find(adminPage, tab, name)
    await expect(rowOf(adminPage, name)).toContainText(restored)
  })

test('the history shows a loading message, then the error', full, async ({ adminPage, request }) => {
  const { firstName } = await submitPrayer(request)
  await answer(adminPage, history, { message: 'Out of order for a moment.' }, 503)
  const release = await hold(adminPage, history)
  await openConsole(adminPage, 'prayers')
  await rowOf(adminPage, firstName).getByRole('button', { name: 'History' }).click()
  const dialog = adminPage.getByRole('dialog')
  await expect(dialog.getByText('Loading history…')).toBeVisible()
  release()
  await expect(dialog.getByRole('alert')).toHaveText('Out of order for a moment.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test.describe('erasing', () => {
  test(
    'asks for a typed word, leaves a tombstone for admins and nothing for the public',
    full,
    async ({ page, adminPage, request }) => {
      const { id, firstName, prayer } = await submitPrayer(request, { location: unique('Town') })
      await approve(adminPage, 'prayers', id)
      await openConsole(adminPage, 'prayers')
      await rowOf(adminPage, firstName).getByRole('button', { name: 'History' }).click()
      await adminPage.getByRole('button', { name: 'Erase personal data' }).click()
      const question = adminPage.getByRole('alertdialog', { name: 'Permanently erase this person’s data?' })
      const confirm = question.getByRole('button', { name: 'Erase permanently' })
      await expect(confirm).toBeDisabled()
      await question.getByLabel('Type ERASE to confirm').fill('ERAS')
      await expect(confirm).toBeDisabled()
      await expectAccessible(adminPage)
      await question.getByLabel('Type ERASE to confirm').fill('erase')
      await confirm.click()

      await expectToast(adminPage, 'Personal data erased', 'The key to this person’s data has been destroyed.')
      const dialog = adminPage.getByRole('dialog', { name: `History of prayer ${id}` })
      await expect(dialog.getByRole('listitem')).toHaveCount(3)
      await expect(dialog.getByRole('listitem').last()).toContainText('Personal data erased')
      await dialog.getByRole('listitem').first().getByRole('button').click()
      await expect(dialog.getByRole('region', { name: /^As it was on/ })).toContainText('[erased]')
      await dialog.getByRole('button', { name: 'Close' }).click()
      await expect(rowOf(adminPage, prayer)).toHaveCount(0)
      await expect(adminPage.getByRole('button', { name: 'History of the prayer of Erased' }).first()).toBeVisible()

      const kept = (await allPrayers(adminPage)).find((one) => one.id === id)
      expect(kept).toMatchObject({ firstName: 'Erased', email: null, location: null, prayer: '[erased]' })
      await page.goto('/prayers')
      await expect(page.getByRole('status', { name: 'Loading prayers' })).toHaveCount(0)
      await expect(page.getByText(prayer)).toHaveCount(0)
      await expect(page.getByText('[erased]')).toHaveCount(0)
      await withinASecond(async () => expect(await (await request.get('/prayers')).text()).not.toContain(prayer))
    },
  )

  test('can be canceled', full, async ({ adminPage, request }) => {
    const { id, firstName, prayer } = await submitPrayer(request)
    await openConsole(adminPage, 'prayers')
    await rowOf(adminPage, firstName).getByRole('button', { name: 'History' }).click()
    await adminPage.getByRole('button', { name: 'Erase personal data' }).click()
    await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Keep the data' }).click()
    await expect(adminPage.getByRole('alertdialog')).toBeHidden()
    expect((await allPrayers(adminPage)).find((one) => one.id === id)).toMatchObject({ prayer })
  })

  test('shows the server’s message when it fails', full, async ({ adminPage, request }) => {
    const { firstName } = await submitPrayer(request)
    await answer(adminPage, { method: 'POST', path: '/api/admin/erasures' }, { message: 'Out of order.' }, 503)
    await openConsole(adminPage, 'prayers')
    await rowOf(adminPage, firstName).getByRole('button', { name: 'History' }).click()
    await adminPage.getByRole('button', { name: 'Erase personal data' }).click()
    await adminPage.getByLabel('Type ERASE to confirm').fill('ERASE')
    await adminPage.getByRole('button', { name: 'Erase permanently' }).click()
    await expectErrorToast(adminPage, 'Error erasing personal data', 'Out of order.')
  })
})
