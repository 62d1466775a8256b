import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import type { AdminTab } from '../../site/stores/admin/console.ts'
import { newPerson, type Person, proveAddress, register, sameOrigin } from './people.ts'

/** Opens a tab of the admin console and waits for its rows. */
export async function openConsole(adminPage: Page, tab: AdminTab): Promise<void> {
  await adminPage.goto(`/admin?tab=${tab}`)
  await expect(adminPage.getByRole('tabpanel').locator('> [aria-busy=false]')).toBeVisible()
}

/** The row that contains this text. */
export const rowOf = (adminPage: Page, text: string) =>
  adminPage.getByRole('row').and(adminPage.locator(':not(.row-details)')).filter({ hasText: text })

/** Opens a row in place. Returns what it says in full. */
export async function openRow(row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /^More about/ }).click()
  return row.locator('xpath=following-sibling::tr[1]')
}

/** Shows the filters of a table that has more of them than fit beside its search. */
export const openFilters = (adminPage: Page) => adminPage.getByRole('button', { name: /^Filters/ }).click()

/** Opens a tab and shows only the rows that this search finds. */
export async function find(adminPage: Page, tab: AdminTab, words: string): Promise<void> {
  await adminPage.goto(`/admin?${new URLSearchParams({ tab, q: words })}`)
  await expect(adminPage.getByRole('tabpanel').locator('> [aria-busy=false]')).toBeVisible()
}

/** The texts of the table's head. */
export const columnsOf = (adminPage: Page) => adminPage.getByRole('columnheader').allTextContents()

/** Edits an account as the admin. */
export async function editUser(adminPage: Page, id: number, changes: object): Promise<void> {
  const answer = await adminPage.request.put(`/api/admin/users/${id}`, { headers: sameOrigin(), data: changes })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Makes another admin and signs `request` in as them. With a page's `request`, this signs in its browser. */
export const anotherAdmin = (request: APIRequestContext, adminPage: Page): Promise<Member> =>
  newMember(request, (id) => editUser(adminPage, id, { isAdmin: true }))

/** The same for a person with a role; `eventId`: for one event. */
export const staffMember = (
  request: APIRequestContext,
  adminPage: Page,
  role: string,
  eventId: number | null = null,
): Promise<Member> => newMember(request, (id) => grantRole(adminPage, id, role, eventId))

/** Gives a person a role, as the admin. */
export const grantRole = (adminPage: Page, id: number, role: string, eventId: number | null = null): Promise<void> =>
  changeRole(adminPage, id, 'roles', { role, eventId })

/** Takes a role from a person, as the admin. */
export const revokeRole = (adminPage: Page, id: number, role: string): Promise<void> =>
  changeRole(adminPage, id, 'roles/revoke', { role })

async function changeRole(adminPage: Page, id: number, path: string, role: object): Promise<void> {
  const data = { ...role, reason: 'The team was put together anew.' }
  const answer = await adminPage.request.post(`/api/admin/users/${id}/${path}`, { headers: sameOrigin(), data })
  expect(answer.status(), await answer.text()).toBe(200)
}

type Member = Person & { id: number }

async function newMember(request: APIRequestContext, admit: (id: number) => Promise<void>): Promise<Member> {
  const person = newPerson()
  const id = await register(request, person)
  await proveAddress(request, person)
  await admit(id)
  // A change of rights ends their sessions.
  await signIn(request, person)
  return { ...person, id }
}

export async function signIn(request: APIRequestContext, { email, password }: Person): Promise<void> {
  const answer = await request.post('/api/auth/login', { headers: sameOrigin(), data: { email, password } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Ends every session of an account, as the admin. */
export async function endSessions(adminPage: Page, id: number): Promise<void> {
  const answer = await adminPage.request.delete(`/api/admin/users/${id}/sessions`, { headers: sameOrigin() })
  expect(answer.status()).toBe(204)
}

/** Answers the question of a dialog that was closed after something was typed. */
export async function discard(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(question).toBeHidden()
}
