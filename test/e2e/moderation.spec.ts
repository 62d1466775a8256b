import type { Page } from '@playwright/test'
import type { ModerationItem } from '../../contract/moderation.ts'
import { addressOf, postOf, writer } from './forum.ts'
import { answer, hold } from './network.ts'
import { newPerson, register, sameOrigin, unique } from './people.ts'
import { expectErrorToast, expectFieldError, expectToast, form } from './screen.ts'
import { expect, expectAccessible, test } from './test.ts'

const queue = { method: 'GET', path: '/api/moderation/queue' } as const

const cardOf = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })

const item = (id: number, words: Partial<ModerationItem> = {}): ModerationItem => ({
  id,
  contentType: 'post',
  threadId: 1,
  title: 'Roads',
  content: `Heated reply ${id}`,
  authorId: 7,
  authorRecord: { approved: 3, pending: 1, rejected: 2 },
  violationType: 'harassment',
  confidence: 52,
  reason: 'It attacks people.',
  aiSuggestion: 'review',
  spans: [{ start: 0, end: 6 }],
  status: 'pending',
  appeal: null,
  adminAction: null,
  adminNotes: '',
  createdAt: '2026-03-01T12:00:00.000Z',
  reviewedAt: null,
  ...words,
})

test('is for admins: a visitor and a supporter are sent home with the reason', async ({ page }) => {
  for (const isSignedIn of [false, true]) {
    if (isSignedIn) await register(page.request, newPerson())
    await page.goto('/moderation')
    await expect(page).toHaveURL('/')
    await expectErrorToast(page, 'Access Denied', 'You need admin access to view this page.')
  }
})

test('a card says what, why, how sure, whose, and what the check suggests', async ({ adminPage }) => {
  await answer(adminPage, queue, [
    item(1),
    item(2, {
      contentType: 'thread',
      content: 'We vile you.',
      spans: [{ start: 9, end: 13 }],
      violationType: 'hate_speech',
      confidence: 91,
      aiSuggestion: 'reject',
      appeal: 'It is a quote.',
      status: 'rejected',
    }),
  ])
  await adminPage.goto('/moderation')
  await expect(adminPage.getByRole('heading', { name: 'Content Moderation', level: 1 })).toBeVisible()
  await expect(adminPage.getByText('Review AI-flagged forum content for approval')).toBeVisible()
  await expect(adminPage.getByRole('heading', { name: 'How AI Moderation Works' })).toBeVisible()
  const post = adminPage.getByRole('article', { name: 'Forum Post' })
  for (const words of [
    'Harassment',
    'Thread: Roads',
    'Heated reply 1',
    'Analysis: It attacks people.',
    '52%',
    'AI suggestion: Review',
    'Author #7',
    'Record: 3 approved, 1 waiting, 2 refused',
  ])
    await expect(post).toContainText(words)
  await expect(post.locator('mark')).toHaveText('Heated')
  await expect(post.getByRole('meter', { name: 'Confidence' })).toHaveAttribute('aria-valuenow', '52')
  const thread = adminPage.getByRole('article', { name: 'Forum Thread' })
  await expect(thread).toContainText('Hate speech')
  await expect(thread).toContainText('It is a quote.')
  await expect(thread.locator('mark')).toHaveText('vile')
  await expectAccessible(adminPage)
})

test('approving makes the words visible in the forum and its pages; rejecting does not', async ({
  page,
  adminPage,
  request,
}) => {
  const { start, reply } = await writer(request)
  const thread = await start()
  const [good, bad] = [unique('A heated but fair word'), unique('A heated and unfair word')]
  await reply(thread.id, good)
  await reply(thread.id, bad)
  await adminPage.goto('/moderation')
  await cardOf(adminPage, good).getByLabel('Admin notes').fill('Fair enough.')
  await cardOf(adminPage, good).getByRole('button', { name: 'Approve' }).click()
  await expectToast(adminPage, 'Content approved', 'The content has been approved and is now visible.')
  await expect(cardOf(adminPage, good)).toHaveCount(0)
  await expect
    .poll(async () => (await request.get(`/forum/threads/${thread.id}`)).text(), { timeout: 1000, intervals: [50] })
    .toContain(good)
  await cardOf(adminPage, bad).getByRole('button', { name: 'Reject' }).click()
  await expectToast(adminPage, 'Content rejected', 'The content has been rejected and will not be visible.')
  await page.goto(addressOf(thread))
  await expect(postOf(page, good)).toBeVisible()
  await expect(postOf(page, bad)).toHaveCount(0)

  await adminPage.getByLabel('Show').selectOption('Decided')
  await expect(cardOf(adminPage, good)).toContainText('Fair enough.')
  await cardOf(adminPage, bad).getByRole('button', { name: 'History' }).click()
  const dialog = adminPage.getByRole('dialog', { name: /^History of forum message/ })
  await expect(dialog.getByRole('listitem').last()).toContainText('Refused')
  await expectAccessible(adminPage)
})

