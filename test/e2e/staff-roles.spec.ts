import type { Page } from '@playwright/test'
import type { GrantableRole, StaffRight } from '../../records/staff-rights.ts'
import { grantRole, openConsole, revokeRole, rowOf, staffMember } from './console.ts'
import { openEverything, refusals } from './open-everything.ts'
import { sameOrigin, unique, uniqueEmail } from './people.ts'
import { expectErrorToast, fill, rightsEnded } from './screen.ts'
import { settling } from './settled.ts'
import { createEvent } from './submissions.ts'
import { expect, expectAccessible, full, main, testWith } from './test.ts'

const test = testWith({ DEMO_CONTENT: 'on' })

const rail = (page: Page) => page.getByRole('tablist', { name: 'Console' })

/** The tabs of the console for each set of rights, its tools, and the buttons beside the title of a tab. */
const places: { [Role in GrantableRole]: { tabs: string[]; tools: string[]; buttons: { [tab: string]: string[] } } } = {
  organizer: {
    tabs: ['Dashboard', 'Users', 'Volunteers', 'Emails', 'Events', 'Traffic'],
    tools: ['Email campaigns'],
    buttons: {
      Users: [],
      Volunteers: ['Add', 'Add a sheet'],
      Emails: ['Add', 'Add a sheet', 'Find an address'],
      Events: ['Create Event'],
    },
  },
  editor: {
    tabs: ['Dashboard', 'News', 'Events', 'Short links'],
    tools: [],
    buttons: { News: ['Create Article'], Events: ['Create Event'] },
  },
  moderator: {
    tabs: ['Dashboard', 'Prayers', 'Endorsements', 'Forum'],
    tools: ['Moderation'],
    buttons: { Prayers: ['Add'], Endorsements: ['Add'], Forum: [] },
  },
  analyst: {
    tabs: ['Dashboard', 'Genetics', 'Traffic'],
    tools: ['Email campaigns', 'Genetic analytics'],
    buttons: { Genetics: ['Force Evolution'] },
  },
}
/** The page of a person with these rights, as the site reads them; the server still answers an admin. */
async function holdOnly(page: Page, rights: readonly StaffRight[]): Promise<void> {
  await page.route('**/api/auth/status', async (route) => {
    const response = await route.fetch()
    const status = await response.json()
    await route.fulfill({ response, json: { ...status, rights, user: { ...status.user, isAdmin: false } } })
  })
}

const roles: GrantableRole[] = ['organizer', 'editor', 'moderator', 'analyst']

/** The server keeps three moments at a time, so all tests look at one. */
let past: string | undefined

async function newest(page: Page): Promise<string> {
  const query = new URLSearchParams({ at: new Date().toISOString() })
  const answer = await page.request.get(`/api/admin/as-of/moment?${query}`)
  const { position }: { position: string } = await answer.json()
  return position
}

for (const role of roles)
  test(
    `the console of an ${role} holds what the role may do, and nothing that is refused`,
    full,
    async ({ page, adminPage }) => {
      await staffMember(page.request, adminPage, role)
      const refused = refusals(page)
      const untilSettled = settling(page)
      await page.goto('/admin')
      const { tabs, tools, buttons } = places[role]
      await expect(rail(page).getByRole('tab')).toHaveText(tabs.map((tab) => new RegExp(`^${tab}`)))
      const more = page.getByRole('navigation', { name: 'More tools' }).getByRole('link')
      await expect(more).toHaveText(tools.map((tool) => new RegExp(`^${tool}`)))
      await expectAccessible(page)

      for (const tab of tabs) {
        await rail(page).getByRole('tab', { name: tab }).click()
        await untilSettled()
        const expected = buttons[tab]
        if (expected) await expect(page.locator('.table-head .actions').getByRole('button')).toHaveText(expected)
        await openEverything(page, untilSettled)
        expect(refused, tab).toEqual([])
      }
      past ??= await newest(page)
      await page.goto(`/admin?asOf=${past}`)
      for (const tab of tabs) {
        await rail(page).getByRole('tab', { name: tab }).click()
        await untilSettled()
        expect(refused, `${tab} as of a past moment`).toEqual([])
      }
      await page.goto('/admin')
      const addresses = await more.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      for (const address of addresses) {
        await page.goto(address)
        await untilSettled()
        for (const tab of await page.getByRole('main').getByRole('tab').all()) {
          await tab.click()
          await untilSettled()
        }
        expect(refused, address).toEqual([])
      }
    },
  )

