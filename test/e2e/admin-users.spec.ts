import type { AdminUser } from '../../contract/users.ts'
import { count } from './clicks.ts'
import { columnsOf, discard, editUser, find, openConsole, openRow, rowOf } from './console.ts'
import { linkFor } from './mail.ts'
import { answer, hold } from './network.ts'
import { admin, newPerson, proveAddress, register, sameOrigin, uniqueEmail } from './people.ts'
import { expectErrorToast, expectFieldError, expectToast, fill, form } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'
import { turnOnTwoStep } from './two-step.ts'

const list = { method: 'GET', path: '/api/admin/users' } as const

const ruth: AdminUser = {
  id: 7,
  firstName: 'Ruth',
  lastName: 'Ames',
  email: 'ruth@example.org',
  wording: null,
  firstSource: null,
  actSource: null,
  viewId: null,
  isActive: true,
  isAdmin: false,
  roles: [],
  isBanned: false,
  banReason: null,
  bannedUntil: null,
  isEmailVerified: false,
  createdAt: '2025-08-01T16:00:00.000Z',
  lastActiveAt: null,
  isErased: false,
  mailSuppression: null,
  revision: 0,
}

test('the table shows each person and the state of their account', main, async ({ adminPage }) => {
  const users = [
    ruth,
    { ...ruth, id: 8, firstName: null, lastName: null, email: 'nameless@example.org', isEmailVerified: true },
    { ...ruth, id: 9, email: 'seth@example.org', isActive: false, isBanned: true, banReason: 'Sells lamps.' },
    { ...ruth, id: 10, email: 'naomi@example.org', isAdmin: true },
    { ...ruth, id: 11, email: '', isErased: true, isActive: false },
  ]
  await answer(adminPage, list, { users, total: 1234 })
  await openConsole(adminPage, 'users')
  expect(await columnsOf(adminPage)).toEqual(['User', 'Email', 'Status', 'Role', 'Joined', 'Actions'])
  const rows = adminPage.getByRole('row')
  const badges = (row: number) => rows.nth(row).locator('.badge')
  await expect(rows.nth(1)).toContainText('Ruth Ames')
  await expect(rows.nth(1)).toContainText('ID: 7')
  await expect(rows.nth(1)).toContainText('Aug 1, 2025')
  await expect(badges(1)).toHaveText(['Active', 'User'])
  await expect(rows.nth(2)).toContainText('N/A')
  await expect(badges(2)).toHaveText(['Active', 'Verified', 'User'])
  await expect(badges(3)).toHaveText(['Inactive', 'Banned', 'User'])
  await expect(badges(4)).toHaveText(['Active', 'Admin'])
  await expect(badges(5)).toHaveText(['Erased', 'User'])
  await expect(rows.nth(5).getByRole('button', { name: /^(Edit|Ban|Delete)/ })).toHaveCount(0)
  await expect(adminPage.getByText('Showing 5 of 1,234 users')).toBeVisible()
  await expect(await openRow(rows.nth(3))).toContainText('Sells lamps.')
  await expectAccessible(adminPage)
})

test('an address that gets no campaign mail says why, in the list and in the dialog', full, async ({ adminPage }) => {
  const since = '2025-08-02T16:00:00.000Z'
  const users = [
    { ...ruth, mailSuppression: { reason: 'bounced', at: since } },
    { ...ruth, id: 8, firstName: 'Naomi', mailSuppression: { reason: 'complained', at: since } },
    { ...ruth, id: 9, firstName: 'Boaz' },
  ]
  await answer(adminPage, list, { users, total: 3 })
  await openConsole(adminPage, 'users')
  const bounced = 'Their address bounced on Aug 2, 2025, so they get no campaign mail.'
  await expect(await openRow(rowOf(adminPage, 'Ruth Ames'))).toContainText(bounced)
  await expect(await openRow(rowOf(adminPage, 'Naomi Ames'))).toContainText(
    'They marked an email as spam on Aug 2, 2025',
  )
  await expect(await openRow(rowOf(adminPage, 'Boaz Ames'))).not.toContainText('campaign mail')
  await expectAccessible(adminPage)
  await adminPage.getByRole('button', { name: 'Edit user Ruth Ames' }).click()
  await expect(adminPage.getByRole('dialog', { name: 'Edit User' }).getByText(bounced)).toBeVisible()
  await expectAccessible(adminPage)
})

