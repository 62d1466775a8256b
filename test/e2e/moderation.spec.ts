import type { Page } from '@playwright/test'
import type { ModerationItem } from '../../contract/moderation.ts'
import { withinASecond } from '../support/run/timeouts.ts'
import { addressOf, postOf, writer } from './forum.ts'
import { answer, hold, requestsFor } from './network.ts'
import { newPerson, register, sameOrigin, unique } from './people.ts'
import { expectErrorToast, expectToast, form } from './screen.ts'
import { expect, expectAccessible, full, main, test } from './test.ts'

const queue = { method: 'GET', path: '/api/moderation/queue' } as const

const cardOf = (page: Page, words: string) => page.getByRole('article').filter({ hasText: words })

const item = (id: number, overrides: Partial<ModerationItem> = {}): ModerationItem => ({
  id,
  revision: 1,
  contentType: 'post',
  threadId: 1,
  title: 'Roads',
  content: `Heated reply ${id}`,
  authorId: 7,
  authorRecord: { approved: 3, pending: 1, rejected: 2, recent: [] },
  violationType: 'harassment',
  confidence: 52,
  reason: 'It attacks people.',
  aiSuggestion: 'review',
  spans: [{ start: 0, end: 6 }],
  status: 'pending',
  appeal: null,
  reports: [],
  adminAction: null,
  adminNotes: '',
  createdAt: '2026-03-01T12:00:00.000Z',
  reviewedAt: null,
  ...overrides,
})

test('the page is for admins: visitors and supporters are redirected home with an error', main, async ({ page }) => {
  for (const isSignedIn of [false, true]) {
    if (isSignedIn) await register(page.request, newPerson())
    await page.goto('/moderation')
    await expect(page).toHaveURL('/')
    await expectErrorToast(page, 'Access Denied', 'You need admin access to view this page.')
  }
})

test(
  'a card shows the text, the reason, the confidence, the author and the AI suggestion',
  main,
  async ({ adminPage }) => {
    await answer(adminPage, queue, [
      item(1, {
        authorRecord: {
          approved: 3,
          pending: 1,
          rejected: 2,
          recent: [
            { id: 9, status: 'rejected', content: 'Words from before', createdAt: '2026-02-03T12:00:00.000Z' },
            { id: 8, status: 'approved', content: 'Calm words', createdAt: '2026-02-01T12:00:00.000Z' },
          ],
        },
      }),
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
      item(3, { content: 'Long words. '.repeat(200) }),
    ])
    await adminPage.goto('/moderation')
    await expect(adminPage.getByRole('heading', { name: 'Content Moderation', level: 1 })).toBeVisible()
    await expect(adminPage.getByText('Review AI-flagged forum content for approval')).toBeVisible()
    await expect(adminPage.getByRole('heading', { name: 'How AI Moderation Works' })).toBeVisible()
    const post = adminPage.getByRole('article', { name: 'Forum Post' }).first()
    for (const words of [
      'Harassment',
      'Thread: Roads',
      'Heated reply 1',
      'Analysis: It attacks people.',
      '52%',
      'AI suggestion: Review',
      'Author #7',
      'Record: 3 approved, 1 waiting, 2 rejected',
    ])
      await expect(post).toContainText(words)
    await expect(post.locator('mark')).toHaveText('Heated')
    await expect(post.getByRole('meter', { name: 'Confidence' })).toHaveAttribute('aria-valuenow', '52')
    await post.getByText('Record: 3 approved, 1 waiting, 2 rejected').click()
    await expect(post.getByRole('listitem')).toHaveText([
      /^Rejected Feb 3, 2026\s*Words from before$/,
      /^Approved Feb 1, 2026\s*Calm words$/,
    ])
    await expect(post.getByRole('link', { name: 'Roads' })).toHaveAttribute('href', '/forum/threads/1')
    const thread = adminPage.getByRole('article', { name: 'Forum Thread' })
    await expect(thread).toContainText('Hate speech')
    await expect(thread).toContainText('It is a quote.')
    await expect(thread.locator('mark')).toHaveText('vile')
    await expectAccessible(adminPage)
  },
)

