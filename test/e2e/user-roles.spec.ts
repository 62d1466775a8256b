import type { Locator, Page } from '@playwright/test'
import { anotherAdmin, discard, editUser, find, openConsole, openRow, rowOf } from './console.ts'
import { linkFor } from './mail.ts'
import { newPerson, type Person, proveAddress, register, sameOrigin, unique } from './people.ts'
import { expectErrorToast, expectFieldError, expectToast, fill, form, tabTo } from './screen.ts'
import { ageSessions } from './stale-session.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const post = async (page: Page, url: string, data: object) => {
  const answer = await page.request.post(url, { headers: sameOrigin(), data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** An event far ahead, whose id it returns. */
const newEvent = async (page: Page, title: string): Promise<number> =>
  (
    await post(page, '/api/admin/events', {
      title,
      description: 'Come.',
      eventDate: '2099-05-09',
      location: 'Lafayette',
    })
  ).id

const row = (page: Page, { email }: Person) => rowOf(page, email)

async function openRoles(page: Page, { email, firstName, lastName }: Person) {
  await find(page, 'users', email)
  await rowOf(page, email)
    .getByRole('button', { name: /^Roles of/ })
    .click()
  const dialog = page.getByRole('dialog', { name: `Roles of ${firstName} ${lastName}` })
  await expect(dialog.getByText('Loading roles…')).toHaveCount(0)
  return dialog
}

test(
  'a role is given for one event until a day, shows in the list, and is taken away with a reason',
  main,
  async ({ adminPage, request }) => {
    const person = newPerson()
    const id = await register(request, person)
    await proveAddress(request, person)
    const title = unique('Rally')
    await newEvent(adminPage, title)
    const cancelled = unique('Off')
    const other = await newEvent(adminPage, cancelled)
    await adminPage.request.post(`/api/admin/events/${other}/cancel`, { headers: sameOrigin(), data: {} })

    const dialog = await openRoles(adminPage, person)
    await expect(dialog.getByText('No roles.')).toBeVisible()
    const give = dialog.getByRole('form', { name: 'Give a role' })
    await expect(give.getByText(/^Runs events with their guests/)).toBeVisible()
    await give.getByLabel('Role').selectOption('Analyst')
    await expect(give.getByText(/sees no personal data/)).toBeVisible()
    await expect(give.getByLabel('Where')).toHaveCount(0)
    await give.getByLabel('Role').selectOption('Organizer')
    const where = give.getByLabel('Where')
    await expect(where.getByRole('option', { name: cancelled })).toHaveCount(0)
    await where.selectOption(`${title}, May 9, 2099`)
    await fill(give, { 'Last day': '2020-01-01', Reason: 'Runs the rally.' })
    await give.getByRole('button', { name: 'Give role' }).click()
    await expectErrorToast(adminPage, 'Error giving role', 'The last day of a role must be today or later.')
    await expect(give.getByLabel('Reason')).toHaveValue('Runs the rally.')
    await expectAccessible(adminPage)
    await fill(give, { 'Last day': '2099-05-31' })
    await give.getByRole('button', { name: 'Give role' }).click()
    await expectToast(adminPage, 'Role given', `Organizer of “${title}” until May 31, 2099.`)
    const held = dialog.getByRole('list', { name: 'Roles held' }).getByRole('listitem')
    await expect(held).toContainText(`Organizer of “${title}” until May 31, 2099`)
    await expect(give.getByLabel('Reason')).toHaveValue('')
    await dialog.getByRole('button', { name: 'Close' }).click()

    await expect(row(adminPage, person).locator('.cell-role')).toHaveText('Organizer of one event')
    await expect(await openRow(row(adminPage, person))).toContainText(`Organizer of “${title}” until May 31, 2099.`)
    await adminPage.goto(`/admin?tab=users&role=organizer&q=${person.email}`)
    await expect(row(adminPage, person)).toBeVisible()
    await adminPage.goto(`/admin?tab=users&role=editor&q=${person.email}`)
    await expect(adminPage.getByText('No rows match your search and filters.')).toBeVisible()

    const again = await openRoles(adminPage, person)
    await again.getByRole('button', { name: `Take away: Organizer of “${title}”` }).press('Enter')
    const take = again.getByRole('form', { name: `Take away: Organizer of “${title}”` })
    await take.getByRole('button', { name: 'Take away' }).click()
    await expectFieldError(take.getByLabel('Reason'), 'This field is required.')
    await expectAccessible(adminPage)
    await fill(take, { Reason: 'The rally is over.' })
    await tabTo(adminPage, take.getByRole('button', { name: 'Take away' }))
    await adminPage.keyboard.press('Enter')
    await expectToast(adminPage, 'Role taken away', `Organizer of “${title}”.`)
    await expect(again.getByText('No roles.')).toBeVisible()
    await expect(again.getByRole('heading', { name: 'Roles held' })).toBeFocused()
    await again.getByRole('button', { name: 'Close' }).click()
    await expect(row(adminPage, person).locator('.cell-role .badge')).toHaveText(['User'])

    await row(adminPage, person)
      .getByRole('button', { name: /^History of/ })
      .click()
    const history = adminPage.getByRole('dialog', { name: `History of user ${id}` })
    await history.getByRole('button', { name: /^Staff role granted/ }).click()
    await expect(history.locator('.state')).toContainText(/RolesOrganizer of event #\d+ until May 31, 2099/)
    await history.getByRole('button', { name: /^Staff role revoked/ }).click()
    await expect(history.locator('.state')).toContainText('Rolesnone')
    await expect(history.locator('.state')).toContainText('The rally is over.')
  },
)

test('every choice of the pickers of roles can be saved', full, async ({ adminPage, request }) => {
  const person = newPerson()
  const id = await register(request, person)
  await proveAddress(request, person)
  await newEvent(adminPage, unique('Rally'))
  async function valuesOf(picker: Locator): Promise<string[]> {
    await expect(picker).toBeVisible()
    const options = picker.getByRole('option')
    return options.evaluateAll((all) => all.map((option) => option.getAttribute('value') ?? ''))
  }
  const placesIn = async (form: Locator): Promise<(number | null)[]> => {
    const where = form.getByLabel('Where')
    if ((await where.count()) === 0) return [null]
    await expect(where.getByText(/Loading/)).toHaveCount(0)
    return (await valuesOf(where)).map((value) => (value === '' ? null : Number(value)))
  }

  const dialog = await openRoles(adminPage, person)
  const give = dialog.getByRole('form', { name: 'Give a role' })
  let saved = 0
  for (const role of await valuesOf(give.getByLabel('Role', { exact: true }))) {
    await give.getByLabel('Role', { exact: true }).selectOption(role)
    for (const eventId of await placesIn(give)) {
      await post(adminPage, `/api/admin/users/${id}/roles`, { role, eventId, reason: null })
      saved++
    }
  }
  expect(saved).toBeGreaterThan(4)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await discard(adminPage)

  await adminPage.getByRole('button', { name: 'Invite', exact: true }).click()
  const invitation = adminPage.getByRole('dialog', { name: 'Invite to the team' })
  const roles = await valuesOf(invitation.getByLabel('Role', { exact: true }))
  expect(roles).toContain('admin')
  for (const role of roles) {
    await invitation.getByLabel('Role', { exact: true }).selectOption(role)
    const [eventId = null] = (await placesIn(invitation)).toReversed()
    await post(adminPage, '/api/admin/invitations', { email: newPerson().email, role, eventId })
  }
})

test('a dialog about a person who cannot get a role says why', full, async ({ adminPage, request }) => {
  const person = newPerson()
  const id = await register(request, person)
  const unproven = await openRoles(adminPage, person)
  await expect(unproven.getByText(/^This person has not proved their email address yet\./)).toBeVisible()
  await expect(unproven.getByRole('form')).toHaveCount(0)
  await expectAccessible(adminPage)
  await proveAddress(request, person)
  await editUser(adminPage, id, { isActive: false })
  const inactive = await openRoles(adminPage, person)
  await expect(inactive.getByText('A deactivated account cannot get a role. Reactivate it first.')).toBeVisible()
})

test(
  'a fresh proof is asked for, and what others changed meanwhile is said without losing text',
  full,
  async ({ page, adminPage, request, product }) => {
    const person = newPerson()
    const id = await register(request, person)
    await proveAddress(request, person)
    const me = await anotherAdmin(page.request, adminPage)
    const dialog = await openRoles(page, person)
    const give = dialog.getByRole('form', { name: 'Give a role' })
    await give.getByLabel('Role').selectOption('Moderator')
    await fill(give, { Reason: 'Reads well.' })
    await ageSessions(product, me.email)
    await give.getByRole('button', { name: 'Give role' }).click()
    await fill(form(page, 'Confirm with your password'), { Password: me.password })
    await page.keyboard.press('Enter')
    await expectToast(page, 'Role given', 'Moderator.')

    await dialog.getByRole('button', { name: 'Take away: Moderator' }).click()
    const take = dialog.getByRole('form', { name: 'Take away: Moderator' })
    await fill(take, { Reason: 'Moved away.' })
    await post(adminPage, `/api/admin/users/${id}/roles/revoke`, { role: 'moderator', reason: 'First.' })
    await take.getByRole('button', { name: 'Take away' }).click()
    await expectErrorToast(page, 'Error taking role away', 'This person no longer holds this role.')
    await expect(take.getByLabel('Reason')).toHaveValue('Moved away.')

    await post(adminPage, `/api/admin/users/${id}/ban`, { banned: true })
    await fill(give, { Reason: 'Back again.' })
    await give.getByRole('button', { name: 'Give role' }).click()
    await expectErrorToast(page, 'Error giving role', 'A banned person cannot get a role. Lift the ban first.')
    await expect(give.getByLabel('Reason')).toHaveValue('Back again.')

    await dialog.getByRole('button', { name: 'Close' }).click()
    await discard(page)
  },
)

test(
  'a person is invited to a role, which the mail, the list and the page of the link name',
  main,
  async ({ adminPage, browser, request }) => {
    const { email } = newPerson()
    await openConsole(adminPage, 'users')
    await adminPage.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Invite to the team' })
    await dialog.getByLabel('Role').selectOption('Moderator')
    await expect(dialog.getByText('Reviews prayers and endorsements, and moderates the forum.')).toBeVisible()
    await fill(dialog, { Email: email, 'Last day': '2020-01-01' })
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expectErrorToast(adminPage, 'Error sending invitation', 'The last day of a role must be today or later.')
    await expect(dialog.getByLabel('Email')).toHaveValue(email)
    await expectAccessible(adminPage)
    await fill(dialog, { 'Last day': '2099-05-31' })
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog).toBeHidden()
    await expect(adminPage.getByRole('list', { name: 'Open invitations' }).filter({ hasText: email })).toContainText(
      `${email}, Moderator until May 31, 2099`,
    )

    const page = await (await browser.newContext()).newPage()
    await page.goto(await linkFor(request, email))
    await expect(page.getByText('Moderator. Reviews prayers and endorsements')).toBeVisible()
    await expectAccessible(page)
    const setupForm = form(page, 'Create your account')
    const password = 'eleven calm lakes at dawn'
    await fill(setupForm, { 'First name': 'Ruth', 'Last name': 'Ames', Email: email, Password: password })
    await setupForm.getByRole('button', { name: 'Create Account' }).click()
    await expect(page).not.toHaveURL(/setup/)
    await page.context().close()
    await find(adminPage, 'users', email)
    await expect(rowOf(adminPage, email).locator('.badge')).toHaveText(['Active', 'Verified', 'Moderator'])
  },
)
