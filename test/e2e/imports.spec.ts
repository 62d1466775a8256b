import type { Page } from '@playwright/test'
import { importFile } from './imported-file.ts'
import { answer } from './network.ts'
import { unique, uniqueEmail } from './people.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const imported = (page: Page, rows: readonly string[]) =>
  importFile(page, 'donations', ['First Name,Last Name,Email,Amount,Date,Payment ID', ...rows])

/** A donor with two gifts in one cycle, one of them refunded in part, and one in the cycle before. */
async function donor(page: Page) {
  const [lastName, email, payment] = [unique('Marlow'), uniqueEmail(), unique('P')]
  await imported(page, [
    `Tess,${lastName},${email},25,2026-02-09,${payment}-1`,
    `Tess,${lastName},${email},"$1,250.00",2026-02-11,${payment}-2`,
    `Tess,${lastName},${email},5,2024-05-05,${payment}-3`,
  ])
  await imported(page, [`Tess,${lastName},${email},-250,2026-03-01,${payment}-2`])
  return { lastName, email, payment }
}

test('a donor’s line opens to their gifts, with refunds as such', main, async ({ adminPage }) => {
  const { lastName } = await donor(adminPage)
  await adminPage.goto('/imports')
  const donors = adminPage.getByRole('region', { name: 'Donors', exact: true })
  await donors.getByLabel('Search donors').fill(lastName)
  await expect(donors.getByText('Showing 2 of 2')).toBeVisible()
  const line = donors.getByRole('row').filter({ hasText: '2025–2026' })
  await expect(line).toContainText('$1,025.00')
  await expect(line).toContainText('after refunds of -$250.00')
  const toggle = line.getByRole('button', { name: `Tess ${lastName}` })
  await toggle.press('Enter')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  const gifts = donors.getByRole('listitem')
  await expect(gifts).toHaveCount(2)
  await expect(gifts.first()).toContainText('Refunded in part -$250.00, Mar 1, 2026')
  await expectAccessible(adminPage)

  await donors.getByLabel('Cycle').selectOption('2023–2024')
  await expect(donors.getByText('Showing 1 of 1')).toBeVisible()
  await donors.getByRole('button', { name: `Tess ${lastName}` }).click()
  await donors.getByRole('button', { name: `All cycles of Tess ${lastName}` }).click()
  const donations = adminPage.getByRole('region', { name: 'Donations', exact: true })
  await expect(donations.getByText('Showing 3 of 3 donations')).toBeVisible()
  await expect(donations.getByText(`Only donations of Tess ${lastName}.`)).toBeVisible()
  await expect(adminPage).toHaveURL(/\/imports\?donor=/)
  await donations.getByRole('button', { name: 'Show all donors' }).click()
  await expect(adminPage).toHaveURL('/imports')
})

test('donations are listed, searched, sorted and filtered', main, async ({ adminPage }) => {
  const { lastName, payment } = await donor(adminPage)
  await adminPage.goto(`/imports?q=${lastName}`)
  const donations = adminPage.getByRole('region', { name: 'Donations', exact: true })
  const rows = donations.getByRole('row').filter({ hasText: lastName })
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText(`${payment}-2`)
  await donations.getByRole('button', { name: 'Amount' }).click()
  await expect(rows.first()).toContainText('$5.00')
  await donations.getByLabel('Refunds').selectOption('Refunded')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Refunded in part -$250.00')
  await expectAccessible(adminPage)
  await donations.getByLabel('Refunds').selectOption('All')
  await donations.getByRole('combobox', { name: 'Cycle' }).selectOption('2023–2024')
  await expect(rows).toHaveCount(1)
  await donations.getByRole('button', { name: `All donations of Tess ${lastName}` }).click()
  await expect(adminPage).toHaveURL(/cycle=2024&donor=|donor=[^&]+&cycle=2024/)
  const download = adminPage.waitForEvent('download')
  await donations.getByLabel('Include people who opted out').check()
  await donations.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('donations.csv')
})