test('without users, and when loading fails, the table says so', full, async ({ adminPage }) => {
  await answer(adminPage, list, { message: 'Out of order for a moment.' }, 503)
  const release = await hold(adminPage, list)
  await adminPage.goto('/admin?tab=users')
  await expect(adminPage.locator('[aria-busy=true] .skeleton').first()).toBeVisible()
  release()
  await expect(adminPage.getByText('Error loading users: Out of order for a moment.')).toBeVisible()
  await expectAccessible(adminPage)
  await adminPage.unrouteAll()
  await answer(adminPage, list, { users: [], total: 0 })
  await adminPage.getByRole('button', { name: 'Try again' }).click()
  await expect(adminPage.getByText('No users found')).toBeVisible()
})

test('an admin edits all seven fields, each up to its limit', full, async ({ adminPage, request }) => {
  const person = newPerson()
  await register(request, person)
  await find(adminPage, 'users', person.email)
  await adminPage.getByRole('button', { name: /^Edit user/ }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Edit User' })
  await expect(dialog.getByRole('textbox')).toHaveCount(3)
  await expect(dialog.getByRole('switch')).toHaveCount(4)
  await expectAccessible(adminPage)

  const save = dialog.getByRole('button', { name: 'Save User' })
  const field = (label: string) => dialog.getByRole('textbox', { name: label })
  const type = async (texts: { [label: string]: string }) => {
    for (const [label, text] of Object.entries(texts)) await field(label).fill(text)
  }
  const longest = {
    'First name': 'F'.repeat(100),
    'Last name': 'L'.repeat(100),
    Email: uniqueEmail().padStart(255, 'e'),
  }
  const limits = { 'First name': 100, 'Last name': 100, Email: 255 }
  await type(Object.fromEntries(Object.entries(longest).map(([label, text]) => [label, `x${text}`])))
  await save.click()
  await expectErrorToast(
    adminPage,
    'Error updating user',
    'Please check: firstName — Use at most 100 characters. lastName — Use at most 100 characters. email — Use at most 255 characters.',
  )
  for (const [label, limit] of Object.entries(limits))
    await expectFieldError(field(label), `Use at most ${limit} characters.`)
  await type(longest)
  await dialog.getByRole('switch', { name: 'Email verified' }).click()
  await dialog.getByRole('switch', { name: 'Active' }).click()
  await dialog.getByRole('switch', { name: 'Banned' }).click()
  await save.click()
  await expectToast(adminPage, 'User updated successfully')
  await expect(dialog).toBeHidden()
  const row = rowOf(adminPage, longest.Email)
  await expect(row).toContainText(`${longest['First name']} ${longest['Last name']}`)
  await expect(row.locator('.badge')).toHaveText(['Inactive', 'Banned', 'Verified', 'User'])
  await expectAccessible(adminPage)

  await row.getByRole('button', { name: /^Edit user/ }).click()
  await dialog.getByRole('switch', { name: 'Admin' }).click()
  await save.click()
  await expectErrorToast(
    adminPage,
    'Error updating user',
    'A banned person cannot become an administrator. Lift the ban first.',
  )
  await dialog.getByRole('switch', { name: 'Active' }).click()
  await dialog.getByRole('switch', { name: 'Banned' }).click()
  await type({ 'First name': '', 'Last name': '' })
  await save.click()
  await expectErrorToast(
    adminPage,
    'Error updating user',
    'This person has not proved their email address yet. Ask them to sign in with an emailed link first.',
  )
  await dialog.getByRole('switch', { name: 'Admin' }).click()
  await save.click()
  await expectToast(adminPage, 'User updated successfully')
  await expect(row).toContainText('N/A')
  await expect(row.locator('.badge')).toHaveText(['Active', 'Verified', 'User'])
})

test(
  'an admin invites another one, who becomes an admin with the mailed link',
  full,
  async ({ adminPage, browser, request }) => {
    const { email } = newPerson()
    await openConsole(adminPage, 'users')
    await adminPage.getByRole('button', { name: 'Invite', exact: true }).click()
    const dialog = adminPage.getByRole('dialog', { name: 'Invite to the team' })
    await expect(dialog).toContainText('It works once, for 24 hours')
    await expectAccessible(adminPage)
    const send = dialog.getByRole('button', { name: 'Send invitation' })
    await dialog.getByLabel('Role').selectOption('Admin')
    await fill(dialog, { Email: 'ada@' })
    await send.click()
    await expectFieldError(dialog.getByLabel('Email'), 'Enter a valid email address.')
    await fill(dialog, { Email: email })
    await send.click()
    const toast = adminPage.getByRole('status').locator('.toast')
    await expect(toast).toContainText('Invitation sent')
    await expect(toast).toContainText(new RegExp(`The link in the email to ${email} works once, until .+ [AP]M\\.`))
    await expect(dialog).toBeHidden()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expectToast(adminPage, 'Invitation withdrawn', 'The link no longer works.')
    await adminPage.getByRole('button', { name: 'Invite', exact: true }).click()
    await dialog.getByLabel('Role').selectOption('Admin')
    await fill(dialog, { Email: email })
    await send.click()
    await expect(toast).toContainText('Invitation sent')

    const link = await linkFor(request, email)
    const page = await (await browser.newContext()).newPage()
    await page.goto(link)
    const setupForm = form(page, 'Create your admin account')
    await fill(setupForm, {
      'First name': 'Ruth',
      'Last name': 'Ames',
      Email: email,
      Password: 'eleven calm lakes at dawn',
    })
    await setupForm.getByRole('button', { name: 'Create Admin Account' }).click()
    await expect(page).toHaveURL('/admin')
    await page.context().close()
    await find(adminPage, 'users', email)
    await expect(rowOf(adminPage, email).locator('.badge')).toHaveText(['Active', 'Verified', 'Admin'])
  },
)

test('an open invitation is listed, and withdrawn after a question', main, async ({ adminPage, browser, request }) => {
  const { email } = newPerson()
  const invited = await adminPage.request.post('/api/admin/invitations', { headers: sameOrigin(), data: { email } })
  expect(invited.status()).toBe(202)
  await openConsole(adminPage, 'users')
  const open = adminPage.getByRole('list', { name: 'Open invitations' }).getByRole('listitem')
  const row = open.filter({ hasText: email })
  await expect(row).toContainText(/Invited .+ [AP]M by Ada Admin\. The link works until .+ [AP]M\./)
  await expectAccessible(adminPage)
  const withdraw = row.getByRole('button', { name: `Withdraw the invitation to ${email}` })
  await withdraw.click()
  const question = adminPage.getByRole('alertdialog', { name: 'Withdraw this invitation?' })
  await expect(question).toContainText(email)
  await expectAccessible(adminPage)
  await question.getByRole('button', { name: 'Keep invitation' }).click()
  await expect(withdraw).toBeFocused()
  await withdraw.press('Enter')
  await question.getByRole('button', { name: 'Withdraw invitation' }).click()
  await expectToast(adminPage, 'Invitation withdrawn', 'The link no longer works.')
  await expect(row).toHaveCount(0)
  await expect(adminPage.getByRole('searchbox')).toBeFocused()

  const page = await (await browser.newContext()).newPage()
  await page.goto(await linkFor(request, email))
  const setupForm = form(page, 'Create your admin account')
  const password = 'eleven calm lakes at dawn'
  await fill(setupForm, { 'First name': 'Ruth', 'Last name': 'Ames', Email: email, Password: password })
  await setupForm.getByRole('button', { name: 'Create Admin Account' }).click()
  await expect(page.getByText('This invitation was withdrawn. Please ask for a new one.').first()).toBeVisible()
  await page.context().close()
  await openConsole(adminPage, 'actions')
  await expect(adminPage.getByRole('row').filter({ hasText: email }).first()).toContainText('Withdraw admin invitation')
})

test('without an open invitation there is no list; a failure says so', full, async ({ adminPage }) => {
  const invitations = { method: 'GET', path: '/api/admin/invitations' } as const
  const title = adminPage.getByRole('heading', { name: 'Open invitations' })
  await answer(adminPage, invitations, [])
  await openConsole(adminPage, 'users')
  await expect(adminPage.getByRole('row').nth(1)).toBeVisible()
  await expect(title).toHaveCount(0)
  const sent = {
    email: 'ruth@example.org',
    role: null,
    invitedBy: null,
    invitedAt: ruth.createdAt,
    expiresAt: ruth.createdAt,
  }
  await answer(adminPage, invitations, [sent])
  await openConsole(adminPage, 'users')
  await expect(title).toBeVisible()
  await expect(adminPage.getByText(/^Invited .* by the server’s command line\./)).toBeVisible()
  await answer(adminPage, invitations, { message: 'Something went wrong on our side.' }, 500)
  await openConsole(adminPage, 'users')
  await expect(adminPage.getByText('Error loading invitations: Something went wrong on our side.')).toBeVisible()
})

test(
  'a ban takes a reason and an end, counts at once, and leaves a trace when it is lifted',
  full,
  async ({ adminPage, request }) => {
    const person = newPerson()
    await register(request, person)
    const profileStatus = async () => (await request.get('/api/preferences')).status()
    expect(await profileStatus()).toBe(200)
    await find(adminPage, 'users', person.email)
    const row = rowOf(adminPage, person.email)
    await row.getByRole('button', { name: /^Ban user/ }).click()
    const dialog = adminPage.getByRole('dialog', { name: `Ban ${person.firstName} Miller` })
    const ban = dialog.getByRole('button', { name: 'Ban user' })
    await fill(dialog, { Reason: 'a'.repeat(501) })
    await ban.click()
    await expectErrorToast(adminPage, 'Error updating ban status', 'Please check: reason — Use at most 500 characters.')
    await expectFieldError(dialog.getByLabel('Reason'), 'Use at most 500 characters.')
    await expectAccessible(adminPage)
    const reason = 'Sells lamps. '.repeat(40).slice(0, 499).concat('.')
    await fill(dialog, { Reason: reason, Until: '2020-01-01T12:00' })
    await ban.click()
    await expectErrorToast(adminPage, 'Error updating ban status', 'The end of a ban must be in the future.')
    await fill(dialog, { Until: '2099-01-01T12:00' })
    await ban.click()
    await expectToast(adminPage, 'User ban status updated')
    await expect(dialog).toBeHidden()
    await expect(row.locator('.badge')).toHaveText(['Active', 'Banned', 'User'])
    await expect(await openRow(row)).toContainText('Until Jan 1, 2099')
    expect(await profileStatus()).toBe(401)

    await row.getByRole('button', { name: /^Unban user/ }).click()
    await expectToast(adminPage, 'User ban status updated')
    await expect(row.locator('.badge')).toHaveText(['Active', 'User'])
    await row.getByRole('button', { name: 'Sessions and bans' }).click()
    const bans = adminPage.getByRole('list', { name: 'Bans' }).getByRole('listitem')
    await expect(bans).toHaveCount(1)
    await expect(bans).toContainText(reason)
    await expect(bans).toContainText(/Banned .* by Ada Admin, until Jan 1, 2099/)
    await expect(bans).toContainText(/Lifted .* by Ada Admin\./)
    await expectAccessible(adminPage)
  },
)

test(
  'sessions are listed and ended, and two-step sign-in is reset',
  full,
  async ({ adminPage, request, playwright }) => {
    const person = newPerson()
    await register(request, person)
    await proveAddress(request, person)
    await turnOnTwoStep(request)
    await find(adminPage, 'users', person.email)
    await rowOf(adminPage, person.email).getByRole('button', { name: 'Sessions and bans' }).click()
    const dialog = adminPage.getByRole('dialog', { name: `Sessions and bans of ${person.firstName} Miller` })
    await expect(dialog.getByText('No bans.')).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
    await dialog.getByRole('button', { name: /^End the session on/ }).click()
    await expectToast(adminPage, 'Session ended')
    await expect(dialog.getByText('Not signed in anywhere.')).toBeVisible()
    expect((await request.get('/api/preferences')).status()).toBe(401)
    await dialog.getByText('Past sessions of the last 90 days').click()
    const past = dialog.getByRole('list', { name: 'Past sessions' }).getByRole('listitem')
    await expect(past.filter({ hasText: 'ended by Ada Admin' })).toHaveCount(1)
    await expect(past.filter({ hasText: 'ended by Ada Admin' })).toContainText(
      /signed in .*Ended .*: ended by Ada Admin/,
    )

    await dialog.getByRole('button', { name: 'Reset two-step sign-in' }).click()
    const question = adminPage.getByRole('alertdialog', { name: 'Turn off two-step sign-in for this person?' })
    await expectAccessible(adminPage)
    await question.getByRole('button', { name: 'Turn it off' }).click()
    await expectToast(adminPage, 'Two-step sign-in is off')
    const browser = await playwright.request.newContext({ baseURL: process.env.BASE_URL ?? '' })
    const { email, password } = person
    const login = await browser.post('/api/auth/login', { headers: sameOrigin(), data: { email, password } })
    expect(await login.json()).toMatchObject({ user: { email } })
    await browser.dispose()
  },
)

test('deleting asks first, in clear words', main, async ({ adminPage, request }) => {
  const person = newPerson()
  await register(request, person)
  await find(adminPage, 'users', person.email)
  const row = rowOf(adminPage, person.email)
  await row.getByRole('button', { name: /^Delete user/ }).click()
  const question = adminPage.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this user? This action cannot be undone.',
  })
  await expectAccessible(adminPage)
  await question.getByRole('button', { name: 'Keep user' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /^Delete user/ }).click()
  await question.getByRole('button', { name: 'Delete user' }).click()
  await expectToast(adminPage, 'User deleted successfully')
  await expect(row).toHaveCount(0)
  expect((await request.get('/api/preferences')).status()).toBe(401)
  await adminPage.reload()
  await expect(adminPage.getByText('No rows match your search and filters.')).toBeVisible()
})

