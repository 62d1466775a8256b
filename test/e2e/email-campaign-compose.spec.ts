import { confirmSend, open, question, reach, rowOf, volunteer, volunteers } from './email-campaigns.ts'
import { newPerson, register, sameOrigin, unique } from './people.ts'
import { expectErrorToast, expectToast } from './screen.ts'
import { expect, expectAccessible, full, testWith } from './test.ts'

/** A product of its own, so that its segments hold only this file’s people, and which sends slowly enough to watch. */
const test = testWith({ MAIL_RATE: '10' })

test(
  'a mail is composed with a live preview, kept as a draft, scheduled, and sent after all',
  full,
  async ({ adminPage }) => {
    await volunteers(adminPage, 1)
    const name = unique('Town hall')
    await open(adminPage, '?tab=send')
    await adminPage.getByRole('link', { name: 'Compose a campaign' }).click()
    await adminPage.getByRole('button', { name: 'Save draft' }).click()
    await expectErrorToast(adminPage, 'Please fill in required fields')
    await expect(adminPage.getByLabel('Subject')).toHaveAttribute('aria-invalid', 'true')
    await expect(adminPage.getByLabel('Name', { exact: true })).toHaveValue(/^Email of [A-Z][a-z]{2} \d{1,2}, \d{4}$/)
    await adminPage.getByLabel('Name', { exact: true }).fill(name)
    // People in several segments count once, also before there is a text.
    await adminPage.getByRole('checkbox', { name: 'Newsletter Subscribers' }).check()
    await adminPage.getByRole('checkbox', { name: 'Active Volunteers' }).check()
    await expect(
      adminPage.getByText(/^[\d,]+ (?:person|people) in total\. Each person gets one email\.$/),
    ).toBeVisible()
    await adminPage.getByRole('checkbox', { name: 'Newsletter Subscribers' }).uncheck()
    await adminPage.getByLabel('Subject').fill('Come on Thursday')
    await adminPage.getByRole('button', { name: 'First name' }).click()
    const body = adminPage.getByLabel('Text', { exact: true })
    await expect(body).toBeFocused()
    await adminPage.keyboard.type(', **we meet** at six.')
    await expect(body).toHaveValue('{{firstName|friend}}, **we meet** at six.')
    const mail = adminPage.frameLocator('iframe')
    await expect(mail.getByRole('paragraph').filter({ hasText: 'Ada, we meet at six.' })).toBeVisible()
    await expect(adminPage.getByRole('region', { name: 'Preview' })).toContainText(/From .+ <no-reply@example\.org>/)
    const replies = adminPage.getByLabel('Replies to')
    await replies.fill('office@elsewhere.example')
    await adminPage.getByRole('button', { name: 'Save draft' }).click()
    await expect(replies).toHaveAttribute('aria-invalid', 'true')
    await replies.fill('office@example.org')
    await expect(adminPage.getByRole('region', { name: 'Preview' })).toContainText('Replies to office@example.org')
    const [label, bold, area] = await Promise.all(
      [adminPage.getByText('Text', { exact: true }), adminPage.getByRole('button', { name: 'Bold' }), body].map(
        (part) => part.boundingBox(),
      ),
    )
    expect((label?.y ?? 0) < (bold?.y ?? 0) && (bold?.y ?? 0) < (area?.y ?? 0)).toBe(true)
    await expectAccessible(adminPage)
    await adminPage.getByRole('button', { name: 'Save draft' }).click()
    await expectToast(adminPage, 'Draft saved')
    await expect(adminPage).toHaveURL(/compose=\d+$/)

    await adminPage.getByRole('link', { name: 'All campaigns' }).click()
    await rowOf(adminPage, name).getByRole('link', { name }).click()
    await expect(body).toHaveValue('{{firstName|friend}}, **we meet** at six.')
    await expect(replies).toHaveValue('office@example.org')
    await adminPage.getByRole('button', { name: 'Send later…' }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Send it later' })
    await dialog.getByLabel('Date and time').fill('2020-01-01T12:00')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expect(adminPage.getByRole('alert').locator('.title')).toHaveText('Error scheduling campaign')
    await dialog.getByLabel('Date and time').fill('2199-05-09T17:30')
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await expectToast(adminPage, 'Campaign scheduled', 'It goes out May 9, 2199 5:30 PM EDT.')
    await expect(adminPage.getByText('Scheduled', { exact: true })).toBeVisible()
    await expect(adminPage.getByText('office@example.org')).toBeVisible()
    await adminPage.getByRole('button', { name: 'Back to draft' }).click()
    await expectToast(adminPage, 'Campaign is a draft again')
    await adminPage.getByRole('link', { name: 'Edit the draft' }).click()
    await adminPage.getByRole('button', { name: 'Send now…' }).click()
    await confirmSend(adminPage)
    await expectToast(adminPage, 'Campaign sent successfully!')
    await expect(adminPage.getByRole('heading', { name })).toBeVisible()

    await adminPage.getByRole('button', { name: 'Copy to a new draft' }).click()
    await expectToast(adminPage, 'Copied to a new draft')
    await expect(adminPage.getByLabel('Name', { exact: true })).toHaveValue(`Copy of ${name}`)
    await expect(body).toHaveValue('{{firstName|friend}}, **we meet** at six.')
    await expect(adminPage.getByRole('checkbox', { name: 'Active Volunteers' })).toBeChecked()
  },
)

test(
  'an invitation is about events: the editor, the question and the campaign say which switches it obeys',
  full,
  async ({ adminPage, request }) => {
    const reached = await volunteers(adminPage, 1)
    const person = newPerson()
    await register(request, person)
    await volunteer(request, person.email)
    await expect.poll(() => reach(adminPage, 'active-volunteers')).toBe(reached + 1)
    const choices = { campaignNews: true, volunteerOpportunities: true, eventInvitations: false, emailUpdates: true }
    const data = { ...choices, securityAlerts: true }
    expect((await request.put('/api/preferences', { headers: sameOrigin(), data })).status()).toBe(200)

    await open(adminPage, '?tab=send&compose=new')
    const about = adminPage.getByLabel('What it is about')
    await expect(about).toHaveValue('')
    await adminPage.getByRole('checkbox', { name: 'Active Volunteers' }).check()
    await expect(adminPage.getByText('People who turned off Volunteer opportunities in Settings')).toBeVisible()
    await about.focus()
    await adminPage.keyboard.type('Event')
    await expect(about).toHaveValue('eventInvitations')
    const sentence =
      'People who turned off Volunteer opportunities or Event invitations in Settings don’t get it (1 here).'
    await expect(adminPage.getByText(sentence)).toBeVisible()
    await expectAccessible(adminPage)

    const name = unique('Town hall')
    await adminPage.getByLabel('Name', { exact: true }).fill(name)
    await adminPage.getByLabel('Subject').fill('Come on Thursday')
    await adminPage.getByLabel('Text', { exact: true }).fill('Doors open at 7.')
    await adminPage.getByRole('button', { name: 'Send now…' }).click()
    await expect(question(adminPage)).toContainText(
      'People who turned off Volunteer opportunities or Event invitations in Settings',
    )
    await confirmSend(adminPage)
    await expectToast(adminPage, 'Campaign sent successfully!')
    const facts = adminPage.getByRole('region', { name })
    await expect(facts).toContainText('Volunteer opportunities or Event invitations')
    await expect(adminPage.getByRole('region', { name: 'Ledger' })).toContainText(
      'People who had turned off Volunteer opportunities or Event invitations in Settings didn’t get it.',
    )
    await expectAccessible(adminPage)
  },
)

test('the welcome series is switched on and edited, and two admins notice each other', full, async ({ adminPage }) => {
  await open(adminPage, '?tab=send')
  const card = adminPage.getByRole('region', { name: 'Welcome series' })
  await card.getByRole('switch', { name: 'Send the welcome series' }).click()
  await card.getByText(/^Edit the /).click()
  const mail = card.getByRole('group', { name: 'Email 1' })
  await expectAccessible(adminPage)
  await mail.getByLabel('Subject').fill('')
  await mail.getByLabel('Text').fill('Welcome, {{firstName|friend}}!')
  await card.getByRole('button', { name: 'Save series' }).click()
  await expectErrorToast(adminPage, 'Please fill in required fields')
  await mail.getByLabel('Subject').fill('Welcome aboard')
  await card.getByRole('button', { name: 'Save series' }).click()
  await expectToast(adminPage, 'Welcome series saved')
  await adminPage.reload()
  await expect(card.getByRole('switch')).toBeChecked()

  const path = '/api/email-campaigns/welcome-series'
  const { revision }: { revision: number } = await (await adminPage.request.get(path)).json()
  const data = { isOn: true, mails: [{ afterHours: 0, subject: 'Theirs', body: 'Hello.' }] }
  const headers = { ...sameOrigin(), 'if-match': `"${revision}"` }
  expect((await adminPage.request.put(path, { headers, data })).status()).toBe(200)
  await card.getByText(/^Edit the /).click()
  await mail.getByLabel('Subject').fill('Mine')
  await card.getByRole('button', { name: 'Save series' }).click()
  await expect(adminPage.getByRole('alert').locator('.title')).toHaveText('Error saving the welcome series')
  await expect(mail.getByLabel('Subject')).toHaveValue('Mine')
  await card.getByRole('button', { name: 'Save series' }).click()
  await expectToast(adminPage, 'Welcome series saved')
})
