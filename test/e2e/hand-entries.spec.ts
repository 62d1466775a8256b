import type { Page } from '@playwright/test'
import { count } from './clicks.ts'
import { anotherAdmin, find, openConsole, rowOf } from './console.ts'
import { unique, uniqueEmail } from './people.ts'
import { expectToast } from './screen.ts'
import { submitPrayer } from './submissions.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const dialog = (page: Page) => page.getByRole('dialog')

test('a person from a paper sheet is on the list, once', main, async ({ adminPage }) => {
  const email = uniqueEmail()
  for (const outcome of ['Added', 'Already there']) {
    await openConsole(adminPage, 'emails')
    await adminPage.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog(adminPage).getByLabel('Email', { exact: true }).fill(email)
    await dialog(adminPage).getByLabel('First name').fill('<script>Ruth</script>')
    await dialog(adminPage).getByLabel('ZIP code').fill('47901')
    await dialog(adminPage).getByLabel('How do you know them?').selectOption('paper sheet')
    await dialog(adminPage).getByLabel('Note').fill('County fair')
    await expectAccessible(adminPage)
    await dialog(adminPage).getByRole('button', { name: 'Add', exact: true }).click()
    await expectToast(adminPage, outcome, outcome === 'Added' ? '' : 'Nothing was added a second time.')
  }
  await find(adminPage, 'emails', email)
  await expect(rowOf(adminPage, email)).toContainText('<script>Ruth</script>')
  await rowOf(adminPage, email)
    .getByRole('button', { name: /^History/ })
    .click()
  await expect(dialog(adminPage)).toContainText('County fair')
})

test('a clipboard is typed by keyboard alone, and half of it survives a reload', main, async ({ adminPage }) => {
  const [one, two, three] = [uniqueEmail(), uniqueEmail(), uniqueEmail()]
  await adminPage.setViewportSize({ width: 390, height: 844 })
  await openConsole(adminPage, 'emails')
  const { keyboard } = adminPage
  const openSheet = () => adminPage.getByRole('button', { name: 'Add a sheet' }).click()
  await openSheet()
  await dialog(adminPage).getByLabel('How do you know them?').selectOption('paper sheet')
  await dialog(adminPage).getByLabel('First name, row 1').focus()
  for (const [name, email] of [
    ['Ruth', one],
    ['Walter', 'no address'],
    ['Ruth', one],
    ['Naomi', two],
  ]) {
    await keyboard.type(name ?? '')
    for (const _ of ['Last name', 'Email']) await keyboard.press('Enter')
    await keyboard.type(email ?? '')
    for (const _ of ['Phone', 'ZIP code', 'next row']) await keyboard.press('Enter')
  }
  const row = (number: number) =>
    dialog(adminPage)
      .getByRole('listitem')
      .nth(number - 1)
  await expect(row(1)).toContainText('Added')
  await expect(row(2)).toContainText('Enter a valid email address.')
  await expect(row(3)).toContainText('Already there')
  await expect(row(4)).toContainText('Added')
  await keyboard.type('Priscilla')
  // Each field has its own place, also on a phone, and shows most of an address.
  const width = async (label: string) => (await dialog(adminPage).getByLabel(label).boundingBox())?.width ?? 0
  expect(await width('Email, row 1')).toBeGreaterThan(200)
  await expectAccessible(adminPage)
  const overflow = await adminPage.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)

  await adminPage.reload()
  await openSheet()
  await expect(dialog(adminPage).getByLabel('First name, row 5')).toHaveValue('Priscilla')
  await dialog(adminPage).getByRole('button', { name: 'Clear finished rows' }).click()
  await expect(dialog(adminPage).getByLabel('Email, row 1')).toHaveValue('no address')
  await dialog(adminPage).getByLabel('Email, row 1').fill(three)
  for (const _ of ['Phone', 'ZIP code', 'next row']) await keyboard.press('Enter')
  await expect(row(1)).toContainText('Added')
  await dialog(adminPage).getByLabel('Email, row 2').fill(two)
  await expect(row(2)).toContainText('On the list already: Naomi')
})

/** A clipboard of a fair: twenty people, of whom two share an address and one wrote markup for a name. */
const clipboard = () => {
  const firstNames = 'Ruth Walter Naomi Boaz Orpah Priscilla Aquila Lydia Silas Phoebe'.split(' ')
  const people = Array.from({ length: 20 }, (_, at) => ({
    firstName: firstNames[at % firstNames.length] ?? '',
    lastName: at < 10 ? 'Gray' : 'Moab',
    email: uniqueEmail(),
  }))
  const [ruth, walter, naomi] = people
  if (ruth && walter) walter.email = ruth.email
  if (naomi) naomi.firstName = '<script>alert(1)</script>'
  return people
}

