import { columnsOf, find, openConsole, rowOf } from './console.ts'
import { contentOf } from './downloads.ts'
import { mailToken } from './mail-token.ts'
import { answer } from './network.ts'
import { sameOrigin, unique, uniqueEmail } from './people.ts'
import { tabTo } from './screen.ts'
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
    expect(await columnsOf(adminPage)).toEqual(['Email Address', 'First Name', 'Signed Up', 'Actions'])
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

test('without signups the list says so', full, async ({ adminPage }) => {
  await answer(adminPage, { method: 'GET', path: '/api/admin/emails' }, [])
  await openConsole(adminPage, 'emails')
  await expect(adminPage.getByText('0 email signups in total.')).toBeVisible()
  await expect(adminPage.getByText('No email signups found.')).toBeVisible()
})
