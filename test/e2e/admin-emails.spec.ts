import { columnsOf, find, openConsole, rowOf } from './console.ts'
import { contentOf } from './downloads.ts'
import { reportBounces, reportComplaints } from './mail-reports.ts'
import { mailToken } from './mail-token.ts'
import { answer } from './network.ts'
import { newPerson, register, sameOrigin, unique, uniqueEmail } from './people.ts'
import { expectToast, tabTo } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

test(
  'the list shows everyone who signed up, and exports them in a new window, by keyboard alone',
  main,
  async ({ adminPage, request }) => {
    const firstName = unique('Neighbor')
    const named = { email: uniqueEmail(), firstName }
    const nameless = { email: `${firstName.replace(' ', '.')}@example.org`.toLowerCase() }
    for (const data of [named, nameless]) expect((await request.post('/api/email-signup', { data })).status()).toBe(201)
    await openConsole(adminPage, 'emails')
    await expect(adminPage.getByRole('heading', { name: 'Email Signups Management' })).toBeVisible()
    await expect(adminPage.getByText(/^\d+ email signups in total\./)).toBeVisible()
    expect(await columnsOf(adminPage)).toEqual(['Email Address', 'First Name', 'Source', 'Signed Up', 'Actions'])
    await expect(rowOf(adminPage, named.email)).toContainText(firstName)
    await expect(rowOf(adminPage, nameless.email)).toContainText('Not provided')
    await expect(rowOf(adminPage, named.email).getByRole('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    await expectAccessible(adminPage)

    for (const [name, format] of [
      ['Export CSV', 'csv'],
      ['Export JSON', 'json'],
    ] as const) {
      const link = adminPage.getByRole('link', { name })
      await expect(link).toHaveAttribute('target', '_blank')
      const download = adminPage.waitForEvent('download')
      await tabTo(adminPage, link)
      await adminPage.keyboard.press('Enter')
      expect((await download).url()).toMatch(new RegExp(`/api/admin/emails/export\\?format=${format}$`))
      expect((await download).suggestedFilename()).toMatch(new RegExp(`\\.${format}$`))
      expect(await contentOf(await download)).toContain(named.email)
    }

    await find(adminPage, 'emails', named.email)
    await expect(adminPage.getByText('Showing 1 of 1 email signups')).toBeVisible()
    await expect(rowOf(adminPage, nameless.email)).toHaveCount(0)
    await expect(adminPage.getByText('Exports have only the rows that match.')).toBeVisible()
    const download = adminPage.waitForEvent('download')
    await adminPage.getByRole('link', { name: 'Export CSV' }).click()
    const found = await contentOf(await download)
    expect(found).toContain(named.email)
    expect(found).not.toContain(nameless.email)
  },
)

test('a signup that gets no campaign mail says why', full, async ({ adminPage, request, product }) => {
  const email = uniqueEmail()
  expect((await request.post('/api/email-signup', { data: { email } })).status()).toBe(201)
  const token = await mailToken(product, email)
  const gone = await request.post('/api/mail-consents/unsubscribe', { data: { token }, headers: sameOrigin() })
  expect(gone.status()).toBe(200)
  await find(adminPage, 'emails', email)
  await expect(rowOf(adminPage, email)).toContainText(
    /They unsubscribed on [A-Z][a-z]{2} \d{1,2}, \d{4}, so they get no campaign mail\./,
  )
  await expectAccessible(adminPage)
})

const at = '2026-03-01T18:00:00.000Z'

test(
  'a person who phones is unsubscribed, by keyboard alone, with the source in the history',
  main,
  async ({ adminPage, request }) => {
    const email = uniqueEmail()
    expect((await request.post('/api/email-signup', { data: { email } })).status()).toBe(201)
    await find(adminPage, 'emails', email)
    const opener = adminPage.getByRole('button', { name: `Campaign mail to ${email}` })
    await tabTo(adminPage, opener)
    await adminPage.keyboard.press('Enter')
    const dialog = adminPage.getByRole('dialog', { name: `Campaign mail to ${email}` })
    await dialog.getByLabel('How did they tell you?').selectOption('By letter')
    await expectAccessible(adminPage)
    await tabTo(adminPage, dialog.getByRole('button', { name: `Unsubscribe ${email}` }))
    await adminPage.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(rowOf(adminPage, email)).toContainText(/They unsubscribed on/)
    await expect(opener).toBeFocused()

    await opener.press('Enter')
    await expect(dialog).toContainText('Only they can start it again: ask them to sign up on the website.')
    await expect(dialog.getByRole('button')).toHaveText(['Close'])
    await expectAccessible(adminPage)
    await adminPage.keyboard.press('Escape')

    await adminPage.getByRole('button', { name: `History of the email signup ${email}` }).click()
    const history = adminPage.getByRole('dialog', { name: /^History of/ })
    await expect(history).toContainText('Unsubscribed (by letter)')
    await history.getByRole('button', { name: 'Close' }).click()
  },
)

test('a bounce is lifted from the list of signups and from that of users', main, async ({ adminPage, request }) => {
  const email = uniqueEmail()
  expect((await request.post('/api/email-signup', { data: { email } })).status()).toBe(201)
  const person = { ...newPerson(), email: uniqueEmail() }
  await register(request, person)
  await reportBounces(request, [email, person.email], at)
  for (const [tab, address] of [
    ['emails', email],
    ['users', person.email],
  ] as const) {
    await find(adminPage, tab, address)
    await expect(rowOf(adminPage, address)).toContainText(/Their address bounced on/)
    await adminPage.getByRole('button', { name: `Campaign mail to ${address}` }).click()
    const dialog = adminPage.getByRole('dialog', { name: `Campaign mail to ${address}` })
    await dialog.getByLabel('Why should they get mail again?').selectOption('Their provider blocked our mail')
    await expectAccessible(adminPage)
    await dialog.getByRole('button', { name: `Mail ${address} again` }).click()
    await expect(dialog).toBeHidden()
    await expect(rowOf(adminPage, address)).not.toContainText('bounced')
  }
})

test('a spam complaint is lifted with a reason, which the history shows', main, async ({ adminPage, request }) => {
  const email = uniqueEmail()
  expect((await request.post('/api/email-signup', { data: { email } })).status()).toBe(201)
  await reportComplaints(request, [email], at)
  await find(adminPage, 'emails', email)
  await adminPage.getByRole('button', { name: `Campaign mail to ${email}` }).click()
  const dialog = adminPage.getByRole('dialog', { name: `Campaign mail to ${email}` })
  await expect(dialog).toContainText('Lift the complaint only if you know that it wasn’t meant.')
  await dialog.getByLabel('Why should they get mail again?').selectOption('They clicked by mistake')
  await expectAccessible(adminPage)
  await dialog.getByRole('button', { name: `Mail ${email} again` }).click()
  await expectToast(adminPage, 'Complaint lifted', `${email} gets campaign mail again.`)
  await expect(dialog).toBeHidden()
  await adminPage.getByRole('button', { name: `History of the email signup ${email}` }).click()
  const history = adminPage.getByRole('dialog', { name: /^History of/ })
  await expect(history).toContainText('they clicked by mistake')
  await history.getByRole('button', { name: 'Close' }).click()
})

test('a person who is in no list is found by their address, and unsubscribed', full, async ({ adminPage, request }) => {
  const email = uniqueEmail()
  const volunteer = { firstName: 'Ruth', lastName: 'Gray', email }
  expect((await request.post('/api/volunteers', { headers: sameOrigin(), data: volunteer })).status()).toBe(201)
  await openConsole(adminPage, 'emails')
  await adminPage.getByRole('button', { name: 'Find an address' }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Campaign mail to an address' })
  const find = dialog.getByRole('button', { name: 'Find' })
  await find.click()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await dialog.getByLabel('Email').fill(uniqueEmail())
  await find.click()
  await expect(dialog.getByRole('alert')).toContainText('We don’t know this address. Check its spelling.')
  await expectAccessible(adminPage)
  await dialog.getByLabel('Email').fill(email)
  await find.click()
  const about = adminPage.getByRole('dialog', { name: `Campaign mail to ${email}` })
  await about.getByRole('button', { name: `Unsubscribe ${email}` }).click()
  await expect(about).toBeHidden()
  await adminPage.getByRole('button', { name: 'Find an address' }).click()
  await dialog.getByLabel('Email').fill(email)
  await find.click()
  await expect(about).toContainText('Only they can start it again')
  await about.getByRole('button', { name: 'Close' }).click()
})

test(
  'after a block, the bounces of a domain and a day are lifted together',
  main,
  async ({ adminPage, request, proveAdmin }) => {
    await proveAdmin()
    const domain = `${unique('block').replace(' ', '-')}.example`
    const emails = ['ruth', 'naomi'].map((name) => `${name}@${domain}`)
    for (const email of emails)
      expect((await request.post('/api/email-signup', { data: { email } })).status()).toBe(201)
    await reportBounces(request, emails, at)
    await find(adminPage, 'emails', domain)
    await adminPage.getByRole('button', { name: 'Lift bounces' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Lift bounces after a block' })
    await dialog.getByLabel('Domain').fill('nowhere')
    await dialog.getByLabel('Day of the block').fill('2026-03-02')
    await dialog.getByRole('button', { name: 'Check' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Enter a domain such as example.org.')
    await dialog.getByLabel('Domain').fill(domain)
    await dialog.getByRole('button', { name: 'Check' }).click()
    await expect(dialog.getByRole('status')).toHaveText(`There is no address at ${domain} that bounced on Mar 2, 2026.`)
    await expectAccessible(adminPage)
    await dialog.getByLabel('Day of the block').fill('2026-03-01')
    await dialog.getByRole('button', { name: 'Check' }).click()
    const question = adminPage.getByRole('alertdialog', { name: 'Send campaign mail to these addresses again?' })
    await expect(question).toContainText(`2 addresses at ${domain} that bounced on Mar 1, 2026`)
    await expectAccessible(adminPage)
    await question.getByRole('button', { name: 'Leave them' }).click()
    await expect(dialog.getByLabel('Domain')).toHaveValue(domain)
    await dialog.getByRole('button', { name: 'Check' }).click()
    await question.getByRole('button', { name: 'Lift the bounces' }).click()
    await expect(dialog).toBeHidden()
    for (const email of emails) await expect(rowOf(adminPage, email)).not.toContainText('bounced')
  },
)

test('without signups the list says so', full, async ({ adminPage }) => {
  await answer(adminPage, { method: 'GET', path: '/api/admin/emails' }, [])
  await openConsole(adminPage, 'emails')
  await expect(adminPage.getByText('0 email signups in total.')).toBeVisible()
  await expect(adminPage.getByText('No email signups found.')).toBeVisible()
})