test('a moderator finds what waits first, and is told about tabs of others', main, async ({ page, adminPage }) => {
  await staffMember(page.request, adminPage, 'moderator')
  await page.goto('/')
  await page
    .getByRole('button', { name: /menu of|account/i })
    .first()
    .click()
  await page.getByRole('link', { name: 'Admin Panel' }).first().click()

  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting).toContainText(/prayers?/)
  await waiting.getByRole('link', { name: 'Review prayers' }).click()
  await expect(page.getByRole('heading', { name: 'Prayers' })).toBeVisible()
  await page
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()

  await page.goto('/admin?tab=users')
  await expect(page.getByRole('heading', { name: 'Not part of your role' })).toBeVisible()
  await page.goto('/imports')
  await expect(page.getByText('Your role doesn’t include this page.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the console' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('a host of one event finds its guests, and nothing else', main, async ({ page, adminPage }) => {
  const { id, title } = await createEvent(adminPage, { capacity: 20 })
  await staffMember(page.request, adminPage, 'organizer', id)
  const refused = refusals(page)
  await page.goto('/admin')
  await expect(rail(page).getByRole('tab')).toHaveText(['Dashboard'])
  const own = page.getByRole('region', { name: 'Your events' })
  await own.getByRole('button', { name: `Guests of the event ${title}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add' }).click()
  const name = unique('Walk-in')
  const entry = page.getByRole('dialog', { name: /Add/ })
  await fill(entry, { Name: name, Email: uniqueEmail() })
  await entry.getByLabel('How do you know them?').selectOption('In person')
  await entry.getByRole('button', { name: /^Add/ }).click()
  await expect(dialog.getByRole('row').filter({ hasText: name })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Remove guest ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove guest' }).click()
  await expect(dialog.getByRole('button', { name: `Remove guest ${name}` })).toHaveCount(0)
  expect(refused).toEqual([])
})

test('a role that ends while a dialog is open loses no text', main, async ({ page, adminPage }) => {
  const editor = await staffMember(page.request, adminPage, 'editor')
  await openConsole(page, 'news')
  await page.getByRole('button', { name: 'Create Article' }).click()
  const dialog = page.getByRole('dialog')
  const title = unique('Barn raising')
  await fill(dialog, { Title: title, Content: 'Bring gloves.' })

  await revokeRole(adminPage, editor.id, 'editor')
  await dialog.getByRole('button', { name: 'Create Article' }).click()
  const again = page.getByRole('dialog', { name: 'Your session has ended' })
  await fill(again, { Password: editor.password })
  await again.getByRole('button', { name: 'Sign In', exact: true }).click()

  await expectErrorToast(page, 'Your rights have changed', rightsEnded)
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await dialog.getByRole('button', { name: 'Create Article' }).click()
  await expectErrorToast(
    page,
    'Error creating article',
    'You don’t have the right to do this. An administrator can give it to you.',
  )
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
})

test('a draft stays on the screen when its writer loses the role', full, async ({ page, adminPage }) => {
  const organizer = await staffMember(page.request, adminPage, 'organizer')
  await grantRole(adminPage, organizer.id, 'analyst')
  await page.goto('/email-campaigns?tab=send&compose=new')
  const subject = page.getByLabel('Subject')
  await subject.fill('Thursday at the mill')
  await page.getByLabel('Text').fill('Come at six.')
  await page.getByRole('checkbox', { name: /Active Volunteers/ }).check()
  await revokeRole(adminPage, organizer.id, 'organizer')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'You don’t have the right to do this.' })).toBeVisible()
  await expect(subject).toHaveValue('Thursday at the mill')
  await expect(page.getByRole('tab', { name: 'Send Campaigns' })).toBeVisible()
})

test('a drafter without figures starts on the tab of drafts, which lists them', full, async ({ adminPage }) => {
  const name = unique('Letter')
  const draft = { name, subject: 'Thursday', body: 'Come.', segmentIds: ['donors'] }
  await adminPage.request.post('/api/email-campaigns', { headers: sameOrigin(), data: draft })
  await holdOnly(adminPage, ['console', 'drafts'])
  for (const address of ['/email-campaigns', '/email-campaigns?tab=analytics&campaign=1']) {
    await adminPage.goto(address)
    await expect(rowOf(adminPage, name)).toContainText('Not sent yet')
    await expect(adminPage.getByRole('tab')).toHaveText(['Send Campaigns'])
    await expect(adminPage).toHaveURL(/email-campaigns\?tab=send$/)
  }
})

test('an organizer reaches bans and the history of a draft by clicks', full, async ({ page, adminPage }) => {
  const banned = await staffMember(page.request, adminPage, 'analyst')
  const answer = await adminPage.request.post(`/api/admin/users/${banned.id}/ban`, {
    headers: sameOrigin(),
    data: { banned: true, reason: 'Called guests at night.' },
  })
  expect(answer.status()).toBe(200)
  const name = unique('Letter')
  const draft = { name, subject: 'Thursday', body: 'Come.', segmentIds: ['donors'] }
  const created = await adminPage.request.post('/api/email-campaigns', { headers: sameOrigin(), data: draft })
  const { id }: { id: number } = await created.json()

  const organizer = await staffMember(page.request, adminPage, 'organizer')
  const refused = refusals(page)
  await openConsole(page, 'users')
  await page.getByRole('searchbox').fill(banned.email)
  const row = rowOf(page, banned.email)
  await row.getByRole('button', { name: /^Bans of/ }).click()
  const bans = page.getByRole('dialog', { name: /^Bans of/ })
  await expect(bans).toContainText('Called guests at night.')
  await expect(bans.getByRole('button', { name: 'Lift ban' })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.goto(`/email-campaigns?tab=send&campaign=${id}`)
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await expect(page.getByRole('dialog', { name: /^History of/ })).toContainText(name)
  await expectAccessible(page)
  expect(organizer.id).not.toBe(banned.id)
  expect(refused).toEqual([])
})

test('the history of a donation opens from its row', full, async ({ adminPage }) => {
  const email = uniqueEmail()
  const byHand = { entrySource: 'letter', entryDay: '2026-03-05' }
  const gift = { firstName: 'Ada', lastName: unique('Byron'), email, amount: 2500, ...byHand }
  const added = await adminPage.request.post('/api/admin/donations', { headers: sameOrigin(), data: gift })
  expect(added.status(), await added.text()).toBe(201)
  await adminPage.goto('/imports')
  await adminPage.getByRole('button', { name: `History of the donation of Ada ${gift.lastName}` }).click()
  await expect(adminPage.getByRole('dialog', { name: /^History of/ })).toContainText(email)
  await expectAccessible(adminPage)
})

test('an analyst who hosts an event finds its guests on the dashboard', full, async ({ page, adminPage }) => {
  const { id, title } = await createEvent(adminPage, { capacity: 20 })
  const person = await staffMember(page.request, adminPage, 'analyst')
  await grantRole(adminPage, person.id, 'organizer', id)
  await openConsole(page, 'dashboard')
  await page.getByRole('button', { name: `Guests of the event ${title}` }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible()
})

test('a role that someone loses beside another one takes its tab away', full, async ({ page, adminPage }) => {
  const person = await staffMember(page.request, adminPage, 'editor')
  await grantRole(adminPage, person.id, 'moderator')
  await openConsole(page, 'prayers')
  await revokeRole(adminPage, person.id, 'moderator')
  await page
    .getByRole('button', { name: /^History of/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText('You don’t have the right to do this.')
  await expectErrorToast(page, 'Your rights have changed', rightsEnded)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tabpanel').getByText(rightsEnded)).toBeVisible()
  await expect(rail(page).getByRole('tab')).toHaveText([/^Dashboard/, /^News/, /^Events/, /^Short links/])
  await expect(page.getByRole('tabpanel').getByRole('row').nth(1)).toBeVisible()
})
