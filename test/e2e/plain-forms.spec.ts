import type { Page } from '@playwright/test'
import { sameOrigin, uniqueEmail } from './people.ts'
import { expectToast, form } from './screen.ts'
import { createEvent, registerGuest } from './submissions.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

test.use({ javaScriptEnabled: false })

type Fields = Record<string, string>
type Form = { path: string; name: string; button: string; fill: Fields; wrong: Fields; thanks: string; refused: string }

const prayerDone = [
  'Prayer Submitted',
  'Thank you for your prayer. It will be reviewed before being displayed.',
] as const

const forms: Form[] = [
  {
    path: '/prayers',
    name: 'prayers',
    button: 'Submit Prayer',
    fill: { Name: 'Ruth', Prayer: 'For rain.' },
    wrong: { Email: '"><script>alert(1)</script>' },
    thanks: 'Thank you for your prayer. It will be reviewed before being displayed.',
    refused: 'Invalid Data: Please check your input and try again.',
  },
  {
    path: '/endorsements',
    name: 'endorsements',
    button: 'Submit Endorsement',
    fill: { Name: 'Ruth', Email: 'ruth@example.org', Endorsement: 'She listens.' },
    wrong: { Name: '   ' },
    thanks: 'Thank you for your endorsement! It will be reviewed before being displayed.',
    refused: 'Missing Information: Please provide your name and e-mail address.',
  },
  {
    path: '/volunteer',
    name: 'volunteers',
    button: 'Join the Team',
    fill: {
      'First name': 'Ruth',
      'Last name': 'Gray',
      Email: 'ruth@example.org',
      Skills: 'שלום 🌽',
      'ZIP code': '47901',
    },
    wrong: { Phone: '765 555 0100 at any time of the day' },
    thanks: 'Your volunteer application has been submitted successfully.',
    refused: 'Error: Failed to submit volunteer application. Please try again.',
  },
  {
    path: '/',
    name: 'email-signups',
    button: 'Sign Up',
    fill: { 'Email address': 'ruth@example.org' },
    wrong: { 'Email address': 'ruth@nowhere' },
    thanks: "You've been added to our mailing list.",
    refused: 'Error: Failed to sign up. Please try again.',
  },
]

async function fill(page: Page, fields: Fields): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByRole('textbox', { name: label }).fill(text)
}
const send = (page: Page, button: string) => page.getByRole('button', { name: button }).click()

for (const { path, name, button, fill: fields, wrong, thanks, refused } of forms) {
  test(
    `${path} accepts its form without JavaScript and says thanks; a reload sends nothing`,
    main,
    async ({ page }) => {
      await page.goto(path)
      await fill(page, fields)
      await send(page, button)
      await expect(page).toHaveURL(`/thanks/${name}`)
      await expect(page.getByRole('main')).toContainText(thanks)
      const sent: string[] = []
      page.on('request', (request) => sent.push(request.method()))
      await page.reload()
      await expect(page.getByRole('main')).toContainText(thanks)
      expect(sent).not.toContain('POST')
    },
  )

  test(`${path} shows the input with its errors, then accepts the corrected form`, full, async ({ page }) => {
    await page.goto(path)
    await fill(page, { ...fields, ...wrong })
    // The browser's own validation would stop some of it, but the server cannot rely on that.
    await page.locator('main form').evaluate((form: HTMLFormElement) => form.setAttribute('novalidate', ''))
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await send(page, button)
    expect((await answer).status()).toBe(400)
    await expect(page.getByRole('alert').filter({ hasText: refused })).toBeVisible()
    for (const [label, text] of Object.entries({ ...fields, ...wrong }))
      await expect(page.getByRole('textbox', { name: label })).toHaveValue(text)
    await expect(page.locator('[aria-invalid="true"]').first()).toBeFocused()
    for (const label of Object.keys(wrong)) {
      const field = page.getByRole('textbox', { name: label })
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(
        page.locator(`[id="${(await field.getAttribute('aria-describedby'))?.split(' ').at(-1)}"]`),
      ).toBeVisible()
    }
    const good = Object.fromEntries(Object.keys(wrong).map((label) => [label, '']))
    await fill(page, { ...good, ...fields })
    await send(page, button)
    await expect(page).toHaveURL(`/thanks/${name}`)
  })
}

