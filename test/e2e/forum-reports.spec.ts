import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { APIRequestContext, Page } from '@playwright/test'
import { addressOf, postOf, writer } from './forum.ts'
import { answer } from './network.ts'
import { newPerson, proveAddress, register, sameOrigin, unique } from './people.ts'
import { expectErrorToast, expectFieldError, expectToast, form, tabTo } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

/** Signs in a new person who may report: their address is confirmed. */
async function signInAsReader(request: APIRequestContext): Promise<void> {
  const person = newPerson()
  await register(request, person)
  await proveAddress(request, person)
}

/** Reports from this address of the machine, which is of another network than the browser's. Returns the status. */
async function reportFrom(
  localAddress: string,
  reader: APIRequestContext,
  report: object,
): Promise<number | undefined> {
  const { cookies } = await reader.storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const headers = { ...sameOrigin(), cookie, 'content-type': 'application/json' }
  const url = new URL('/api/forum/reports', sameOrigin().origin)
  const sent = httpRequest(url, { method: 'POST', localAddress, headers }).end(JSON.stringify(report))
  const [response]: IncomingMessage[] = await once(sent, 'response')
  response?.resume()
  return response?.statusCode
}

const reportButton = (page: Page, words: string) => postOf(page, words).getByRole('button', { name: 'Report' })

test(
  'a reader reports a reply with a reason and a note; moderators see both',
  main,
  async ({ page, adminPage, request }) => {
    const { start, reply } = await writer(request)
    const thread = await start()
    const { content } = await reply(thread.id)
    await signInAsReader(page.request)
    await page.goto(addressOf(thread))
    await reportButton(page, content).click()
    const dialog = page.getByRole('dialog', { name: 'Report this post' })
    await expect(dialog).toContainText('A moderator will read it and decide. The author won’t learn who reported it.')
    await expectAccessible(page)
    await form(page, 'Report').getByRole('button', { name: 'Send Report' }).click()
    await expectFieldError(dialog.getByLabel('What is wrong with it?'), 'This field is required.')
    await dialog.getByLabel('What is wrong with it?').selectOption('It gives away private details')
    const note = unique('It names my street')
    await dialog.getByLabel('Anything a moderator should know?').fill(note)
    await dialog.getByRole('button', { name: 'Send Report' }).click()
    await expectToast(page, 'Report sent', 'Thank you. A moderator will read it and decide.')
    await expect(dialog).toHaveCount(0)
    await expect(postOf(page, content).getByRole('button', { name: 'Reported' })).toBeDisabled()

    await adminPage.goto('/moderation?status=reported')
    const card = adminPage.getByRole('article').filter({ hasText: content })
    await expect(card).toContainText('Reported by 1 reader, still visible')
    const reports = card.getByRole('region', { name: 'Reports by readers' })
    await expect(reports.getByRole('listitem')).toContainText(['It gives away private details'])
    await expect(reports).toContainText(note)
    await expectAccessible(adminPage)
    await card.getByRole('button', { name: 'Reject' }).click()
    await expectToast(adminPage, 'Content rejected', 'The content has been rejected and will not be visible.')
    await page.reload()
    await expect(page.getByText('No replies yet')).toBeVisible()
  },
)

test(
  'three readers of different networks hide a reply until a moderator keeps it; its author reads why',
  full,
  async ({ page, adminPage, playwright, baseURL }) => {
    const { start, reply } = await writer(page.request)
    const thread = await start()
    const { id, content } = await reply(thread.id)
    for (let n = 0; n < 3; n += 1) {
      const reader = await playwright.request.newContext(baseURL ? { baseURL } : {})
      await signInAsReader(reader)
      const headers = sameOrigin()
      // An account of today counts once it has a post that stands.
      const own = { title: unique('Bridges'), content: unique('They are sound'), categoryId: 4 }
      expect((await reader.post('/api/forum/threads', { headers, data: own })).status()).toBe(201)
      const data = { contentId: id, reason: 'spam', note: '' }
      expect(await reportFrom(`127.0.${n + 1}.7`, reader, data)).toBe(202)
      await reader.dispose()
    }
    await page.goto(addressOf(thread))
    await expect(postOf(page, content)).toContainText('Waiting for review')
    await adminPage.goto('/moderation')
    const card = adminPage.getByRole('article').filter({ hasText: content })
    await expect(card).toContainText('Reported by 3 readers, hidden')
    await card.getByRole('button', { name: 'History' }).click()
    const history = adminPage.getByRole('dialog', { name: /^History of forum message/ })
    await expect(history.getByRole('listitem').last()).toHaveText(/^Hidden after reports\s*Reports by readers/)
    await history.getByRole('button', { name: 'Close' }).click()
    await card.getByRole('button', { name: 'Approve' }).click()
    await expectToast(adminPage, 'Content approved', 'The content has been approved and is now visible.')
    await page.reload()
    await expect(postOf(page, content)).not.toContainText('Waiting for review')
  },
)