test('an appeal comes into the queue and is answered to its author', async ({ page, adminPage }) => {
  const { start, offend } = await writer(page.request)
  const thread = await start()
  const words = unique('A vile word')
  await offend(thread.id, words)
  await page.goto(addressOf(thread))
  await page.getByRole('button', { name: 'Appeal' }).click()
  await form(page, 'Appeal').getByLabel('Why should this be published?').fill('It quotes a sign.')
  await form(page, 'Appeal').getByRole('button').click()
  await expectToast(page, 'Appeal sent', 'A person reads it. The answer will stand here.')
  await adminPage.goto('/moderation')
  await expect(cardOf(adminPage, words)).toContainText('It quotes a sign.')
  await cardOf(adminPage, words).getByLabel('Admin notes').fill('It names a neighbor.')
  await cardOf(adminPage, words).getByRole('button', { name: 'Reject' }).click()
  await expectToast(adminPage, 'Content rejected', 'The content has been rejected and will not be visible.')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Not published' })).toContainText(
    'A moderator’s note: It names a neighbor.',
  )
  await expect(page.getByRole('button', { name: 'Appeal' })).toHaveCount(0)
})

test('an item that somebody else decided gives one decision and says so', async ({ adminPage, request }) => {
  const { start, reply } = await writer(request)
  const thread = await start()
  const { id, content } = await reply(thread.id, unique('A heated word'))
  await adminPage.goto('/moderation')
  await expect(cardOf(adminPage, content)).toBeVisible()
  const other = await adminPage.request.post(`/api/moderation/reject/${id}`, { headers: sameOrigin(), data: {} })
  expect(other.status()).toBe(200)
  await cardOf(adminPage, content).getByRole('button', { name: 'Approve' }).click()
  await expectErrorToast(
    adminPage,
    'Error',
    'Failed to approve content. This has already been rejected. Reload the queue to see it.',
  )
  await expect(cardOf(adminPage, content)).toHaveCount(0)
})

test('the keys j, k, a and r go through the queue and decide', async ({ adminPage }) => {
  const decided: string[] = []
  let waiting = [item(1), item(2), item(3)]
  await adminPage.route(/\/api\/moderation\/(queue|approve|reject)/, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === queue.path) return route.fulfill({ json: waiting })
    decided.push(`${pathname} ${route.request().postData()}`)
    waiting = waiting.filter(({ id }) => !pathname.endsWith(`/${id}`))
    await route.fulfill({ json: item(2, { status: 'approved' }) })
  })
  await adminPage.goto('/moderation')
  await expect(cardOf(adminPage, 'Heated reply 3')).toBeVisible()
  for (const key of ['j', 'j', 'j', 'j', 'k']) await adminPage.keyboard.press(key)
  await expect(cardOf(adminPage, 'Heated reply 2')).toBeFocused()
  await cardOf(adminPage, 'Heated reply 2').getByLabel('Admin notes').fill('just fair')
  await cardOf(adminPage, 'Heated reply 2').focus()
  await adminPage.keyboard.press('a')
  await expectToast(adminPage, 'Content approved', 'The content has been approved and is now visible.')
  await expect(cardOf(adminPage, 'Heated reply 2')).toHaveCount(0)
  await adminPage.keyboard.press('r')
  await expectToast(adminPage, 'Content rejected', 'The content has been rejected and will not be visible.')
  expect(decided).toEqual([
    '/api/moderation/approve/2 {"adminNotes":"just fair"}',
    '/api/moderation/reject/3 {"adminNotes":""}',
  ])
})