test('/ keeps name and ZIP code in sight when the ZIP code is wrong', main, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'ZIP code' })).toBeHidden()
  await page.getByText('Add your name and ZIP code').click()
  await fill(page, { 'Email address': 'ruth@example.org', 'First name': 'Ruth', 'ZIP code': 'K1A 0B6' })
  await send(page, 'Sign Up')
  const zipCode = page.getByRole('textbox', { name: 'ZIP code' })
  await expect(zipCode).toBeFocused()
  await expect(zipCode).toHaveValue('K1A 0B6')
  await expect(page.getByRole('alert').filter({ hasText: 'Use the five digits of your ZIP code' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Ruth')
  await zipCode.fill('47901')
  await send(page, 'Sign Up')
  await expect(page).toHaveURL('/thanks/email-signups')
})

test('an event takes registrations and waiting list signups without JavaScript', main, async ({ page, adminPage }) => {
  const { id } = await createEvent(adminPage, { capacity: 1 })
  const register = async (name: string) => {
    await page.goto(`/events/${id}`)
    await fill(page, { Name: name, Email: uniqueEmail(), 'ZIP code': '47901' })
    await send(page, 'Register to Attend')
  }
  await register('Ruth')
  await expect(page).toHaveURL('/thanks/rsvps')
  await expect(page.getByRole('main')).toContainText('A confirmation is on its way to your inbox.')

  await register('Naomi')
  await expect(page.getByRole('alert').filter({ hasText: 'This event is full.' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Naomi')
  await expect(page.getByRole('textbox', { name: 'ZIP code' })).toHaveValue('47901')
  // Playwright's role locators skip the content of a <noscript>.
  await page.locator('input[name=joinWaitingList]').check()
  await send(page, 'Register to Attend')
  await expect(page).toHaveURL('/thanks/waiting-list')
  await expect(page.getByRole('main')).toContainText('You’re on the waiting list')
})

test('registering for a deleted event shows a message', main, async ({ page, adminPage }) => {
  const { id } = await createEvent(adminPage, { capacity: 1 })
  await page.goto(`/events/${id}`)
  await fill(page, { Name: 'Ruth', Email: uniqueEmail() })
  await adminPage.request.delete(`/api/admin/events/${id}`, { headers: sameOrigin() })
  await expect.poll(async () => (await page.request.get(`/events/${id}`)).status()).toBe(404)
  await send(page, 'Register to Attend')
  await expect(page).toHaveURL(`/events/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event Not Found')
})

test('/volunteer keeps the chosen options', main, async ({ page }) => {
  await page.goto('/volunteer')
  await fill(page, { 'First name': 'Ruth', 'Last name': 'Gray', Email: 'ruth@example.org', Phone: '7'.repeat(21) })
  await page.getByLabel('Availability').selectOption('Evenings')
  await page.getByRole('checkbox', { name: 'Data Entry' }).check()
  await send(page, 'Join the Team')
  await expect(page.getByText('Use at most 20 characters.')).toBeVisible()
  await expect(page.getByLabel('Availability')).toHaveValue('Evenings')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await expect(page.getByRole('checkbox', { name: 'Data Entry' })).toBeChecked()
})

test.describe('with JavaScript', () => {
  test.use({ javaScriptEnabled: true })

  /** Submits the form the way a click does before the scripts have loaded. */
  const submitWithoutScripts = (page: Page, fields: Record<string, string>) =>
    page.evaluate((typed) => {
      const form = document.createElement('form')
      form.method = 'post'
      for (const [name, value] of Object.entries(typed))
        form.append(Object.assign(document.createElement('input'), { name, value }))
      document.body.append(form)
      form.submit()
    }, fields)

  test('a page returned with form errors still works, and is accessible', full, async ({ page }) => {
    await page.goto('/prayers')
    await submitWithoutScripts(page, { firstName: 'Ruth' })
    await expect(page.getByRole('alert').filter({ hasText: 'Missing Information' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ruth')
    await expect(page.locator('form[aria-label="Share your prayer"]')).toHaveJSProperty('noValidate', true)
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Prayer' }).fill('For rain.')
    await send(page, 'Submit Prayer')
    await expectToast(page, ...prayerDone)
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('')
    await expect(page.getByRole('textbox', { name: 'Prayer' })).toHaveValue('')
  })

  test(
    'a rejected registration keeps its input, offers the waiting list once scripts run, and is accessible',
    full,
    async ({ page, adminPage }) => {
      const { id } = await createEvent(adminPage, { capacity: 1 })
      await registerGuest(adminPage.request, id, { name: 'Ruth', email: uniqueEmail() })
      await page.goto(`/events/${id}`)
      await submitWithoutScripts(page, { name: 'Naomi', email: uniqueEmail() })
      await expect(page.getByRole('alert').filter({ hasText: 'This event is full.' })).toBeVisible()
      await page.getByRole('button', { name: 'Join the Waiting List' }).scrollIntoViewIfNeeded()
      await expectAccessible(page)
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Naomi')
      await page.getByRole('button', { name: 'Join the Waiting List' }).click()
      await expect(page.getByRole('complementary').getByRole('status')).toContainText('You’re on the waiting list')
    },
  )

  test('a form sent before the scripts loaded leads to the page that says thanks', main, async ({ page }) => {
    await page.goto('/prayers')
    await submitWithoutScripts(page, { firstName: 'Ruth', prayer: 'For snow.' })
    await expect(page).toHaveURL('/thanks/prayers')
    await expect(page.getByRole('main')).toContainText('Thank you for your prayer.')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to Prayers' }).click()
    await expect(form(page, 'Share your prayer')).toBeVisible()
  })
})
