import type { Page } from '@playwright/test'
import { needsOf, setRights, withNeeds } from '../../records/staff-sets.ts'
import { adminTabs } from '../../site/stores/admin/console.ts'
import { find, openConsole, rowOf, signIn, staffMember } from './console.ts'
import { openEverything, refusals } from './open-everything.ts'
import { newPerson, proveAddress, register, sameOrigin, unique } from './people.ts'
import { expectErrorToast, expectToast, fill, rightsEnded } from './screen.ts'
import { settling } from './settled.ts'
import { expect, expectAccessible, full, main, test, testWith } from './test.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function openSets(page: Page) {
  await openConsole(page, 'users')
  await page.getByRole('button', { name: 'Own roles' }).press('Enter')
  return dialogOf(page, 'Roles of your own')
}

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Console' }).getByRole('tab')

test(
  'an admin makes a role, gives it to a person, who sees exactly its tabs, and removes it',
  main,
  async ({ adminPage, page, proveAdmin }) => {
    await proveAdmin()
    const person = newPerson()
    const id = await register(page.request, person)
    await proveAddress(page.request, person)
    const name = unique('Desk')

    const sets = await openSets(adminPage)
    await sets.getByRole('button', { name: 'New Role' }).press('Enter')
    const dialog = dialogOf(adminPage, 'New role')
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await fill(dialog, { Name: name })
    await dialog.getByRole('button', { name: 'Make Role' }).click()
    await expectErrorToast(adminPage, 'Error saving role', 'Choose at least one right.')
    await dialog.getByRole('checkbox', { name: /^Prayers/ }).check()
    await dialog.getByRole('checkbox', { name: /^Guests/ }).check()
    await expect(dialog.getByRole('status').filter({ hasText: 'Also chosen' })).toHaveText(
      'Also chosen, because it is needed: Events.',
    )
    await expect(dialog.getByRole('checkbox', { name: /^Events/ })).toBeChecked()
    await expect(dialog.getByRole('checkbox', { name: /^(Grants|Accounts|Erase|Console)/ })).toHaveCount(0)
    await expectAccessible(adminPage)
    await dialog.getByRole('button', { name: 'Make Role' }).click()
    await expectToast(adminPage, 'Role made', `“${name}” holds from now on.`)
    const row = sets.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('Prayers, Events, Guests')
    await expect(row).toContainText('No person holds it.')
    await expectAccessible(adminPage)
    await sets.getByRole('button', { name: 'Close' }).click()

    await find(adminPage, 'users', person.email)
    const user = rowOf(adminPage, person.email)
    await user.getByRole('button', { name: /^Roles of/ }).click()
    const roles = adminPage.getByRole('dialog', { name: /^Roles of/ })
    const give = roles.getByRole('form', { name: 'Give a role' })
    await give.getByLabel('Role').selectOption(name)
    await expect(give.getByText('A role of your own: Prayers, Events, Guests.')).toBeVisible()
    await expect(give.getByLabel('Where')).toBeVisible()
    await give.getByRole('button', { name: 'Give role' }).click()
    await expectToast(adminPage, 'Role given', `${name}.`)
    await roles.getByRole('button', { name: 'Close' }).click()
    await expect(user).toContainText(name)

    await signIn(page.request, person)
    await page.goto('/admin')
    await expect(tabs(page)).toHaveText([/^Dashboard/, /^Prayers/, /^Events/])
    await page.goto('/admin?tab=prayers')
    await expect(page.getByRole('heading', { name: 'Prayers' })).toBeVisible()

    const again = await openSets(adminPage)
    const held = again.getByRole('listitem').filter({ hasText: name })
    await expect(held).toContainText('One person holds it.')
    await held.getByRole('button', { name: `Remove ${name}` }).click()
    const question = adminPage.getByRole('alertdialog', { name: 'Remove this role?' })
    await expect(question).toContainText('One person holds it and loses what it gives at once.')
    await expect(question.getByRole('button', { name: 'Remove role' })).toBeDisabled()
    await question.getByLabel('Reason').fill('The desk has closed.')
    await expectAccessible(adminPage)
    await question.getByRole('button', { name: 'Remove role' }).click()
    await expectToast(adminPage, 'Role removed', 'It gives nothing any more.')
    await expect(held).toHaveCount(0)

    // The page that is open says so once the server refuses.
    await page.getByRole('tab', { name: 'Events' }).click()
    await expectErrorToast(page, 'Your rights have changed', rightsEnded)
    await openConsole(adminPage, 'actions')
    const removal = adminPage.getByRole('row').filter({ hasText: 'Remove role of our own' }).first()
    await expect(removal).toContainText('The desk has closed.')
    const history = await adminPage.request.get(`/api/admin/history/users/${id}`)
    expect(await history.text()).toContain(name)
  },
)