test(
  'approving a post shows it in the forum and on its static pages; rejecting does not',
  main,
  async ({ page, adminPage, request }) => {
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
    await withinASecond(async () =>
      expect(await (await request.get(`/forum/threads/${thread.id}`)).text()).toContain(good),
    )
    await cardOf(adminPage, bad).getByRole('button', { name: 'Reject' }).click()
    await expectToast(adminPage, 'Content rejected', 'The content has been rejected and will not be visible.')
    await page.goto(addressOf(thread))
    await expect(postOf(page, good)).toBeVisible()
    await expect(postOf(page, bad)).toHaveCount(0)

    await adminPage.getByLabel('Show').selectOption('Decided')
    await expect(cardOf(adminPage, good)).toContainText('Fair enough.')
    await cardOf(adminPage, bad).getByRole('button', { name: 'History' }).click()
    const dialog = adminPage.getByRole('dialog', { name: /^History of forum message/ })
    await expect(dialog.getByRole('listitem')).toHaveText([
      /^Reply posted/,
      /^Checked automatically\s*Automatic check/,
      /^Held for review\s*Automatic check/,
      /^Rejected.*\(staff\)/,
    ])
    await expect(dialog).toContainText('Review from 30%, reject from 70%')
    await expectAccessible(adminPage)
  },
)

/** Appeals a rejected reply and returns its text. */
async function appealRejection(page: Page): Promise<string> {
  const { start, offend } = await writer(page.request)
  const thread = await start()
  const words = unique('A vile word')
  await offend(thread.id, words)
  await page.goto(addressOf(thread))
  await page.getByRole('button', { name: 'Appeal' }).click()
  await form(page, 'Appeal').getByLabel('Why should this be published?').fill('It quotes a sign.')
  await form(page, 'Appeal').getByRole('button').click()
  return words
}

test('an appeal enters the queue, and its author gets an answer', full, async ({ page, adminPage }) => {
  const words = await appealRejection(page)
  await expectToast(page, 'Appeal sent', 'A moderator will read it. You will find the answer here.')
  await adminPage.goto('/moderation')
  await adminPage.getByLabel('Show').selectOption('Appeals')
  await expect(cardOf(adminPage, words)).toContainText('It quotes a sign.')
  await cardOf(adminPage, words).getByLabel('Admin notes').fill('It names a neighbor.')
  await cardOf(adminPage, words).getByRole('button', { name: 'Reject' }).click()
  await expectToast(adminPage, 'Content rejected', 'The content has been rejected and will not be visible.')
  await page.reload()
  await expect(page.getByRole('region', { name: 'Not published' })).toContainText(
    'A moderator’s note: It names a neighbor.',
  )
  await expect(page.getByText('It was turned down.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Appeal' })).toHaveCount(0)
})

test(
  'a granted appeal publishes the text, and its author sees the answer beside it',
  full,
  async ({ page, adminPage }) => {
    const words = await appealRejection(page)
    await expect(page.getByText('It is waiting for an answer.')).toBeVisible()
    await adminPage.goto('/moderation')
    await adminPage.getByLabel('Show').selectOption('Appeals')
    await cardOf(adminPage, words).getByLabel('Admin notes').fill('You are right, it does.')
    await cardOf(adminPage, words).getByRole('button', { name: 'Approve' }).click()
    await expectToast(adminPage, 'Content approved', 'The content has been approved and is now visible.')
    await page.reload()
    await expect(page.getByRole('region', { name: 'Not published' })).toHaveCount(0)
    const answered = page.getByRole('region', { name: 'Answered appeals' })
    await expect(answered).toContainText('Published after your appeal')
    await expect(answered).toContainText('A moderator’s note: You are right, it does.')
    await expectAccessible(page)
  },
)

