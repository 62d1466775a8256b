import { newPerson, register, sameOrigin, uniqueEmail } from './people.ts'
import { expectErrorToast } from './screen.ts'
import { expect, expectAccessible, main, test } from './test.ts'

test('admins see what was sent to an address, what was held back, and why', main, async ({ adminPage, request }) => {
  const person = newPerson()
  await register(request, person)
  const { email } = person
  const post = async (url: string, data: object) => {
    const answer = await request.post(url, { headers: sameOrigin(), data })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await post('/api/email-signup', { email })
  await post('/api/auth/magic-link/send', { email })

  await adminPage.goto('/email-campaigns')
  await adminPage.getByRole('link', { name: 'Mail to one person' }).click()
  await expect(adminPage).toHaveURL('/email-campaigns/person')
  const field = adminPage.getByLabel('Email address')
  await field.fill('nobody')
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(adminPage)

  const nobody = uniqueEmail()
  await field.fill(nobody)
  await field.press('Enter')
  const found = adminPage.getByRole('region', { name: /^Mail to \S+@/ })
  await expect(found).toContainText('No person is known under this address')

  const sentences = async () =>
    (await (await adminPage.request.get(`/api/admin/mail-facts?email=${email}`)).json()).facts.length
  await expect.poll(sentences).toBe(3)
  await field.fill(email)
  await field.press('Enter')
  await expect(found.getByRole('heading')).toHaveText(`Mail to ${email}`)
  await expect(found).toContainText('Nothing stops mail to this address.')
  await expect(found.getByRole('row').filter({ hasText: 'The account mail “Your sign-in link' })).toContainText('Sent')
  await expect(found.getByRole('row')).toHaveCount(4)
  await expectAccessible(adminPage)

  // The address of the page keeps it.
  await adminPage.reload()
  await expect(found.getByRole('row')).toHaveCount(4)
  await expect(field).toHaveValue(email)
  await adminPage.goBack()
  await expect(found).toContainText('No person is known under this address')
})

test('the row of a person leads there; a failure says so', main, async ({ adminPage, request }) => {
  const email = uniqueEmail()
  const answer = await request.post('/api/email-signup', { headers: sameOrigin(), data: { email } })
  expect(answer.status()).toBe(201)
  await adminPage.goto(`/admin?tab=emails&q=${email}`)
  await adminPage.getByRole('button', { name: `Campaign mail to ${email}` }).click()
  await adminPage.getByRole('dialog').getByRole('link', { name: 'What we sent to this address' }).click()
  await expect(adminPage.getByRole('heading', { name: `Mail to ${email}` })).toBeVisible()

  await adminPage.route('**/api/admin/mail-facts*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Busy.' } }),
  )
  await adminPage.reload()
  await expectErrorToast(adminPage, 'Error looking this address up', 'Busy.')
})