const ofContent = testWith({ DEMO_CONTENT: 'on' })

ofContent(
  'a role with one right, and with what it needs, finds nothing that is refused',
  full,
  async ({ adminPage, page, proveAdmin }) => {
    await proveAdmin()
    let revision = 0
    const name = unique('Single')
    const save = async (rights: readonly string[], id?: number): Promise<{ id: number; key: string }> => {
      const options = { headers: sameOrigin(), data: { name, rights, ...(id !== undefined && { revision }) } }
      const { request } = adminPage
      const answer = await (id === undefined
        ? request.post('/api/admin/staff-sets', options)
        : request.put(`/api/admin/staff-sets/${id}`, options))
      expect(answer.ok(), await answer.text()).toBe(true)
      const set = await answer.json()
      revision = set.revision
      return set
    }
    const { id, key } = await save(['console', 'news', 'forum'])
    await staffMember(page.request, adminPage, key)
    const refused = refusals(page)
    const untilSettled = settling(page)
    const opened = new Set<string>()
    for (const right of setRights.filter((one) => one !== 'console')) {
      const rights = withNeeds([right, ...needsOf(right).oneOf.slice(0, 1)])
      await save(rights, id)
      await page.goto('/admin')
      await expect(tabs(page).first()).toBeVisible()
      await untilSettled()
      for (const { id: tab } of adminTabs) if ((await page.locator(`#console-tab-${tab}`).count()) > 0) opened.add(tab)
      for (const tab of await tabs(page).all()) {
        await tab.click()
        await untilSettled()
        await openEverything(page, untilSettled)
        expect(refused, `${right}: ${await tab.textContent()}`).toEqual([])
      }
      const more = page.getByRole('navigation', { name: 'More tools' }).getByRole('link')
      const addresses = await more.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      for (const address of addresses) {
        await page.goto(address)
        await untilSettled()
        for (const tab of await page.getByRole('main').getByRole('tab').all()) {
          await tab.click()
          await untilSettled()
        }
        expect(refused, `${right}: ${address}`).toEqual([])
      }
    }
    // Every tab of the console was among them.
    expect([...opened].toSorted()).toEqual(adminTabs.map(({ id }) => id).toSorted())
  },
)

test('a role is changed, and the second of two admins is told', full, async ({ adminPage, proveAdmin }) => {
  await proveAdmin()
  const name = unique('Press')
  const data = { name, rights: ['console', 'news'] }
  const made = await adminPage.request.post('/api/admin/staff-sets', { headers: sameOrigin(), data })
  const { id } = await made.json()
  const sets = await openSets(adminPage)
  const row = sets.getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: `Change ${name}` }).click()
  const dialog = dialogOf(adminPage, 'Change role')
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await expect(dialog.getByRole('checkbox', { name: /^News/ })).toBeChecked()
  await dialog.getByRole('checkbox', { name: /^Export/ }).check()
  await dialog.getByRole('button', { name: 'Save Role' }).click()
  const lists = 'Export also needs one of these: People, Volunteers, Guests, Donations, Recipients, Actions.'
  await expectErrorToast(adminPage, 'Error saving role', lists)
  await dialog.getByRole('checkbox', { name: /^Volunteers/ }).check()

  const other = { ...data, rights: ['console', 'news', 'forum'], revision: 1 }
  await adminPage.request.put(`/api/admin/staff-sets/${id}`, { headers: sameOrigin(), data: other })
  await dialog.getByRole('button', { name: 'Save Role' }).click()
  await expectErrorToast(
    adminPage,
    'Error saving role',
    'Another admin has changed this role since you opened it. Look at it again before you change it.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await adminPage.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(row).toContainText('Forum, News')
  await row.getByRole('button', { name: `Change ${name}` }).click()
  await dialog.getByRole('checkbox', { name: /^Forum/ }).uncheck()
  await dialog.getByRole('button', { name: 'Save Role' }).click()
  await expectToast(adminPage, 'Role changed', `“${name}” holds from now on.`)
  await expect(row).not.toContainText('Forum')
})