test('deciding an item that another admin already decided shows an error', full, async ({ adminPage, request }) => {
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
    'Failed to approve content. This post has already been rejected. Reload the queue to see the decision.',
  )
  await expect(cardOf(adminPage, content)).toHaveCount(0)
})

test('the keys j and k move through the queue; a and r decide', full, async ({ adminPage }) => {
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

test('several items can be decided at once, with one reason', full, async ({ adminPage, request }) => {
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

test('filters show only what was chosen', full, async ({ adminPage, request }) => {
  const { start, reply } = await writer(request)
  const thread = await start()
  const { content } = await reply(thread.id, unique('A heated word'))
  const held = await start({ title: unique('A heated title') })
  await adminPage.goto('/moderation')
  await adminPage.getByLabel('Content', { exact: true }).selectOption('Threads')
  await expect(cardOf(adminPage, held.title)).toBeVisible()
  await expect(cardOf(adminPage, content)).toHaveCount(0)
  await adminPage.getByLabel('Violation').selectOption('Spam')
  await expect(adminPage.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await expect(adminPage.getByText('No content matches the filters above.')).toBeVisible()
  await expectAccessible(adminPage)
  await adminPage.getByRole('button', { name: 'Show everything waiting' }).click()
  await expect(cardOf(adminPage, content)).toBeVisible()
  await expect(adminPage.getByLabel('Violation')).toHaveValue('all')
})

test('the URL keeps the filters for a reload, a link and the Back button', full, async ({ adminPage }) => {
  await answer(adminPage, queue, [item(1)])
  const reads = requestsFor(adminPage, queue)
  const choice = (name: string) => adminPage.getByLabel(name, { exact: true })
  const asked = () => new URL(reads.at(-1)?.url() ?? '').searchParams
  const expectChoice = async (search: string, status: string, content: string, violation: string) => {
    await expect(adminPage).toHaveURL(`/moderation${search}`)
    await expect(choice('Show')).toHaveValue(status)
    await expect(choice('Content')).toHaveValue(content)
    await expect(choice('Violation')).toHaveValue(violation)
    await expect.poll(() => [asked().get('status'), asked().get('contentType') ?? 'all']).toEqual([status, content])
  }
  await adminPage.goto('/moderation?status=nonsense&contentType=post&violationType=%ff')
  await expect(choice('Content')).toHaveValue('post')
  await expect.poll(() => `${asked()}`).toBe('status=pending&limit=50&contentType=post')
  await choice('Show').focus()
  await adminPage.keyboard.press('ArrowDown')
  await expectChoice('?status=appealed&contentType=post', 'appealed', 'post', 'all')
  await expect(choice('Show')).toBeFocused()
  await choice('Violation').selectOption('Spam')
  await expectChoice('?status=appealed&contentType=post&violationType=spam', 'appealed', 'post', 'spam')
  await expect.poll(() => asked().get('violationType')).toBe('spam')

  await adminPage.reload()
  await expectChoice('?status=appealed&contentType=post&violationType=spam', 'appealed', 'post', 'spam')
  await adminPage.goBack()
  await expectChoice('?status=appealed&contentType=post', 'appealed', 'post', 'all')
  await adminPage.goForward()
  await expectChoice('?status=appealed&contentType=post&violationType=spam', 'appealed', 'post', 'spam')
  await answer(adminPage, queue, [])
  await choice('Content').selectOption('Threads')
  await adminPage.getByRole('button', { name: 'Show everything waiting' }).click()
  await expectChoice('', 'pending', 'all', 'all')
  await adminPage.goBack()
  await expectChoice('?status=appealed&contentType=thread&violationType=spam', 'appealed', 'thread', 'spam')
})

test('an empty decided list differs from an empty queue', full, async ({ adminPage }) => {
  await answer(adminPage, queue, [])
  await adminPage.goto('/moderation')
  await expect(adminPage.getByRole('heading', { name: 'All Clear!' })).toBeVisible()
  await expect(adminPage.getByRole('button', { name: 'Show everything waiting' })).toHaveCount(0)
  await adminPage.getByLabel('Show').selectOption('Decided')
  await expect(adminPage.getByRole('heading', { name: 'No decisions yet' })).toBeVisible()
})

test('the queue stays fresh for 30 seconds, then reloads when the tab is shown again', full, async ({ adminPage }) => {
  await adminPage.clock.install()
  await answer(adminPage, queue, [item(1)])
  const reads = requestsFor(adminPage, queue)
  await adminPage.goto('/moderation')
  await expect(cardOf(adminPage, 'Heated reply 1')).toBeVisible()
  const returnToTab = () => adminPage.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await adminPage.clock.fastForward(29_000)
  await returnToTab()
  expect(reads).toHaveLength(1)
  await answer(adminPage, queue, [item(1), item(2)])
  await adminPage.clock.fastForward(2_000)
  await returnToTab()
  await expect(cardOf(adminPage, 'Heated reply 2')).toBeVisible()
  expect(reads).toHaveLength(2)
})

test('a decision on a later page keeps the list and moves focus to the next item', full, async ({ adminPage }) => {
  let waiting = Array.from({ length: 60 }, (_, at) => item(at + 1))
  await adminPage.route(/\/api\/moderation\/(queue|approve)/, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const after = Number(searchParams.get('after') ?? 0)
    if (pathname === queue.path) return route.fulfill({ json: waiting.filter(({ id }) => id > after).slice(0, 50) })
    waiting = waiting.filter(({ id }) => !pathname.endsWith(`/${id}`))
    await route.fulfill({ json: item(55, { status: 'approved' }) })
  })
  await adminPage.goto('/moderation')
  await adminPage.getByRole('button', { name: 'Load more' }).click()
  await cardOf(adminPage, 'Heated reply 55').getByRole('button', { name: 'Approve' }).focus()
  await adminPage.keyboard.press('Enter')
  await expectToast(adminPage, 'Content approved', 'The content has been approved and is now visible.')
  await expect(cardOf(adminPage, 'Heated reply 55')).toHaveCount(0)
  await expect(cardOf(adminPage, 'Heated reply 56')).toBeFocused()
  await expect(cardOf(adminPage, 'Heated reply 60')).toBeVisible()
  waiting = [item(56)]
  await adminPage.keyboard.press('a')
  await expect(adminPage.getByRole('status').filter({ hasText: 'All Clear!' })).toBeFocused()
})

test('holding a key decides once, and keys decide nothing in the decided list', full, async ({ adminPage }) => {
  await answer(adminPage, queue, [item(1), item(2)])
  const decisions = requestsFor(adminPage, { method: 'POST', path: /^\/api\/moderation\// })
  await answer(adminPage, { method: 'POST', path: /^\/api\/moderation\// }, item(1, { status: 'approved' }))
  await adminPage.goto('/moderation')
  await cardOf(adminPage, 'Heated reply 1').focus()
  for (const _ of [1, 2, 3]) await adminPage.keyboard.down('a')
  await adminPage.keyboard.up('a')
  await expectToast(adminPage, 'Content approved', 'The content has been approved and is now visible.')
  await adminPage.getByLabel('Show').selectOption('Decided')
  await cardOf(adminPage, 'Heated reply 1').focus()
  await adminPage.keyboard.press('r')
  await adminPage.keyboard.press('j')
  await expect(cardOf(adminPage, 'Heated reply 2')).toBeFocused()
  expect(decisions.map((one) => new URL(one.url()).pathname)).toEqual(['/api/moderation/approve/1'])
})

test(
  'bulk decisions show progress, and keep each item’s notes without a common reason',
  full,
  async ({ adminPage }) => {
    const post = { method: 'POST', path: /^\/api\/moderation\/reject/ } as const
    await answer(adminPage, queue, [item(1), item(2), item(3)])
    await answer(adminPage, post, item(1, { status: 'rejected' }))
    const release = await hold(adminPage, post)
    const sent = requestsFor(adminPage, post)
    await adminPage.goto('/moderation')
    await cardOf(adminPage, 'Heated reply 2').getByLabel('Admin notes').fill('Names a neighbor.')
    await adminPage.getByLabel('Select all').check()
    const selection = adminPage.getByRole('region', { name: 'Decide several at once' })
    await selection.getByRole('button', { name: 'Reject selected' }).click()
    await expect(selection).toContainText('Deciding 1 of 3…')
    await expect(selection.getByRole('button', { name: 'Approve selected' })).toBeDisabled()
    await answer(adminPage, queue, [])
    release()
    await expectToast(adminPage, 'Content rejected', 'The content has been rejected and will not be visible.')
    expect(sent.map((one) => one.postDataJSON().adminNotes)).toEqual(['', 'Names a neighbor.', ''])
  },
)

test('the bands and their colors follow the policy', full, async ({ adminPage }) => {
  const words = { model: null, isModelUsable: true, hasOutside: false, changedAt: null }
  await answer(adminPage, { method: 'GET', path: '/api/moderation/policy' }, { review: 50, reject: 50, ...words })
  const authorRecord = { approved: 0, pending: 0, rejected: 0, recent: [] }
  await answer(adminPage, queue, [item(1, { confidence: 52, authorRecord })])
  await adminPage.goto('/moderation')
  const help = adminPage.getByRole('complementary', { name: 'How AI Moderation Works' })
  await expect(help.getByRole('listitem')).toHaveText([/^0–49% Auto-approve\./, /^50–100% Auto-reject\./])
  await expect(cardOf(adminPage, 'Heated reply 1').locator('.confidence-track')).toHaveClass(/band-bad/)
  await expect(cardOf(adminPage, 'Heated reply 1')).toContainText('First post by this author')
})

test('the queue shows when it is clear and when it fails to load', full, async ({ adminPage }) => {
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
  await expect(adminPage.getByText('The queue could not be loaded.')).toBeVisible()
})

test('a failed decision shows an error, and the item stays', full, async ({ adminPage }) => {
  await answer(adminPage, queue, [item(1)])
  await answer(adminPage, { method: 'POST', path: /^\/api\/moderation\// }, {}, 503)
  await adminPage.goto('/moderation')
  await cardOf(adminPage, 'Heated reply 1').getByRole('button', { name: 'Approve' }).click()
  await expectErrorToast(adminPage, 'Error', 'Failed to approve content.')
  await cardOf(adminPage, 'Heated reply 1').getByRole('button', { name: 'Reject' }).click()
  await expectErrorToast(adminPage, 'Error', 'Failed to reject content.')
  await expect(cardOf(adminPage, 'Heated reply 1')).toBeVisible()
})

test(
  'failed items of a bulk decision stay selected, with their reason, like newly selected ones',
  full,
  async ({ adminPage }) => {
    const approval = (id: number) => ({ method: 'POST', path: `/api/moderation/approve/${id}` }) as const
    await answer(adminPage, queue, [item(1), item(2), item(3)])
    await answer(adminPage, approval(1), item(1, { status: 'approved' }))
    await answer(adminPage, approval(2), { message: 'Out of order.' }, 500)
    const release = await hold(adminPage, approval(1))
    await adminPage.goto('/moderation')
    const select = (id: number) =>
      cardOf(adminPage, `Heated reply ${id}`)
        .getByLabel(/^Select/)
        .check()
    await select(1)
    await select(2)
    const selection = adminPage.getByRole('region', { name: 'Decide several at once' })
    await selection.getByLabel('Reason for all').fill('Both are quotes.')
    await selection.getByRole('button', { name: 'Approve selected' }).click()
    await select(3)
    release()
    await expect(selection).toContainText(/^Select all2 of 3 selected/)
    await expect(selection.getByLabel('Reason for all')).toHaveValue('Both are quotes.')
  },
)