test('the dialog opens, closes and sends by keyboard, and the focus returns', full, async ({ page, request }) => {
  const { start } = await writer(request)
  const thread = await start()
  await signInAsReader(page.request)
  await page.goto(addressOf(thread))
  const button = reportButton(page, thread.content)
  await expect(button).toBeVisible()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this post' })
  await expect(dialog.getByLabel('What is wrong with it?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('What is wrong with it?').focus()
  await page.keyboard.type('Something else')
  await tabTo(page, dialog.getByRole('button', { name: 'Send Report' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Report sent', 'Thank you. A moderator will read it and decide.')
})

test(
  'visitors are asked to log in, authors have no button, and a failure keeps the words',
  full,
  async ({ page, request }) => {
    const { start } = await writer(request)
    const thread = await start()
    await page.goto(addressOf(thread))
    await reportButton(page, thread.content).click()
    await expectErrorToast(page, 'Login required', 'Please log in to report a post.')

    await signInAsReader(page.request)
    await page.goto(addressOf(thread))
    await answer(page, { method: 'POST', path: '/api/forum/reports' }, { message: 'Out of order.' }, 503)
    await reportButton(page, thread.content).click()
    const dialog = page.getByRole('dialog', { name: 'Report this post' })
    await dialog.getByLabel('What is wrong with it?').selectOption('Something else')
    await dialog.getByLabel('Anything a moderator should know?').fill('Kept words')
    await dialog.getByRole('button', { name: 'Send Report' }).click()
    await expectErrorToast(page, 'Error', 'Out of order.')
    await expect(dialog.getByLabel('Anything a moderator should know?')).toHaveValue('Kept words')

    const own = await writer(page.request)
    const mine = await own.start()
    await page.goto(addressOf(mine))
    await expect(postOf(page, mine.content).getByRole('button', { name: 'Edit' })).toBeVisible()
    await expect(reportButton(page, mine.content)).toHaveCount(0)
  },
)

test(
  'from the first report on only moderators read earlier versions, and one of them hides a version of another post',
  main,
  async ({ page, adminPage, request }) => {
    const { start, reply, edit } = await writer(request)
    const thread = await start()
    const reported = await reply(thread.id, unique('Meet behind the green bench'))
    const other = await reply(thread.id, unique('Call me at the cabin'))
    await signInAsReader(page.request)
    const data = { contentId: reported.id, reason: 'doxxing', note: '' }
    expect((await page.request.post('/api/forum/reports', { headers: sameOrigin(), data })).status()).toBe(202)
    const [tame, short] = [unique('Meet at noon'), unique('Call me')]
    await edit(reported, { content: tame })
    await edit(other, { content: short })

    const openHistory = async (on: Page, words: string) => {
      await on.goto(addressOf(thread))
      await postOf(on, words)
        .getByRole('button', { name: /^edited/ })
        .click()
      return on.getByRole('dialog', { name: 'Edit history' })
    }
    await expect(await openHistory(page, tame)).toContainText('Only moderators can read this version.')
    await expectAccessible(page)
    await expect(await openHistory(adminPage, tame)).toContainText(reported.content)
    const dialog = await openHistory(adminPage, short)
    await dialog.getByRole('button', { name: 'Hide this version' }).click()
    await expectToast(adminPage, 'Version hidden', 'Only moderators can read it from now on.')
    await expect(dialog.getByRole('button', { name: 'Show again' })).toBeVisible()
    await expectAccessible(adminPage)
    await expect(await openHistory(page, short)).not.toContainText(other.content)

    await adminPage.goto('/moderation?status=reported')
    await expect(adminPage.getByRole('article').filter({ hasText: tame })).toContainText(reported.content)
  },
)

test(
  'a moderator decides about the text on the screen: an edit since is shown, and the notes stay',
  main,
  async ({ page, adminPage, request }) => {
    const { start, reply, edit } = await writer(request)
    const thread = await start()
    const posts = [await reply(thread.id, unique('The county fixed ours')), await reply(thread.id, unique('And ours'))]
    await signInAsReader(page.request)
    for (const { id } of posts) {
      const data = { contentId: id, reason: 'spam', note: '' }
      expect((await page.request.post('/api/forum/reports', { headers: sameOrigin(), data })).status()).toBe(202)
    }
    await adminPage.goto('/moderation?status=reported')
    const cards = posts.map(({ content }) => adminPage.getByRole('article').filter({ hasText: content }))
    for (const card of cards) await card.getByLabel('Admin notes').fill('Notes of mine')
    const news = posts.map(() => unique('Edited meanwhile'))
    for (const [n, post] of posts.entries()) await edit(post, { content: news[n] ?? '' })

    const [first, second] = cards
    if (!first || !second) throw new Error('There are two cards.')
    await first.getByRole('button', { name: 'Approve' }).click()
    await expectErrorToast(
      adminPage,
      'Error',
      'Failed to approve content. The author changed this text after you read it. Read it as it is now, then decide.',
    )
    await expect(first.getByRole('region', { name: 'Reports by readers' })).toContainText(posts[0]?.content ?? '')
    await expect(first).toContainText(news[0] ?? '')
    await expect(first.getByRole('status')).toHaveText(
      'The author changed this text after you read it. This is what it says now.',
    )
    await expect(first.getByLabel('Admin notes')).toHaveValue('Notes of mine')
    await expectAccessible(adminPage)

    await second.getByLabel(/^Select/).check()
    await adminPage.getByRole('button', { name: 'Reject selected' }).click()
    await expect(second).toContainText(news[1] ?? '')
    await expect(second.getByRole('status')).toBeVisible()
    await expect(second.getByLabel('Admin notes')).toHaveValue('Notes of mine')
    for (const card of cards) {
      await card.getByRole('button', { name: 'Approve' }).click()
      await expect(card).toHaveCount(0)
    }
    await page.goto(addressOf(thread))
    for (const words of news) await expect(postOf(page, words)).toBeVisible()
  },
)