test('admins cannot lock themselves out', full, async ({ adminPage }) => {
  await find(adminPage, 'users', admin.email)
  const row = rowOf(adminPage, admin.email)
  await row.getByRole('button', { name: /^Edit user/ }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Edit User' })
  for (const [name, sentence] of [
    ['Admin', 'You cannot remove your own admin rights. Ask another administrator to do it.'],
    ['Active', 'You cannot deactivate your own account. Ask another administrator to do it.'],
    ['Banned', 'You cannot ban yourself.'],
  ] as const) {
    await dialog.getByRole('switch', { name }).click()
    await dialog.getByRole('button', { name: 'Save User' }).click()
    await expectErrorToast(adminPage, 'Error updating user', sentence)
    await dialog.getByRole('switch', { name }).click()
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await discard(adminPage)

  await row.getByRole('button', { name: /^Ban user/ }).click()
  const ban = adminPage.getByRole('dialog', { name: 'Ban Ada Admin' })
  await ban.getByRole('button', { name: 'Ban user' }).click()
  await expectErrorToast(adminPage, 'Error updating ban status', 'You cannot ban yourself.')
  await ban.getByRole('button', { name: 'Cancel' }).click()

  await row.getByRole('button', { name: /^Delete user/ }).click()
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click()
  await expectErrorToast(
    adminPage,
    'Error deleting user',
    'You cannot delete your own account here. Ask another administrator to remove your admin rights first.',
  )
  await expect(row.locator('.badge')).toContainText(['Active', 'Admin'])
})

test('an admin is demoted before they are banned or deleted', full, async ({ adminPage, request }) => {
  const person = newPerson()
  const id = await register(request, person)
  await proveAddress(request, person)
  await editUser(adminPage, id, { isAdmin: true })
  await find(adminPage, 'users', person.email)
  const row = rowOf(adminPage, person.email)
  await row.getByRole('button', { name: /^Delete user/ }).click()
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click()
  await expectErrorToast(
    adminPage,
    'Error deleting user',
    'An administrator cannot be deleted. Remove their admin rights first.',
  )
  await row.getByRole('button', { name: /^Ban user/ }).click()
  await adminPage.getByRole('dialog').getByRole('button', { name: 'Ban user' }).click()
  await expectErrorToast(
    adminPage,
    'Error updating ban status',
    'An administrator cannot be banned. Remove their admin rights first.',
  )
})

test(
  'who banned a person is seen, and the ban lifted, in three clicks after the search',
  main,
  async ({ adminPage, request }) => {
    const person = newPerson()
    const id = await register(request, person)
    const ban = { banned: true, reason: 'Sells lamps.' }
    const answered = await adminPage.request.post(`/api/admin/users/${id}/ban`, { headers: sameOrigin(), data: ban })
    expect(answered.status()).toBe(200)
    await find(adminPage, 'users', person.email)
    const clicks = await count(adminPage, 'click')
    await adminPage.getByRole('button', { name: /^Sessions and bans of/ }).click()
    const dialog = adminPage.getByRole('dialog', { name: /^Sessions and bans of/ })
    await expect(dialog.getByRole('list', { name: 'Bans' })).toContainText(/Banned .* by Ada Admin/)
    await dialog.getByRole('button', { name: 'Lift ban' }).click()
    await expectToast(adminPage, 'User ban status updated')
    await expect(dialog.getByRole('list', { name: 'Bans' })).toContainText(/Lifted .* by Ada Admin/)
    await expect(dialog.getByRole('heading', { name: 'Bans', exact: true })).toBeFocused()
    expect(await clicks()).toBe(2)
  },
)