test('refunds in a column are mapped on screen, and counted before they are imported', main, async ({ adminPage }) => {
  const lastName = unique('Marlow')
  await adminPage.goto('/imports')
  const form = adminPage.getByRole('region', { name: 'Import a file', exact: true })
  await form.getByLabel('CSV file').setInputFiles({
    name: 'gifts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Date,Name,Email,Amount,Money back\n2026-02-09,Tess ${lastName},${uniqueEmail()},100,40`),
  })
  await form.getByLabel('Money back is imported as').selectOption('Amount refunded')
  const report = form.getByRole('status', { name: 'What gifts.csv would do' })
  await expect(report).toContainText(/New\s*1\s*\$100\.00/)
  await expect(report).toContainText(/Refunds\s*1\s*-\$40\.00/)
  await form.getByRole('button', { name: 'Import 1 row', exact: true }).click()
  await expect(form.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  const donations = adminPage.getByRole('region', { name: 'Donations', exact: true })
  await expect(donations.getByRole('row').filter({ hasText: lastName })).toContainText('Refunded in part -$40.00')
})

test('what no field takes is kept under its heading, unless staff drop it', main, async ({ adminPage }) => {
  const email = uniqueEmail()
  await adminPage.goto('/imports')
  const form = adminPage.getByRole('region', { name: 'Import a file', exact: true })
  await form.getByLabel('What’s in the file').selectOption('Email sign-ups')
  await form.getByLabel('Where they agreed').fill('County fair')
  await form.getByLabel('Where they agreed').press('Tab')
  const head = 'Email,First name,City,State,Tags,Shirt size,Pet'
  await form.getByLabel('CSV file').setInputFiles({
    name: 'fair.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${head}\n${email},Tess,Muncie,IN,"host, walker",${'M'.repeat(501)},Dog`),
  })
  const size = form.getByLabel('Shirt size is imported as')
  await expect(size.locator('option:checked')).toHaveText('Kept as “Shirt size”')
  await expect(form.getByText('Empty cells and columns that the file lacks change nothing')).toBeVisible()
  await form.getByLabel('Pet is imported as').selectOption('Not imported')
  await expect(form.getByRole('row').filter({ hasText: email }).last()).toContainText(
    'Shirt size: Use at most 500 characters.',
  )
  await expectAccessible(adminPage)

  await form.getByRole('button', { name: 'Mend line 2' }).press('Enter')
  const dialog = adminPage.getByRole('dialog', { name: 'Line 2' })
  await expect(dialog.getByLabel('Shirt size')).toHaveAccessibleDescription('Use at most 500 characters.')
  await dialog.getByLabel('Shirt size').fill('M')
  await dialog.getByRole('button', { name: 'Check the row' }).press('Enter')
  await form.getByRole('button', { name: 'Import 1 row', exact: true }).click()
  await expect(form.getByRole('button', { name: 'Choose a file' })).toBeVisible()

  await adminPage.goto(`/admin?tab=emails&q=${encodeURIComponent(email)}`)
  await adminPage.getByRole('button', { name: `More about email signup ${email}` }).press('Enter')
  const details = adminPage.locator('.row-details')
  await expect(details).toContainText('Muncie, IN')
  await expect(details).toContainText(/host\s*walker/)
  await expect(details).toContainText(/Shirt size\s*M\s*From the list of [A-Z][a-z]{2} \d/)
  await expect(details).not.toContainText('Dog')
  await expectAccessible(adminPage)
  await adminPage.getByRole('button', { name: `History of the email signup ${email}` }).press('Enter')
  const history = adminPage.getByRole('dialog', { name: /^History of/ })
  await expect(history).toContainText(/Further columns\s*Shirt size: M/)
  await expectAccessible(adminPage)
})

test('refused rows are mended on screen, also after leaving the page', main, async ({ adminPage }) => {
  const [lastName, name] = [unique('Marlow'), `${unique('gifts')}.csv`]
  await adminPage.goto('/imports')
  const form = adminPage.getByRole('region', { name: 'Import a file', exact: true })
  await form.getByLabel('CSV file').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Date,First name,Last name,Email,Amount',
        `2026-02-09,Tess,${lastName},${uniqueEmail()},ten`,
        `2026-02-10,Ida,${lastName},${uniqueEmail()},20`,
        `2026-02-11,Owen,${lastName},nobody,30`,
      ].join('\n'),
    ),
  })
  const table = form.getByRole('region', { name: 'Table of the rows of the file' })
  const rows = table.getByRole('row').filter({ hasText: lastName })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Amount: Use dollars and cents above zero')
  await form.getByLabel('Show').selectOption('All (3)')
  await expect(rows).toHaveCount(3)
  await form.getByLabel('Show').selectOption('Refused (2)')
  await expect(rows).toHaveCount(2)
  await expectAccessible(adminPage)

  await table.getByRole('button', { name: 'Mend line 2' }).press('Enter')
  const dialog = adminPage.getByRole('dialog', { name: 'Line 2' })
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(/above zero/)
  await dialog.getByLabel('Amount').fill('1.2345')
  await dialog.getByLabel('Amount').press('Enter')
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(/dollars/)
  await expectAccessible(adminPage)
  await dialog.getByLabel('Amount').fill('12.50')
  await dialog.getByRole('button', { name: 'Check the row' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(form.getByRole('heading', { name: 'Rows of the file' })).toBeFocused()
  await expect(rows).toHaveCount(1)
  await expect(form.getByRole('button', { name: 'Import 2 rows', exact: true })).toBeVisible()

  await adminPage.goto('/admin')
  await adminPage.goto('/imports')
  const waiting = adminPage.getByRole('region', { name: 'Files that wait', exact: true })
  await expectAccessible(adminPage)
  await waiting.getByRole('button', { name: `Continue with ${name}` }).press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(waiting.getByText(name)).toBeHidden()
  await form.getByRole('button', { name: 'Import 2 rows', exact: true }).click()
  await expect(form.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  const donations = adminPage.getByRole('region', { name: 'Donations', exact: true })
  await expect(donations.getByRole('row').filter({ hasText: lastName })).toHaveCount(2)
})

test('a file that waits is discarded', full, async ({ adminPage }) => {
  const name = `${unique('list')}.csv`
  await adminPage.goto('/imports')
  const form = adminPage.getByRole('region', { name: 'Import a file', exact: true })
  await form.getByLabel('What’s in the file').selectOption('People who don’t want email')
  await form.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(uniqueEmail()) })
  await expect(form.getByRole('button', { name: 'Import 1 row', exact: true })).toBeVisible()
  await adminPage.reload()
  await adminPage.getByRole('button', { name: `Discard ${name}` }).click()
  await adminPage.getByRole('button', { name: 'Discard the file' }).click()
  await expect(adminPage.getByRole('button', { name: `Continue with ${name}` })).toBeHidden()
})

