import type { APIRequestContext } from '@playwright/test'
import { columnsOf, find, openConsole, openFilters, openRow, rowOf } from './console.ts'
import { importFile } from './imported-file.ts'
import { answer } from './network.ts'
import { sameOrigin, unique, uniqueEmail } from './people.ts'
import { runInDatabase } from './product-database.ts'
import { expectErrorToast, expectFieldError, expectToast, fill } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const list = { method: 'GET', path: '/api/admin/volunteers' } as const

async function apply(request: APIRequestContext, details: object = {}) {
  const volunteer = { firstName: unique('Neighbor'), lastName: 'Miller', email: uniqueEmail(), ...details }
  const reply = await request.post('/api/volunteers', { data: volunteer })
  expect(reply.status(), await reply.text()).toBe(201)
  const { id }: { id: number } = await reply.json()
  return { ...volunteer, id, name: `${volunteer.firstName} ${volunteer.lastName}` }
}

test('a row shows what a person offers, and what they left out', main, async ({ adminPage, request }) => {
  const skills = `Drives a truck, ${'and another truck, '.repeat(10)}`.trim()
  const { firstName, email } = await apply(request)
  const full = await apply(request, {
    firstName,
    phone: '765 555 0100',
    zipCode: '47901',
    skills,
    availability: 'Weekends',
    interests: ['Canvassing', 'Data Entry', 'Phone Banking'],
  })
  await adminPage.setViewportSize({ width: 1920, height: 1080 })
  await find(adminPage, 'volunteers', firstName)
  expect(await columnsOf(adminPage)).toEqual([
    '',
    'Name',
    'Email',
    'Phone',
    'Skills',
    'Availability',
    'Interests',
    'ZIP Code',
    'Source',
    'Joined',
    'Actions',
  ])
  await adminPage.setViewportSize({ width: 1280, height: 800 })
  const row = rowOf(adminPage, full.email)
  // Whole badges on a laptop; the phone number is in the opened row.
  for (const badge of await row.locator('.badge').all())
    expect(await badge.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  for (const text of ['765 555 0100', `${skills.slice(0, 100)}…`, 'Weekends']) await expect(row).toContainText(text)
  await expect(row.locator('.badge')).toHaveText(['Canvassing', 'Data Entry'])
  await expect(row.locator('.cell-interests')).toHaveText('CanvassingData Entry+1')
  const sparse = rowOf(adminPage, email)
  for (const text of ['Not provided', 'No skills listed', 'Not specified', 'None specified'])
    await expect(sparse).toContainText(text)
  const details = await openRow(row)
  await expect(details).toContainText(skills)
  // The product runs without a list of ZIP codes here.
  await expect(details).toContainText(/47901District\s*Unknown/)
  await expect(details.locator('.badge')).toContainText(['Canvassing', 'Data Entry', 'Phone Banking', 'Grassroots'])
  await expect(details).toContainText('“Canvassing” in interests: 50 points')
  await expect(await openRow(sparse)).toContainText('No match')
  await expectAccessible(adminPage)

  await openFilters(adminPage)
  const filter = (name: string) => adminPage.getByRole('combobox', { name, exact: true })
  await filter('Availability').selectOption('Weekends')
  await expect(sparse).toHaveCount(0)
  await expect(row).toBeVisible()
  await filter('Could help with').selectOption('Technology')
  await expect(row).toBeVisible()
  await filter('Could help with').selectOption('Communications')
  await expect(row).toHaveCount(0)
  await filter('Could help with').selectOption('')
  await filter('Interest').selectOption('Research')
  await expect(adminPage.getByText('No rows match your search and filters.')).toBeVisible()
  await adminPage.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(row).toBeVisible()
})

test(
  'words of a file under Availability are shown, and stay when the rest is corrected',
  main,
  async ({ adminPage }) => {
    const [lastName, email] = [unique('Alder'), uniqueEmail()]
    await importFile(
      adminPage,
      'volunteers',
      ['First name,Last name,Email,Availability', `Wren,${lastName},${email},Mornings`],
      { consentSource: 'County fair', consentAt: '2026-02-01' },
    )
    await find(adminPage, 'volunteers', lastName)
    const row = rowOf(adminPage, email)
    await expect(row).toContainText('Mornings')
    await adminPage.getByRole('button', { name: `Edit volunteer Wren ${lastName}` }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Edit Volunteer' })
    await expect(dialog.getByLabel('Availability')).toHaveValue('Mornings')
    await expectAccessible(adminPage)
    await fill(dialog, { Phone: '765 555 0100' })
    await dialog.getByRole('button', { name: 'Save Volunteer' }).click()
    await expectToast(adminPage, 'Volunteer updated successfully')
    for (const text of ['765 555 0100', 'Mornings']) await expect(row).toContainText(text)
  },
)

test(
  'a row with a stored value that does not fit is shown with its mark, and cannot be edited',
  full,
  async ({ adminPage, request, product }) => {
    const { id, firstName, email } = await apply(request, { interests: ['Research'] })
    const other = await apply(request, { firstName, interests: ['Data Entry'] })
    await runInDatabase(product, 'UPDATE read.volunteers SET interests = ARRAY[NULL] WHERE id = $1', [id])
    await find(adminPage, 'volunteers', firstName)
    const notice = 'This page does not know some of the values here, and leaves them out.'
    await expectErrorToast(adminPage, 'Something could not be shown', notice)
    const row = rowOf(adminPage, email)
    const mark = row.getByText('Not shown: Interests')
    await expect(row.locator('.cell-interests')).toHaveText('Not shown')
    const unmarked = rowOf(adminPage, other.email)
    await expect(unmarked).toContainText('Data Entry')
    await expect(unmarked).not.toContainText('Not shown')
    await expectAccessible(adminPage)
    await row.getByRole('button', { name: /^Edit volunteer/ }).click()
    const refusal = 'Some of its values could not be shown, and saving would lose them.'
    await expectErrorToast(adminPage, 'This row can’t be edited', refusal)
    await expect(adminPage.getByRole('dialog', { name: 'Edit Volunteer' })).toHaveCount(0)
    const details = await openRow(row)
    await expect(details.getByText('Not shown: Interests')).toBeVisible()
    await expect(details).not.toContainText('None specified')
    for (const width of [390, 1280]) {
      await adminPage.setViewportSize({ width, height: 800 })
      const [words, cell] = await Promise.all([mark.boundingBox(), mark.locator('xpath=ancestor::td').boundingBox()])
      if (!words || !cell) throw new Error('The mark is on no screen.')
      expect(words.x + words.width).toBeLessThanOrEqual(cell.x + cell.width)
      expect(words.y + words.height).toBeLessThanOrEqual(cell.y + cell.height)
      expect(await mark.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    }
    await expectAccessible(adminPage)
  },
)

test('without applications the table says so', full, async ({ adminPage }) => {
  await answer(adminPage, list, [])
  await openConsole(adminPage, 'volunteers')
  await expect(adminPage.getByText('No volunteers found.')).toBeVisible()
})

test('an application is corrected, each field up to its limit', full, async ({ adminPage, request }) => {
  const { firstName, email, name } = await apply(request, { interests: ['Research'] })
  await find(adminPage, 'volunteers', firstName)
  await adminPage.getByRole('button', { name: `Edit volunteer ${name}` }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Edit Volunteer' })
  const save = dialog.getByRole('button', { name: 'Save Volunteer' })
  await fill(dialog, { 'First name': ' ', Email: email })
  await save.click()
  await expectErrorToast(adminPage, 'Please fill in required fields')
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await fill(dialog, { 'First name': 'F'.repeat(101), 'Last name': 'L'.repeat(101), Phone: '7'.repeat(21) })
  await fill(dialog, { Skills: 's'.repeat(5001) })
  await save.click()
  await expect(adminPage.getByRole('alert').locator('.toast')).toContainText('Error updating volunteer')
  for (const [label, limit] of [
    ['First name', 100],
    ['Last name', 100],
    ['Phone', 20],
    ['Skills', 5000],
  ] as const)
    await expectFieldError(dialog.getByLabel(label), `Use at most ${limit} characters.`)
  await expectAccessible(adminPage)
  await fill(dialog, { 'First name': 'F'.repeat(100), 'Last name': 'L'.repeat(100), Phone: '7'.repeat(20) })
  await fill(dialog, { Skills: 's'.repeat(5000) })
  await dialog.getByLabel('Availability').selectOption('Flexible')
  await save.click()
  await expectToast(adminPage, 'Volunteer updated successfully')
  const row = rowOf(adminPage, email)
  for (const text of ['F'.repeat(100), '7'.repeat(20), 'Flexible', 'Research']) await expect(row).toContainText(text)
})

test(
  'an application is deleted, and comes back from the toast and from the list of deleted ones',
  full,
  async ({ adminPage, request }) => {
    const { id, firstName, name } = await apply(request)
    await find(adminPage, 'volunteers', firstName)
    const row = rowOf(adminPage, name)
    const remove = async () => {
      await row.getByRole('button', { name: `Delete volunteer ${name}` }).click()
      await adminPage
        .getByRole('alertdialog', { name: 'Are you sure you want to delete this volunteer?' })
        .getByRole('button', { name: 'Delete volunteer' })
        .click()
      await expectDeleted()
    }
    const expectDeleted = async () => {
      await expect(adminPage.locator('.toast .title')).toHaveText('Volunteer deleted successfully')
      await expect(row).toHaveCount(0)
    }
    await remove()
    await adminPage.getByRole('button', { name: 'Undo' }).click()
    await expectToast(adminPage, 'Volunteer restored successfully')
    await expect(row).toBeVisible()
    await remove()
    await openFilters(adminPage)
    await adminPage.getByLabel('Deleted').selectOption('Only deleted')
    await row.getByRole('button', { name: `Restore volunteer ${name}` }).click()
    await expectToast(adminPage, 'Volunteer restored successfully')
    await adminPage.getByLabel('Deleted').selectOption('All')
    await expect(row).toBeVisible()

    // In another tab.
    await adminPage.request.delete(`/api/admin/volunteers/${id}`, { headers: sameOrigin() })
    await row.getByRole('button', { name: `Edit volunteer ${name}` }).click()
    await adminPage.getByRole('button', { name: 'Save Volunteer' }).click()
    await expectErrorToast(adminPage, 'Error updating volunteer', 'Volunteer not found.')
  },
)
