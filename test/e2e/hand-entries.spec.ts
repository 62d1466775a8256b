import type { Page } from '@playwright/test'
import { find, openConsole, rowOf } from './console.ts'
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