const openSheet = async (page: Page) => {
  await openConsole(page, 'volunteers')
  await page.getByRole('button', { name: 'Add a sheet' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('How do you know them?')).toBeVisible()
}

test('twenty people of a clipboard take their letters and five more keys each', full, async ({ adminPage }) => {
  const people = clipboard()
  const { keyboard } = adminPage
  const rows = dialog(adminPage).getByRole('listitem')
  let beyond = 0
  async function type(some: typeof people): Promise<void> {
    const keys = await count(adminPage, 'keydown')
    for (const { firstName, lastName, email } of some) {
      for (const text of [firstName, lastName, email]) {
        await keyboard.type(text)
        await keyboard.press('Enter')
      }
      // Phone and ZIP code stay empty.
      for (const _ of ['ZIP code', 'next row']) await keyboard.press('Enter')
    }
    const letters = some.reduce((sum, one) => sum + Object.values(one).join('').length, 0)
    beyond += (await keys()) - letters
  }

  await openSheet(adminPage)
  await dialog(adminPage).getByLabel('How do you know them?').selectOption('paper sheet')
  await dialog(adminPage).getByLabel('First name, row 1', { exact: true }).focus()
  await type(people.slice(0, 10))
  await expect(rows.filter({ hasText: 'Added' })).toHaveCount(10)
  await keyboard.type('Lyd')

  await adminPage.reload()
  await openSheet(adminPage)
  await expect(rows.filter({ hasText: 'Added' })).toHaveCount(10)
  await expect(dialog(adminPage).getByLabel('How do you know them?')).toHaveValue('paper sheet')
  const half = dialog(adminPage).getByLabel('First name, row 11')
  await expect(half).toHaveValue('Lyd')
  await half.fill('')
  await half.focus()
  await type(people.slice(10))
  await expect(rows.filter({ hasText: 'Added' })).toHaveCount(20)
  await expect(dialog(adminPage)).toContainText('20 added, 0 already there, 0 to check.')
  expect(beyond / people.length).toBeLessThanOrEqual(5)
  await dialog(adminPage).getByRole('button', { name: 'Clear finished rows' }).click()

  await find(adminPage, 'volunteers', people[0]?.email ?? '')
  await expect(rowOf(adminPage, 'Ruth Gray')).toHaveCount(1)
  await expect(rowOf(adminPage, 'Walter Gray')).toHaveCount(1)
  await find(adminPage, 'volunteers', people[2]?.email ?? '')
  await expect(rowOf(adminPage, '<script>alert(1)</script> Gray')).toHaveCount(1)
})

test('a person whom two staff type at the same time is added once', full, async ({ page, adminPage }) => {
  await anotherAdmin(page.request, adminPage)
  const email = uniqueEmail()
  for (const one of [page, adminPage]) {
    await openSheet(one)
    await dialog(one).getByLabel('How do you know them?').selectOption('paper sheet')
    for (const [label, text] of [
      ['First name', 'Ruth'],
      ['Last name', 'Gray'],
      ['Email', email],
    ])
      await dialog(one)
        .getByLabel(`${label}, row 1`, { exact: true })
        .fill(text ?? '')
    await dialog(one).getByLabel('ZIP code, row 1', { exact: true }).focus()
  }
  await Promise.all([page, adminPage].map((one) => one.keyboard.press('Enter')))
  const outcomes = [page, adminPage].map((one) => dialog(one).getByRole('listitem').first())
  for (const outcome of outcomes) await expect(outcome).toContainText(/Added|Already there/)
  const texts = await Promise.all(outcomes.map((outcome) => outcome.textContent()))
  expect(texts.filter((text) => text?.includes('Added'))).toHaveLength(1)
  await find(adminPage, 'volunteers', email)
  await expect(rowOf(adminPage, email)).toHaveCount(1)
})

test('staff correct a prayer, and history shows it before and after', full, async ({ adminPage, request }) => {
  const words = unique('For rane')
  const { firstName } = await submitPrayer(request, { prayer: words })
  await find(adminPage, 'prayers', words)
  await rowOf(adminPage, words)
    .getByRole('button', { name: `Edit prayer of ${firstName}` })
    .click()
  await dialog(adminPage).getByLabel('Prayer', { exact: true }).fill(words.replace('rane', 'rain'))
  await dialog(adminPage).getByRole('button', { name: 'Save Prayer' }).click()
  await expectToast(adminPage, 'Prayer updated successfully')
  await expect(rowOf(adminPage, words.replace('rane', 'rain'))).toContainText('Pending')
})