test('several are decided at once, with one reason', async ({ adminPage, request }) => {
  const { start, reply } = await writer(request)
  const thread = await start()
  const words = [unique('One heated word'), unique('Two heated words')]
  for (const content of words) await reply(thread.id, content)
  await adminPage.goto('/moderation')
  for (const content of words)
    await cardOf(adminPage, content)
      .getByLabel(/^Select/)
      .check()
  const selection = adminPage.getByRole('region', { name: 'Decide several at once' })
  await expect(selection).toContainText(/^Select all2 of \d+ selected/)
  await selection.getByLabel('Reason for all').fill('Both are quotes.')
  await expectAccessible(adminPage)
  await selection.getByRole('button', { name: 'Approve selected' }).click()
  await expectToast(adminPage, 'Content approved', 'The content has been approved and is now visible.')
  await adminPage.getByLabel('Show').selectOption('Decided')
  for (const content of words) await expect(cardOf(adminPage, content)).toContainText('Both are quotes.')
})

test('filters ask for what was chosen', async ({ adminPage, request }) => {
  const { start, reply } = await writer(request)
  const thread = await start()
  const { content } = await reply(thread.id, unique('A heated word'))
  const held = await start({ title: unique('A heated title') })
  await adminPage.goto('/moderation')
  await adminPage.getByLabel('Content', { exact: true }).selectOption('Threads')
  await expect(cardOf(adminPage, held.title)).toBeVisible()
  await expect(cardOf(adminPage, content)).toHaveCount(0)
  await adminPage.getByLabel('Violation').selectOption('Spam')
  await expect(adminPage.getByText('All Clear!')).toBeVisible()
})

test('the queue says that it loads, that it is clear, and what went wrong', async ({ adminPage }) => {
  const release = await hold(adminPage, queue)
  await answer(adminPage, queue, [])
  await adminPage.goto('/moderation')
  release()
  await expect(adminPage.getByRole('heading', { name: 'All Clear!' })).toBeVisible()
  await expect(adminPage.getByText('No content currently pending moderation review.')).toBeVisible()
  await expectAccessible(adminPage)
  await adminPage.unrouteAll()
  await answer(adminPage, queue, {}, 503)
  await adminPage.reload()
  await expect(adminPage.getByText('The queue could not be loaded just now.')).toBeVisible()
})

test('a decision that failed says so, and the item stays', async ({ adminPage }) => {
  await answer(adminPage, queue, [item(1)])
  await answer(adminPage, { method: 'POST', path: /^\/api\/moderation\// }, {}, 503)
  await adminPage.goto('/moderation')
  await cardOf(adminPage, 'Heated reply 1').getByRole('button', { name: 'Approve' }).click()
  await expectErrorToast(adminPage, 'Error', 'Failed to approve content.')
  await cardOf(adminPage, 'Heated reply 1').getByRole('button', { name: 'Reject' }).click()
  await expectErrorToast(adminPage, 'Error', 'Failed to reject content.')
  await expect(cardOf(adminPage, 'Heated reply 1')).toBeVisible()
})

test('the policy is tried on the past, and holds once it is saved', async ({ adminPage, request }) => {
  const { start, reply } = await writer(request)
  const thread = await start()
  await reply(thread.id, unique('A heated word'))
  await adminPage.goto('/moderation')
  const policy = form(adminPage, 'Try a policy')
  await expect(policy.getByLabel('Review from')).toHaveValue('30')
  await policy.getByLabel('Review from').fill('80')
  await policy.getByRole('button').click()
  await expectFieldError(policy.getByLabel('Refuse from'), 'Refusing cannot begin below reviewing.')
  await policy.getByLabel('Review from').fill('60')
  await policy.getByRole('button').click()
  await expect(policy.getByLabel('Review from')).toHaveValue('60')
  const row = (name: string) => adminPage.getByRole('row', { name })
  await expect(row('As it was').getByRole('cell').nth(1)).not.toHaveText('0')
  await expect(row('As it would be').getByRole('cell').nth(1)).toHaveText('0')
  await expectAccessible(adminPage)

  const change = { method: 'PUT', path: '/api/moderation/policy' } as const
  await answer(adminPage, change, { review: 60, reject: 70, changedAt: '2026-03-01T12:00:00.000Z' })
  await adminPage.getByRole('button', { name: 'Save policy' }).click()
  await expectToast(adminPage, 'Policy saved', 'It holds for every text that comes from now on.')
  await expect(adminPage.getByText('60–69%')).toBeVisible()
  await expect(adminPage.getByRole('button', { name: 'Save policy' })).toHaveCount(0)
})
