import { rowOf } from './console.ts'
import { linkFor } from './mail.ts'
import { newPerson, register, sameOrigin, unique, uniqueEmail } from './people.ts'
import { expectToast } from './screen.ts'
import { approve, createEvent, openList } from './submissions.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const sentIn = 'What You Sent In'

test('a supporter corrects a prayer, which waits for review again', main, async ({ page, adminPage }) => {
  await register(page.request, newPerson())
  const [words, better] = [unique('For rain'), unique('For rain and peace')]
  const sent = { headers: sameOrigin(), data: { firstName: 'Ruth', prayer: words } }
  const { id }: { id: number } = await (await page.request.post('/api/prayers', sent)).json()
  await approve(adminPage, 'prayers', id)

  await page.goto('/dashboard')
  const item = page.getByRole('region', { name: sentIn }).getByRole('listitem')
  await expect(item).toContainText('On the site')
  await item.getByRole('button', { name: `Correct: ${words}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct your prayer' })
  await expect(dialog).toContainText('Until then, it’s off the website.')
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Prayer' }).fill(better)
  await dialog.getByRole('button', { name: 'Send for review' }).click()
  await expectToast(page, 'Sent for review', 'We’ll read it before it appears on the website.')
  await expect(dialog).toBeHidden()
  await expect(item).toContainText(`Waiting for review${better}`)

  await expect.poll(async () => (await page.request.get('/prayers')).text(), { intervals: [50] }).not.toContain(words)
  await approve(adminPage, 'prayers', id)
  await openList(page, 'prayers', better)
  await expect(page.getByText(better)).toBeVisible()
})

test('a supporter withdraws an endorsement, which staff see as withdrawn', main, async ({ page, adminPage }) => {
  const person = newPerson()
  await register(page.request, person)
  const words = unique('Keeps a promise')
  const name = unique('Ruth')
  const data = { name, email: person.email, title: 'Farmer', endorsementText: words }
  const answer = await page.request.post('/api/endorsements', { headers: sameOrigin(), data })
  await approve(adminPage, 'endorsements', (await answer.json()).id)

  await page.goto('/dashboard')
  const item = page.getByRole('region', { name: sentIn }).getByRole('listitem')
  await item.getByRole('button', { name: `Withdraw: ${words}` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Withdraw this endorsement?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep endorsement' }).click()
  await expect(item).toContainText('On the site')
  await item.getByRole('button', { name: `Withdraw: ${words}` }).click()
  await dialog.getByRole('button', { name: 'Withdraw endorsement' }).click()
  await expectToast(page, 'Withdrawn', 'It’s no longer on the website or with our team for review.')
  await expect(item).toContainText('Withdrawn')
  await expect(item.getByRole('button')).toHaveCount(0)
  await expect
    .poll(async () => (await page.request.get('/endorsements')).text(), { intervals: [50] })
    .not.toContain(words)

  await adminPage.goto('/admin?tab=endorsements&status=withdrawn')
  const row = rowOf(adminPage, name)
  await expect(row).toContainText('Withdrawn')
  await expect(row.getByRole('button', { name: 'History' })).toBeVisible()
  for (const act of ['Approve', 'Reject', 'Edit', 'Delete', 'Restore'])
    await expect(row.getByRole('button', { name: new RegExp(`^${act} `) })).toHaveCount(0)
})

test('what our team saved meanwhile is shown before it is replaced', full, async ({ page, adminPage }) => {
  await register(page.request, newPerson())
  const [words, theirs, mine] = [unique('For rian'), unique('For rain'), unique('For sun')]
  const headers = sameOrigin()
  const sent = await page.request.post('/api/prayers', { headers, data: { firstName: 'Ruth', prayer: words } })
  const { id }: { id: number } = await sent.json()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: `Correct: ${words}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct your prayer' })
  await dialog.getByRole('textbox', { name: 'Prayer' }).fill(mine)
  await adminPage.request.put(`/api/admin/prayers/${id}`, { headers, data: { firstName: 'Ruth', prayer: theirs } })
  await dialog.getByRole('button', { name: 'Send for review' }).click()
  await expect(dialog.getByRole('region', { name: 'As our team saved it' })).toContainText(theirs)
  await expect(dialog.getByRole('textbox', { name: 'Prayer' })).toHaveValue(mine)
  await dialog.getByRole('button', { name: 'Send for review' }).click()
  await expect(page.getByRole('region', { name: sentIn })).toContainText(mine)
})

test(
  'a registration is listed with its day, place and link, and is changed and cancelled there',
  main,
  async ({ page, adminPage }) => {
    const person = newPerson()
    await register(page.request, person)
    const details = { location: '123 Main St, Muncie', startTime: '18:30', capacity: 5 }
    const { id, title } = await createEvent(adminPage, details)
    const guest = { name: 'Ruth Gray', email: person.email }
    await page.request.post(`/api/events/${id}/rsvp`, { headers: sameOrigin(), data: guest })

    await page.goto('/dashboard')
    const item = page.getByRole('region', { name: sentIn }).getByRole('listitem')
    await expect(item.getByRole('link', { name: title })).toHaveAttribute('href', `/events/${id}`)
    await expect(item).toContainText(/day, [A-Z][a-z]+ \d+, \d{4}, 6:30 PM/)
    await expect(item).toContainText('123 Main St, Muncie')
    await expect(item).toContainText('For Ruth Gray')

    await item.getByRole('button', { name: `Change name: ${title}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the name' })
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Ruth Gray')
    await expectAccessible(page)
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Naomi Gray')
    await dialog.getByRole('button', { name: 'Save name' }).click()
    await expectToast(page, 'Name changed', 'We’ll expect you under this name.')
    await expect(item).toContainText('For Naomi Gray')

    await item.getByRole('button', { name: `Cancel registration: ${title}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel registration' }).click()
    await expectToast(page, 'Registration cancelled', 'Thank you for letting us know.')
    await expect(item).toContainText('Cancelled')
    await expect(item.getByRole('button')).toHaveCount(0)
    await page.goto(`/events/${id}`)
    await expect(page.getByRole('button', { name: 'Register to Attend' })).toBeVisible()
    await expect(page.getByText('5 seats left')).toBeVisible()
  },
)

test('a supporter reads what the campaign knows about them, and where from', main, async ({ page }) => {
  await register(page.request, newPerson())
  const data = { firstName: 'Ruth', prayer: unique('For rain') }
  await page.request.post('/api/prayers', { headers: sameOrigin(), data })
  await page.goto('/settings?tab=security')
  await page.getByRole('button', { name: 'What We Know About Me' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'What We Know About You' })
  await expect(dialog).toContainText(/You’ve had an account since [A-Z][a-z]+ \d+, \d{4}\./)
  await expect(dialog).toContainText(/You shared a prayer on [A-Z][a-z]+ \d+, \d{4}\.It waits for review\./)
  await expect(dialog).toContainText('You sent it on our website.')
  await expectAccessible(page)
})

test('a person without an account withdraws a prayer by a mailed link', main, async ({ page, request }) => {
  const [email, words] = [uniqueEmail(), unique('For rain')]
  await request.post('/api/prayers', { headers: sameOrigin(), data: { firstName: 'Ruth', prayer: words, email } })
  await page.goto('/my-campaign')
  await expect(page.getByRole('main')).toContainText('It works for a day.')
  await expectAccessible(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me my link' }).click()
  await expectToast(page, 'Check your email', 'If we know this address, the link is on its way.')
  await page.goto(await linkFor(request, email))
  const item = page.getByRole('region', { name: sentIn }).getByRole('listitem')
  await expect(item).toContainText(`Waiting for review${words}`)
  await expect(page.getByRole('main')).toContainText(/You shared a prayer on [A-Z][a-z]+ \d+, \d{4}\./)
  await expectAccessible(page)
  await item.getByRole('button', { name: `Withdraw: ${words}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw prayer' }).click()
  await expectToast(page, 'Withdrawn', 'It’s no longer on the website or with our team for review.')
  await expect(item).toContainText('Withdrawn')
  await page.goto('/my-campaign?token=nonsense')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This link is no longer valid.')
})