test('an import leads to its donations', full, async ({ adminPage }) => {
  await donor(adminPage)
  await adminPage.goto('/imports')
  const past = adminPage.getByRole('region', { name: 'Past imports', exact: true })
  await past
    .getByRole('button', { name: /^Show the donations of the import/ })
    .nth(1)
    .press('Enter')
  const donations = adminPage.getByRole('region', { name: 'Donations', exact: true })
  await expect(donations.getByText('Showing 3 of 3 donations')).toBeVisible()
  await expect(adminPage).toHaveURL(/\?import=/)
})

test('an import that has stopped says why, and how to go on', full, async ({ adminPage }) => {
  const counts = { rows: 400, added: 390, changed: 10, refunded: 0, repeated: 0, refused: 0, written: 250 }
  const at = '2026-03-04T17:00:00.000Z'
  const stopped = { id: 'a', kind: 'volunteers', platform: null, ...counts, startedAt: at }
  await answer(adminPage, { method: 'GET', path: '/api/admin/imports' }, [
    { ...stopped, finishedAt: null, stoppedAt: at, undoneAt: null },
  ])
  await adminPage.goto('/imports')
  const row = adminPage.getByRole('region', { name: 'Past imports', exact: true }).getByRole('row').last()
  await expect(row).toContainText('Stopped after 250 of 400 rows')
  await expect(row).toContainText('The person or API key that started it may no longer import.')
  await expect(row.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectAccessible(adminPage)
})

test('a donor and a gift are one line each, however long the address is', full, async ({ adminPage }) => {
  const lastName = unique('Fay')
  const email = `${'long.'.repeat(10)}${uniqueEmail()}`
  await imported(adminPage, [`Max,${lastName},${email},25,2026-02-09,${unique('P')}`])
  for (const width of [820, 1280]) {
    await adminPage.setViewportSize({ width, height: 800 })
    await adminPage.goto(`/imports?q=${lastName}`)
    for (const name of ['Donors', 'Donations']) {
      const row = adminPage.getByRole('region', { name, exact: true }).getByRole('row').filter({ hasText: lastName })
      await expect(row).toHaveCount(1)
      expect((await row.boundingBox())?.height).toBeLessThanOrEqual(45)
      const region = adminPage.getByRole('region', { name: `Table of ${name.toLowerCase()}` })
      expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
  }
})
