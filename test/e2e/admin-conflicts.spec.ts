import type { Locator, Page } from '@playwright/test'
import { anotherAdmin, discard, editUser, endSessions, find, openConsole, rowOf, signIn } from './console.ts'
import { loseFirstAnswer } from './network.ts'
import { newPerson, type Person, register, sameOrigin, unique } from './people.ts'
import { expectErrorToast, expectToast, fill, form, rightsEnded } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'
import { turnOnTwoStep } from './two-step.ts'

const article = { title: '', excerpt: '', content: 'Words.', category: 'news', imageUrl: '', isPublished: false }

async function saveArticle(adminPage: Page, method: 'post' | 'put', details: object, id?: number): Promise<number> {
  const path = id === undefined ? '/api/admin/news' : `/api/admin/news/${id}`
  const answer = await adminPage.request[method](path, { headers: sameOrigin(), data: { ...article, ...details } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).id
}

const articlesNamed = async (adminPage: Page, title: string): Promise<unknown[]> =>
  (await adminPage.request.get(`/api/admin/news?${new URLSearchParams({ q: title })}`)).json()

async function openEditor(page: Page, tab: 'users' | 'news', words: string): Promise<Locator> {
  await find(page, tab, words)
  await page.getByRole('button', { name: /^Edit/ }).click()
  return page.getByRole('dialog', { name: /^Edit/ })
}

const notice = (dialog: Locator) => dialog.getByRole('region', { name: 'Saved by someone else while you were editing' })

test.describe('two admins on one user', () => {
  test(
    'the second one sees what changed, keeps their words, and chooses',
    full,
    async ({ page, adminPage, request }) => {
      const person = newPerson()
      const id = await register(request, person)
      await anotherAdmin(page.request, adminPage)
      const dialog = await openEditor(page, 'users', person.email)
      await editUser(adminPage, id, { lastName: 'Theirs', isEmailVerified: true })
      await fill(dialog, { 'First name': 'Mine', 'Last name': 'Mine too' })
      await dialog.getByRole('button', { name: 'Save User' }).click()
      await expectErrorToast(
        page,
        'Error updating user',
        'Someone else changed the last name and whether the address is verified while you were editing. Compare, then save again.',
      )
      await expect(notice(dialog).getByRole('term')).toHaveText(['Last name', 'Email verified'])
      await expect(notice(dialog).getByRole('definition')).toHaveText(['Theirs', 'Yes'])
      await expect(dialog.getByLabel('First name')).toHaveValue('Mine')
      await expect(dialog.getByLabel('Last name')).toHaveValue('Mine too')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Save mine anyway' }).click()
      await expectToast(page, 'User updated successfully')
      await expect(dialog).toBeHidden()
      await expect(rowOf(page, person.email)).toContainText('Mine Mine too')

      await page.getByRole('button', { name: /^Edit/ }).click()
      await editUser(adminPage, id, { firstName: 'Theirs again' })
      await fill(dialog, { 'First name': 'Mine again' })
      await dialog.getByRole('button', { name: 'Save User' }).click()
      await notice(dialog).getByRole('button', { name: 'Discard mine and load theirs' }).click()
      await expect(notice(dialog)).toHaveCount(0)
      await expect(dialog.getByLabel('First name')).toHaveValue('Theirs again')
      await fill(dialog, { 'Last name': 'Agreed' })
      await dialog.getByRole('button', { name: 'Save User' }).click()
      await expectToast(page, 'User updated successfully')
      await expect(rowOf(page, person.email)).toContainText('Theirs again Agreed')
    },
  )
})

test('closing a dialog asks before it discards what was typed', main, async ({ adminPage }) => {
  const title = unique('Bridge')
  await openConsole(adminPage, 'news')
  await adminPage.getByRole('button', { name: 'Create Article' }).click()
  const dialog = adminPage.getByRole('dialog', { name: 'Create Article' })
  await adminPage.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await adminPage.getByRole('button', { name: 'Create Article' }).click()
  await fill(dialog, { Title: title })
  await adminPage.keyboard.press('Escape')
  const question = adminPage.getByRole('alertdialog', { name: 'Discard what you typed?' })
  await expectAccessible(adminPage)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Title')).toHaveValue(title)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await discard(adminPage)
  await expect(dialog).toBeHidden()
})

test.describe('two admins on one article', () => {
  test('the second one sees what changed, keeps their words, and chooses', full, async ({ page, adminPage }) => {
    const title = unique('Bridge')
    const id = await saveArticle(adminPage, 'post', { title })
    await anotherAdmin(page.request, adminPage)
    const dialog = await openEditor(page, 'news', title)
    await saveArticle(adminPage, 'put', { title, content: 'Theirs.', excerpt: 'Short.' }, id)
    await fill(dialog, { Content: 'Mine.' })
    await dialog.getByRole('button', { name: 'Save Article' }).click()
    await expectErrorToast(
      page,
      'Error updating article',
      'Someone else changed the excerpt and the content while you were editing. Compare, then save again.',
    )
    await expect(notice(dialog).getByRole('definition')).toHaveText(['Short.', 'Theirs.'])
    await expect(dialog.getByLabel('Content')).toHaveValue('Mine.')
    await dialog.getByRole('button', { name: 'Discard mine and load theirs' }).click()
    await expect(dialog.getByLabel('Content')).toHaveValue('Theirs.')

    await saveArticle(adminPage, 'put', { title, content: 'Theirs again.' }, id)
    await fill(dialog, { Content: 'Mine after all.' })
    await dialog.getByRole('button', { name: 'Save Article' }).click()
    await dialog.getByRole('button', { name: 'Save mine anyway' }).click()
    await expectToast(page, 'Article updated successfully')
    expect(await articlesNamed(adminPage, title)).toMatchObject([{ id, content: 'Mine after all.' }])
  })
})

test('a row deleted in another tab cannot be saved, and the words stay', full, async ({ page, adminPage }) => {
  const title = unique('Bridge')
  const id = await saveArticle(adminPage, 'post', { title })
  await anotherAdmin(page.request, adminPage)
  const dialog = await openEditor(page, 'news', title)
  await adminPage.request.delete(`/api/admin/news/${id}`, { headers: sameOrigin() })
  await fill(dialog, { Content: 'A long evening’s work.' })
  await dialog.getByRole('button', { name: 'Save Article' }).click()
  await expectErrorToast(page, 'Error updating article', 'Article not found.')
  await expect(dialog.getByLabel('Content')).toHaveValue('A long evening’s work.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await discard(page)
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: 'Delete article', exact: true }).click()
  await expect(rowOf(page, title)).toHaveCount(0)
})

test.describe('a session that has ended', () => {
  const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' })

  async function enterPassword(page: Page, { email, password }: Person): Promise<void> {
    await fill(form(page, 'Sign in again'), { Email: email, Password: password })
    await signInAgain(page).getByRole('button', { name: 'Sign In', exact: true }).click()
  }

  test(
    'takes a new sign-in in place: nothing typed is lost, and nothing is saved twice',
    full,
    async ({ page, adminPage }) => {
      const admin = await anotherAdmin(page.request, adminPage)
      const title = unique('Bridge')
      await page.goto('/admin?tab=news')
      await page.getByRole('button', { name: 'Create Article' }).click()
      const dialog = page.getByRole('dialog', { name: 'Create Article' })
      await fill(dialog, { Title: title, Content: 'A long evening’s work.' })
      // It is saved, but we do not know that; then the session ends.
      await loseFirstAnswer(page, { method: 'POST', path: '/api/admin/news' })
      const save = dialog.getByRole('button', { name: 'Create Article' })
      await save.click()
      await expectErrorToast(page, 'Error creating article')
      await endSessions(adminPage, admin.id)
      await save.click()
      await expectErrorToast(page, 'Error creating article', 'Your session had ended. Please save again.')

      await expect(signInAgain(page)).toBeVisible()
      await expect(form(page, 'Sign in again').getByLabel('Email')).toHaveValue(admin.email)
      await expect(form(page, 'Sign in again').getByLabel('Password')).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await enterPassword(page, { ...admin, password: 'not the right one' })
      await expectErrorToast(page, 'Login failed', 'Invalid email or password.')
      await enterPassword(page, admin)
      await expectToast(page, 'You’re signed in again', 'Nothing you typed was lost. You can save it now.')
      await expect(signInAgain(page)).toBeHidden()
      await expect(save).toBeFocused()
      await expect(dialog.getByLabel('Content')).toHaveValue('A long evening’s work.')
      await save.click()
      await expectToast(page, 'Article created successfully')
      expect(await articlesNamed(adminPage, title)).toHaveLength(1)
    },
  )

  test(
    'takes the second step too, and loads the list that was rejected',
    full,
    async ({ page, adminPage, request }) => {
      const person = newPerson()
      await register(request, person)
      const admin = await anotherAdmin(page.request, adminPage)
      const { phone } = await turnOnTwoStep(page.request)
      await find(page, 'users', person.email)
      await endSessions(adminPage, admin.id)
      await page.getByRole('tab', { name: 'Volunteers' }).click()
      await enterPassword(page, admin)
      await expect(form(page, 'Sign-in code').getByLabel('Code')).toBeFocused()
      await expectAccessible(page)
      await fill(form(page, 'Sign-in code'), { Code: phone.next() })
      await signInAgain(page).getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(signInAgain(page)).toBeHidden()
      await expect(page.getByRole('columnheader', { name: 'Availability' })).toBeVisible()
    },
  )

  test('goes on when people have signed in in another tab', full, async ({ page, adminPage }) => {
    const admin = await anotherAdmin(page.request, adminPage)
    await page.goto('/admin?tab=genetics')
    await expect(page.getByRole('button', { name: 'Force Evolution' })).toBeVisible()
    await endSessions(adminPage, admin.id)
    await page.getByRole('tab', { name: 'News' }).click()
    await expect(signInAgain(page)).toBeVisible()
    await signIn(page.request, admin)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(signInAgain(page)).toBeHidden()
    await expect(page.getByRole('columnheader', { name: 'Category' })).toBeVisible()
  })

  test(
    'leaves the moderation page open for who has lost the right to it, and says so',
    full,
    async ({ page, adminPage }) => {
      const admin = await anotherAdmin(page.request, adminPage)
      await page.goto('/moderation')
      await expect(page.getByRole('region', { name: 'Policy' })).toBeVisible()
      await endSessions(adminPage, admin.id)
      await page.getByLabel('Show').selectOption({ index: 1 })
      await expect(signInAgain(page)).toBeVisible()
      await editUser(adminPage, admin.id, { isAdmin: false })
      await enterPassword(page, admin)
      await expectErrorToast(page, 'Your rights have changed', rightsEnded)
      await expect(page).toHaveURL(/^[^?]*\/moderation/)
    },
  )
})
